/** The earlier range that a range is compared with. */
import { dayMs } from '@footfall/schemas';
import { type Range, yearsAfter } from './range.ts';
import { instantAt, localAt, type Zone } from './zone.ts';

export const comparisons = ['previous', 'year'] as const;
export type Comparison = (typeof comparisons)[number];

/**
 * Returns the range that `range` is compared with; undefined without a comparison. If `range` is not over at `nowMs`, only the part that corresponds
 * to its elapsed part is returned, so that a morning is not compared with a day.
 */
export function comparedRange(
  range: Range,
  comparison: Comparison | undefined,
  zone: Zone,
  nowMs = Infinity,
): Range | undefined {
  const elapsedUntilMs = Math.min(Math.max(range.startMs, nowMs), range.endMs);
  if (comparison === 'year') return yearBefore({ startMs: range.startMs, endMs: elapsedUntilMs }, zone);
  // Empty while clocks that were set back across midnight show the day before again.
  return (
    comparison && { startMs: timeBefore(range.startMs, range, zone), endMs: timeBefore(elapsedUntilMs, range, zone) }
  );
}

/** The same local dates a year earlier; empty if that year has none of them. */
function yearBefore({ startMs, endMs }: Range, zone: Zone): Range {
  const endLocalMs = dayOrTimeAt(endMs, zone);
  // The last date is shifted, not the midnight that ends it: that of 28 February may become one of 29 February.
  const endEarlierMs = Math.min(yearEarlier(endLocalMs), yearEarlier(endLocalMs - 1) + 1);
  const startEarlierMs = yearEarlier(dayOrTimeAt(startMs, zone));
  // An empty range that starts on 1 March would end on 29 February.
  return {
    startMs: instantAt(startEarlierMs, zone),
    endMs: instantAt(Math.max(startEarlierMs, endEarlierMs), zone),
  };
}

/** The same local time a year earlier; if that year has no 29 February, the end of the 28th. */
function yearEarlier(localMs: number): number {
  const earlierMs = yearsAfter(localMs, -1);
  const exists = new Date(earlierMs).getUTCDate() === new Date(localMs).getUTCDate();
  return exists ? earlierMs : Math.floor(earlierMs / dayMs) * dayMs;
}

/** The same local time as many days earlier as the range has; if it is not of whole days, the instant that is earlier by its length. */
function timeBefore(epochMs: number, range: Range, zone: Zone): number {
  const days = wholeDaysOf(range, zone);
  if (Number.isNaN(days)) return epochMs - (range.endMs - range.startMs);
  return instantAt(dayOrTimeAt(epochMs, zone) - days * dayMs, zone);
}

/**
 * Returns a function that moves the start of a part of `range` into the range that it is compared with: to the same local time a year earlier, or as many
 * local days earlier as the range has; if it is not of whole days, earlier by its length.
 */
export function movedStart(range: Range, comparison: Comparison, zone: Zone): (startMs: number) => number {
  const days = wholeDaysOf(range, zone);
  if (comparison === 'previous' && Number.isNaN(days)) return (startMs) => startMs - (range.endMs - range.startMs);
  const earlier = comparison === 'year' ? yearEarlier : (localMs: number) => localMs - days * dayMs;
  return (startMs) => {
    const localMs = dayOrTimeAt(startMs, zone);
    // The second of two hours of one name moves to the second one, if there are two.
    const sinceFirstMs = startMs - instantAt(localMs, zone);
    return instantAt(earlier(localMs), zone) + sinceFirstMs;
  };
}

/** The number of local days; NaN if the range does not begin and end with a day. */
function wholeDaysOf({ startMs, endMs }: Range, zone: Zone): number {
  return localDayAt(endMs, zone) - localDayAt(startMs, zone);
}

/** The local time at an instant; where a day begins, its midnight, even if clocks skip that. */
function dayOrTimeAt(epochMs: number, zone: Zone): number {
  const day = localDayAt(epochMs, zone);
  return Number.isNaN(day) ? localAt(epochMs, zone) : day * dayMs;
}

/** The local day that begins at an instant, counted from 1970-01-01; NaN if none does. */
function localDayAt(epochMs: number, zone: Zone): number {
  const day = Math.floor(localAt(epochMs, zone) / dayMs);
  return instantAt(day * dayMs, zone) === epochMs ? day : NaN;
}
