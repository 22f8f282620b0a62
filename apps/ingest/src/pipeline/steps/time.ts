/** The time of the event: as sent, corrected by the offset of the client's clock, or that of its arrival. */
import { shownValue } from '@footfall/schemas';
import type { Step } from '../draft.ts';
import { reject } from '../rejection.ts';
import { aheadMsMax, readTimestamp } from '../../lookups/timestamp.ts';

/** The maximum age of an event from a public key; an older one gets the time of its arrival. */
const publicAgeMsMax = 7 * 86_400_000;
/** The earliest event that a secret key may import: 2000-01-01. */
const importFromMs = 946_684_800_000;

const notAhead = 'timestamp must not be in the future';
const notBefore2000 = 'timestamp must be 2000-01-01 or later (as a number in milliseconds, not seconds)';

export const time: Step = ({ arrival, event }) => {
  const { receivedAt, clockOffsetMs, keyType } = arrival.request;
  const sent = arrival.event.timestamp;
  if (sent === undefined) return undefined;
  const read = readTimestamp(sent);
  if (read === undefined) {
    return reject('INVALID_TIMESTAMP', 'timestamp must be an ISO 8601 time or epoch milliseconds', shownValue(sent));
  }
  const timestamp = Math.floor(read + clockOffsetMs);
  const isAhead = timestamp > receivedAt + aheadMsMax;
  if (keyType === 'secret') {
    const rule = isAhead ? notAhead : timestamp < importFromMs ? notBefore2000 : undefined;
    // A wrong `sentAt` moves every event of its request.
    const corrected = clockOffsetMs === 0 ? '' : ', once it is corrected by sentAt';
    if (rule !== undefined) return reject('INVALID_TIMESTAMP', rule + corrected, shownValue(sent));
  } else if (isAhead || timestamp < receivedAt - publicAgeMsMax) {
    return undefined;
  }
  event.timestamp = timestamp;
  event.timestampSource = clockOffsetMs === 0 ? 'client' : 'corrected';
  return undefined;
};
