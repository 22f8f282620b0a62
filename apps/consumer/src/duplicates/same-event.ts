/** The rule that decides whether two rows are one event. */
import { isSamePartition } from '@footfall/bus';
import { dayMs } from '@footfall/schemas';
import type { EventRow } from '@footfall/warehouse';

/** The columns that the rule compares, of two events with the same workspace and ID. */
export type LoggedEvent = Pick<EventRow, 'timestamp' | 'receivedAt' | 'topicId' | 'partition' | 'offset'>;

/** Returns true if the event was more than a day old when it arrived. */
export function cameLate(row: Pick<EventRow, 'timestamp' | 'receivedAt'>): boolean {
  return row.receivedAt - row.timestamp > dayMs;
}

/**
 * Returns true if `row` is a duplicate of `other`, which has the same ID and workspace. Within a partition the first offset is
 * the event, regardless of the clocks. In different partitions (another topic ID, more partitions, keys of an earlier version) the one stored first is the event.
 */
export function isSameEvent(other: LoggedEvent, row: LoggedEvent): boolean {
  const inSameLog = isSamePartition(other, row);
  if (inSameLog && other.offset >= row.offset) return false;
  const laterMs = row.receivedAt - other.receivedAt;
  // One partition may be read days after another, so the stored row may have arrived days after `row`.
  if ((inSameLog ? laterMs : Math.abs(laterMs)) <= dayMs) return true;
  return (cameLate(row) || cameLate(other)) && other.timestamp === row.timestamp;
}
