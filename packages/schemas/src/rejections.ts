/** The reasons to reject an event: a closed set, shown to the client with the event's index and counted in `/metrics`. */
import { eventLimits } from './event.ts';

export const rejections = {
  INVALID_EVENT: 'a field is missing, unknown, of the wrong type or out of its range; the message names it',
  EVENT_TOO_LARGE: `the event alone exceeds ${eventLimits.eventBytesMax / 1024} KiB, or is nested more than ${eventLimits.eventDepthMax} deep`,
  INVALID_TIMESTAMP: '`timestamp` is not a time or, with a secret key, before 2000 or in the future',
  FORBIDDEN_FIELD: '`userAgent` or `ip` was sent with a public key',
  BOT: 'the user agent is that of a known bot or headless browser or, with a public key, looks like that of a bot or an HTTP library',
  RATE_LIMIT:
    'the request alone contains more events than `INGEST_EVENTS_PER_MINUTE` allows, and this one is beyond the limit',
} as const;

export type RejectionCode = keyof typeof rejections;
