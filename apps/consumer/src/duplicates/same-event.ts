/** What makes two stored rows one event, and which of them stays. */
import type { EventRow } from '@footfall/warehouse';

export const dayMs = 86_400_000;

/** What the rule looks at, of two rows with the same workspace and id. */
export type Arrival = Pick<EventRow, 'timestamp' | 'receivedAt' | 'incarnation' | 'partition' | 'offset'>;

/** Whether the event was already more than a day old when it came. */
export function cameLate(row: Pick<EventRow, 'timestamp' | 'receivedAt'>): boolean {
  return row.receivedAt - row.timestamp > dayMs;
}

export function isSameLog(one: Arrival, other: Arrival): boolean {
  return one.partition === other.partition && one.incarnation === other.incarnation;
}

/** Whether `row` is a copy of `other`, which has the same id and workspace. Within a log the first offset is the event, whatever the clocks said. */
export function isSameEvent(other: Arrival, row: Arrival): boolean {
  const inSameLog = isSameLog(other, row);
  if (inSameLog && other.offset >= row.offset) return false;
  const laterMs = row.receivedAt - other.receivedAt;
  // One log may have been read days after another, so that what is stored already can have come days after `row`.
  if ((inSameLog ? laterMs : Math.abs(laterMs)) <= dayMs) return true;
  return (cameLate(row) || cameLate(other)) && other.timestamp === row.timestamp;
}

/** Orders rows by which of two copies in different logs stays: the one received first. */
export function byArrival(one: Arrival, other: Arrival): number {
  return (
    one.receivedAt - other.receivedAt ||
    compareText(one.incarnation, other.incarnation) ||
    one.partition - other.partition ||
    one.offset - other.offset
  );
}

function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
