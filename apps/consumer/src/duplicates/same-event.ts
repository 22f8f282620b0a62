/** What makes two rows one event. */
import type { EventRow } from '@footfall/warehouse';

export const dayMs = 86_400_000;

/** What the rule looks at, of two rows with the same workspace and id. */
export type Arrival = Pick<EventRow, 'timestamp' | 'receivedAt' | 'incarnation' | 'partition' | 'offset'>;

/** Whether the event was already more than a day old when it came. */
export function cameLate(row: Pick<EventRow, 'timestamp' | 'receivedAt'>): boolean {
  return row.receivedAt - row.timestamp > dayMs;
}

/**
 * Whether `row` is a duplicate of `other`, which has the same id and workspace. Within a partition the first offset is
 * the event, whatever the clocks said. In different ones (another topic ID, more partitions, keys of an earlier version) it is the one stored first.
 */
export function isSameEvent(other: Arrival, row: Arrival): boolean {
  const inSameLog = other.partition === row.partition && other.incarnation === row.incarnation;
  if (inSameLog && other.offset >= row.offset) return false;
  const laterMs = row.receivedAt - other.receivedAt;
  // One partition may be read days after another, so that what is stored already can have come days after `row`.
  if ((inSameLog ? laterMs : Math.abs(laterMs)) <= dayMs) return true;
  return (cameLate(row) || cameLate(other)) && other.timestamp === row.timestamp;
}
