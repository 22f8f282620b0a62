/** A rejected event, and its reason. */
import type { RejectionCode } from '@footfall/schemas';

export interface Rejection {
  code: RejectionCode;
  /** The rule that the event breaks. Reports keep it, so it never contains the received value, which may be an IP address. */
  message: string;
  /** The received value as messages show it, only for the client. Undefined if the rule alone is clear. */
  got: string | undefined;
}

export function reject(code: RejectionCode, message: string, got?: string): Rejection {
  return { code, message, got };
}
