/** What the rollups have of a range of whole hours. SQL text; values come as parameters, times in epoch seconds. */
import type { ParameterValue } from '../../driver/port.ts';
import type { Dimension } from '../dimensions.ts';
import { ofWorkspace, withinKnownHours } from './events.ts';
import { dayMs, type Range } from './range.ts';

/** Sums that the breakdown has under dimensions of their own, without values and uniques: sessions are counted in the hour of their start. */
type Sum = 'pageview' | 'session' | 'duration' | 'bounce' | 'dead_session' | 'rage_session';

const isBetween = (time: string, start: string, end: string) =>
  `(${time} >= {${start}:UInt32} AND ${time} < {${end}:UInt32})`;

/** Rows by the hour, all of the range. */
export const inHours = `${ofWorkspace} AND ${isBetween('hour', 'from', 'to')}`;

/** How a range is counted. Columns are those of `breakdown`. */
interface Counting {
  /** The time before which a distinct visitor must have been seen last to count at a time: the start of the range, or of the bucket of the time. */
  since: (time: string) => string;
  /** Whether a time is on a day that is read as a whole. */
  isByDay: (time: string) => string;
  /** Whether the visitor was last seen on the day of `since`, before it. */
  isJustBefore: string;
}

const asOne: Counting = {
  since: () => '{from:UInt32}',
  isByDay: (time) => isBetween(time, 'firstMidnight', 'lastMidnight'),
  isJustBefore: isBetween('time', 'fromDay', 'from'),
};

/** All begin at midnight, but for the first, and for the second when there are two: that one cuts a day. Buckets of hours have no days. */
const inBuckets: Counting = {
  since: (time) => `greatest({from:UInt32}, intDiv({originMs:Int64} + {widthMs:Int64} * ${bucketOf(time)}, 1000))`,
  isByDay: (time) => `(${asOne.isByDay(time)} AND NOT ${isBetween(time, 'cutDay', 'cutDayEnd')})`,
  isJustBefore: `(${asOne.isJustBefore} AND last_seen < {cut:UInt32} OR ${isBetween('time', 'cutDay', 'cut')} AND last_seen >= {cut:UInt32})`,
};

/**
 * The rows of `breakdown` whose counts sum to those of the range, and their uniques to the distinct ones. A visitor counts
 * in the first hour after `since`: once, however often it is seen. Whole days are read by the day, the rest by the hour.
 * A day's row has the last-seen hour as the end of its day, so it leaves out visitors who were last seen on the day of
 * `since` before it: those are found by that hour.
 */
function counted(dimensions: readonly (Dimension | Sum)[], { since, isByDay, isJustBefore }: Counting): string {
  return `${ofWorkspace} AND dimension IN (${dimensions.map((name) => `'${name}'`).join(', ')}) AND (
      grain = 'hour' AND ${isBetween('time', 'from', 'to')} AND NOT ${isByDay('time')} AND last_seen < ${since('time')}
      OR grain = 'day' AND ${isByDay('time')} AND last_seen < ${since('time')}
      OR grain = 'reverse' AND ${isByDay('last_seen')} AND ${isJustBefore})`;
}

/** The breakdown of the range: `dimension, value, count, uniques`. */
export function breakdownOfRollups(dimensions: readonly Dimension[]): string {
  return `
    SELECT dimension, value, sum(breakdown.count) AS count, sum(breakdown.uniques) AS uniques
    FROM breakdown
    WHERE ${counted(dimensions, asOne)}
    GROUP BY dimension, value
    HAVING count != 0 OR uniques != 0`;
}

export interface Buckets {
  /** Epoch milliseconds at which bucket 0 starts, at or before the range's start. */
  originMs: number;
  widthMs: number;
}

/** The number of the bucket of a time. */
function bucketOf(time: string): string {
  return `intDiv(toInt64(${time}) * 1000 - {originMs:Int64}, {widthMs:Int64})`;
}

/** The breakdown of each bucket of the range: `bucket, dimension, count, uniques`, to be summed. */
export function breakdownByBucket(dimensions: readonly (Dimension | Sum)[]): string {
  return `
    SELECT ${bucketOf("if(grain = 'reverse', last_seen, time)")} AS bucket, dimension, count, uniques
    FROM breakdown
    WHERE ${counted(dimensions, inBuckets)}`;
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
  const bounds = { originMs, widthMs, cut, cutDay: midnightBefore(cut), cutDayEnd: midnightAfter(cut) };
  return widthMs < dayMs ? { ...bounds, ...noWholeDay } : bounds;
}

const daySeconds = dayMs / 1000;
/** Instead of those of the range: a day has several buckets. */
const noWholeDay = { firstMidnight: 0, lastMidnight: 0, fromDay: 0 };
const secondsOf = (epochMs: number) => withinKnownHours(epochMs) / 1000;
const midnightBefore = (seconds: number) => seconds - (seconds % daySeconds);
const midnightAfter = (seconds: number) => secondsOf(Math.ceil(seconds / daySeconds) * dayMs);
