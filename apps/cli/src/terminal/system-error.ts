/** Errors of the operating system, in words. */
import { getSystemErrorMap } from 'node:util';

/** Returns what a system error says, such as `no space left on device`; the text of any other error. */
export function reasonOf(error: unknown): string {
  const [, reason = String(error)] = getSystemErrorMap().get(Object(error).errno) ?? [];
  return reason;
}
