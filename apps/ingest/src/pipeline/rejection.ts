/** The reasons to reject an event: a closed set, shown to the client with the event's index and counted in `/metrics`. */

export const rejectionCodes = [
  /** A field is missing, unknown, of the wrong type or out of its range; the message names it. */
  'INVALID_EVENT',
  /** The event alone is larger than `eventLimits.eventBytesMax`, or nested deeper than `eventDepthMax`. */
  'EVENT_TOO_LARGE',
  /** `timestamp` is no time, or with a secret key lies before 2000. */
  'INVALID_TIMESTAMP',
  /** `userAgent` or `ip` came with a public key. */
  'FORBIDDEN_FIELD',
  /** A known bot or a headless browser. */
  'BOT',
] as const;

export type RejectionCode = (typeof rejectionCodes)[number];

/** A rejected event. The message is for the client's developer and never repeats what was sent. */
export interface Rejection {
  kind: 'rejected';
  code: RejectionCode;
  message: string;
}

export function reject(code: RejectionCode, message: string): Rejection {
  return { kind: 'rejected', code, message };
}
