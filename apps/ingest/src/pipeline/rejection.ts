/** A rejected event, and its reason. */
import type { RejectionCode } from '@footfall/schemas';

export interface Rejection {
  kind: 'rejected';
  code: RejectionCode;
  /** What is allowed. Reports keep it, so it never contains what was sent, which may be an address. */
  message: string;
  /** What was sent, as a message shows it: for the client alone. Undefined where the message says it all. */
  got: string | undefined;
}

export function reject(code: RejectionCode, message: string, got?: string): Rejection {
  return { kind: 'rejected', code, message, got };
}
