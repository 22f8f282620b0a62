/** What the rollups hold of a range of whole hours. SQL text; values come as parameters, times in epoch seconds. */
import type { ParameterValue } from '../../driver/port.ts';
import type { Dimension } from '../dimensions.ts';
import { ofWorkspace, withinKnownHours } from './events.ts';
import { dayMs, type Range } from './range.ts';

const isBetween = (time: string, start: string, end: string) =>
  `(${time} >= {${start}:UInt32} AND ${time} < {${end}:UInt32})`;

/** Rows by the hour, all of the range. */
export const inHours = `${ofWorkspace} AND ${isBetween('hour', 'from', 'to')}`;

/** How a range is counted. Columns are those of `counters`. */
interface Counting {
  /** Before when a subject was last active that counts at a time: the start of the range, or of the bucket that the time is in. */
  since: (time: string) => string;
  /** Whether a time is on a day that is whole. */
  isByDay: (time: string) => string;
  /** Whether the last activity is on the day of `since`, before it. */
  isJustBefore: string;
}

const asOne: Counting = {
  since: () => '{from:UInt32}',
  isByDay: (time) => isBetween(time, 'firstMidnight', 'lastMidnight'),
  isJustBefore: isBetween('time', 'fromDay', 'from'),
};

/** All begin at midnight, but for the first, and for the second when there are two: then that cuts a day. */
const inBuckets: Counting = {
  since: (time) => `greatest({from:UInt32}, intDiv({originMs:Int64} + {widthMs:Int64} * ${bucketOf(time)}, 1000))`,
  isByDay: (time) => `(${asOne.isByDay(time)} AND NOT ${isBetween(time, 'cutDay', 'cutDayEnd')})`,
  isJustBefore: `(${asOne.isJustBefore} AND previous < {cut:UInt32} OR ${isBetween('time', 'cutDay', 'cut')} AND previous >= {cut:UInt32})`,
};

/**
 * The rows of `counters` whose occurrences sum to those of the range, and their subjects to the distinct ones. A subject
 * counts when it comes back for the first time after `since`, to where it was last before: once however often it was
 * there. Whole days are read by the day, the rest by the hour. A day's row gives the last activity as the end of its day,
 * so it leaves out who was active on the day of `since` before it: those are read by the hour of that activity.
 */
function counted(dimensions: readonly Dimension[], { since, isByDay, isJustBefore }: Counting): string {
  return `${ofWorkspace} AND dimension IN (${dimensions.map((name) => `'${name}'`).join(', ')}) AND (
      grain = 'hour' AND ${isBetween('time', 'from', 'to')} AND NOT ${isByDay('time')} AND previous < ${since('time')}
      OR grain = 'day' AND ${isByDay('time')} AND previous < ${since('time')}
      OR grain = 'return' AND ${isByDay('previous')} AND ${isJustBefore})`;
}

/** The breakdown of the range: `dimension, value, count, uniques`. */
export function breakdownOfRollups(dimensions: readonly Dimension[]): string {
  return `
    SELECT dimension, value, sum(occurrences) AS count, sum(subjects) AS uniques
    FROM counters
    WHERE ${counted(dimensions, asOne)}
    GROUP BY dimension, value
    HAVING uniques > 0`;
}

export interface Buckets {
  /** Epoch milliseconds at which bucket 0 starts, at or before the range's start. */
  originMs: number;
  widthMs: number;
}

/** The number of the bucket that a time is in. */
export function bucketOf(time: string): string {
  return `intDiv(toInt64(${time}) * 1000 - {originMs:Int64}, {widthMs:Int64})`;
}

/** The distinct subjects of each bucket: `bucket`, `subjects`, to be summed by it. */
export function subjectsByBucket(dimension: Dimension): string {
  return `
    SELECT ${bucketOf("if(grain = 'return', previous, time)")} AS bucket, subjects
    FROM counters
    WHERE ${counted([dimension], inBuckets)}`;
}

/** Values of the parameters that the text above uses, in epoch seconds. The range's bounds are whole hours. */
export function bindHours(workspaceId: string, { startMs, endMs }: Range): Record<string, ParameterValue> {
  const from = secondsOf(startMs);
  const to = secondsOf(endMs);
  return {
    workspaceId,
    from,
    to,
    fromDay: midnightBefore(from),
    firstMidnight: midnightAfter(from),
    lastMidnight: midnightBefore(to),
  };
}

/** Those of buckets, over `events` as well: of hours, of days or weeks from midnight, or two of any whole hours. */
export function bindBuckets({ originMs, widthMs }: Buckets): Record<string, ParameterValue> {
  const cut = secondsOf(originMs + widthMs);
  return { originMs, widthMs, cut, cutDay: midnightBefore(cut), cutDayEnd: midnightAfter(cut) };
}

const daySeconds = dayMs / 1000;
const secondsOf = (epochMs: number) => withinKnownHours(epochMs) / 1000;
const midnightBefore = (seconds: number) => seconds - (seconds % daySeconds);
const midnightAfter = (seconds: number) => secondsOf(Math.ceil(seconds / daySeconds) * dayMs);
