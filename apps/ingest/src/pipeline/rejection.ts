/** The reasons to reject an event: a closed set, shown to the client with the event's index and counted in `/metrics`. */

export const rejectionCodes = [
  /** A field is missing, unknown, of the wrong type or out of its range; the message names it. */
  'INVALID_EVENT',
  /** The event alone is larger than `eventLimits.eventBytesMax`, or nested deeper than `eventDepthMax`. */
  'EVENT_TOO_LARGE',
  /** `timestamp` is not a time, or with a secret key lies before 2000 or in the future. */
  'INVALID_TIMESTAMP',
  /** `userAgent` or `ip` came with a public key. */
  'FORBIDDEN_FIELD',
  /** A known bot or a headless browser; with a public key also an HTTP library. */
  'BOT',
  /** One of the events by which a request alone exceeds `INGEST_EVENTS_PER_MINUTE`. */
  'RATE_LIMIT',
] as const;

export type RejectionCode = (typeof rejectionCodes)[number];

/** A rejected event. */
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
