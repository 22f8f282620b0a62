/** The time of the event: as sent, corrected by the offset of the client's clock, or that of its arrival. */
import type { Step } from '../draft.ts';
import { reject } from '../rejection.ts';
import { aheadMsMax, readTimestamp } from '../../lookups/timestamp.ts';

/** How old an event from a public key may be; an older one counts as of its arrival. */
const publicAgeMsMax = 7 * 86_400_000;
/** The earliest event that a secret key may import: 2000-01-01. */
const importFromMs = 946_684_800_000;

export const time: Step = ({ arrival, event }) => {
  const sent = arrival.event.timestamp;
  if (sent === undefined) return undefined;
  const read = readTimestamp(sent);
  if (read === undefined) {
    return reject('INVALID_TIMESTAMP', 'timestamp: takes an ISO 8601 time or epoch milliseconds');
  }
  const timestamp = Math.floor(read + arrival.clockOffsetMs);
  if (arrival.keyType === 'secret' && timestamp < importFromMs) {
    return reject('INVALID_TIMESTAMP', 'timestamp: lies before 2000; as a number it takes milliseconds, not seconds');
  }
  if (!isUsable(timestamp, arrival.receivedAt, arrival.keyType === 'public')) return undefined;
  event.timestamp = timestamp;
  event.timestampSource = arrival.clockOffsetMs === 0 ? 'client' : 'corrected';
  return undefined;
};

function isUsable(timestamp: number, receivedAt: number, isPublic: boolean): boolean {
  return timestamp <= receivedAt + aheadMsMax && (!isPublic || timestamp >= receivedAt - publicAgeMsMax);
}
