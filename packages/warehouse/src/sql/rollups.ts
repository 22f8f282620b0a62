/** What the rollups hold of a range of whole hours. SQL text; values come as parameters. */
import type { ParameterValue } from '../port.ts';
import type { Dimension } from '../rollups/dimensions.ts';
import { ofWorkspace, withinKnownHours } from './events.ts';
import { dayMs, type Range } from './range.ts';

/** Bounds of the range, and where a second bucket begins, in epoch seconds; all times below are. */
const from = '{from:Int64}';
const to = '{to:Int64}';
const cut = '{cut:Int64}';

const daySeconds = dayMs / 1000;
const midnightBefore = (time: string) => `intDiv(${time}, ${daySeconds}) * ${daySeconds}`;
const midnightAfter = (time: string) => `intDiv(${time} + ${daySeconds - 1}, ${daySeconds}) * ${daySeconds}`;
const isBetween = (time: string, start: string, end: string) => `(${time} >= ${start} AND ${time} < ${end})`;

/** Rows by the hour, all of the range. */
export const inHours = `${ofWorkspace} AND ${isBetween('hour', from, to)}`;

/** Whether the day that a time is on lies in the range, and in one bucket. */
const isOnWholeDay = (time: string) =>
  `(${isBetween(time, midnightAfter(from), midnightBefore(to))} AND NOT ${isBetween(time, midnightBefore(cut), midnightAfter(cut))})`;

/** The time of what a row of `counters` counts: its hour, or midnight of its day. */
export const moment = "if(grain = 'return', previous, time)";

/**
 * The rows of `counters` to read: their occurrences sum to those of the range, their subjects to the distinct ones. A
 * subject counts when it comes back for the first time after `since`, to where it was last before: once however often it
 * was there. `since` is the range's start, or that of the bucket that a time is in. Whole days are read by the day, the
 * rest by the hour. A row of a day does not tell whether a last activity on the very day of `since` was before it: it
 * takes it to be after, and the row that has the same return by the hour of that activity makes up for it. Each part
 * bounds `time` by itself, so that the table's order prunes.
 */
export function counted(dimensions: readonly Dimension[], since: (time: string) => string = () => from): string {
  return `${ofWorkspace} AND dimension IN (${dimensions.map((name) => `'${name}'`).join(', ')}) AND (
      (grain = 'hour' AND ${isBetween('time', from, to)} AND NOT ${isOnWholeDay('time')} AND previous < ${since('time')})
      OR (grain = 'day' AND ${isOnWholeDay('time')} AND previous < ${since('time')})
      OR (grain = 'return' AND (${isBetween('time', midnightBefore(from), from)} OR ${isBetween('time', midnightBefore(cut), cut)})
        AND ${isOnWholeDay('previous')} AND ${isBetween('time', midnightBefore(since('previous')), since('previous'))}))`;
}

/** How often each value of the dimensions occurred in the range, and with how many subjects: `dimension`, `value`, `occurrences`, `subjects`. */
export function occurrences(...dimensions: readonly Dimension[]): string {
  return `
    SELECT dimension, value, sum(occurrences) AS occurrences, sum(subjects) AS subjects
    FROM counters
    WHERE ${counted(dimensions)}
    GROUP BY dimension, value
    HAVING occurrences > 0`;
}

export interface Buckets {
  /** Epoch milliseconds at which bucket 0 starts, at or before the range's start. */
  originMs: number;
  widthMs: number;
}

/** The number of the bucket that a time is in. */
export const bucketOf = (time: string) => `intDiv(toInt64(${time}) * 1000 - {originMs:Int64}, {widthMs:Int64})`;
/** When that bucket begins, as far as it is in the range. */
export const bucketStart = (time: string) =>
  `greatest(${from}, intDiv({originMs:Int64} + {widthMs:Int64} * ${bucketOf(time)}, 1000))`;

/** Values of the parameters that the text above uses, but for buckets. The range's bounds are whole hours. */
export function bindHours(workspaceId: string, range: Range): Record<string, ParameterValue> {
  const fromSeconds = withinKnownHours(range.startMs) / 1000;
  return { workspaceId, from: fromSeconds, to: withinKnownHours(range.endMs) / 1000, cut: fromSeconds };
}

/** Those of buckets, over `events` as well: of hours, of days or weeks from midnight, or two of any whole hours. */
export function bindBuckets({ originMs, widthMs }: Buckets): Record<string, ParameterValue> {
  return { originMs, widthMs, cut: withinKnownHours(originMs + widthMs) / 1000 };
}
