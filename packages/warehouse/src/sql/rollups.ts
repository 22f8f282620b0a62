/** What the rollups hold of a range of whole hours. SQL text; values come as parameters. */
import type { ParameterValue } from '../port.ts';
import type { Dimension } from '../rollups/dimensions.ts';
import { ofWorkspace, withinKnownHours } from './events.ts';
import { dayMs, type Range } from './range.ts';

const fromHour = '{fromHour:UInt32}';

/** Rows by the hour, all of the range. */
export const inHours = `${ofWorkspace} AND hour >= ${fromHour} AND hour < {toHour:UInt32}`;

/** A range is read by the day as far as it consists of days, and by the hour at its edges, and where a bucket begins inside a day. */
const isWholeDay = (day: string) => `${day} >= {firstDay:Date} AND ${day} < {endDay:Date} AND ${day} != {cutDay:Date}`;
export const inWholeDays = `${ofWorkspace} AND ${isWholeDay('day')}`;
export const atEdges = `${inHours} AND NOT (${isWholeDay('toDate(hour)')})`;

const of = (dimensions: readonly Dimension[]) => `dimension IN (${dimensions.map((name) => `'${name}'`).join(', ')})`;

/** When a row begins, in epoch milliseconds. */
const beginMs = { hour: 'toUInt32(hour) * 1000', day: `toUInt16(day) * ${dayMs}` } as const;
type Time = keyof typeof beginMs;

/** How often values of dimensions occurred: `SELECT <columns>` of each row, whose number is `n`. */
export function counts(dimensions: readonly Dimension[], columns: string): string {
  return `SELECT ${columns} FROM counts_by_hour WHERE ${atEdges} AND ${of(dimensions)}
    UNION ALL SELECT ${columns} FROM counts_by_day WHERE ${inWholeDays} AND ${of(dimensions)}`;
}

/**
 * Distinct subjects of values of dimensions: `SELECT <columns>` of each row, whose number is `n`; they sum to the subjects
 * of the range. A subject counts when it comes back for the first time after `since`, to where it was last before: once
 * however often it was there, and exactly. `since` is the range's start, or that of the bucket that a time is in.
 */
export function returns(
  dimensions: readonly Dimension[],
  columns: (time: Time) => string,
  since: (time: Time) => string = () => fromHour,
): string {
  const sinceDay = `toDate(toDateTime(${since('day')}))`;
  return `SELECT ${columns('hour')} FROM returns_by_hour
      WHERE ${atEdges} AND ${of(dimensions)} AND previous_hour < ${since('hour')}
    UNION ALL SELECT ${columns('day')} FROM returns_by_day
      WHERE ${inWholeDays} AND ${of(dimensions)} AND previous_day < ${sinceDay}
    UNION ALL SELECT ${columns('day')} FROM returns_by_previous_hour
      WHERE ${inWholeDays} AND ${of(dimensions)}
        AND (toDate(previous_hour) = {fromDay:Date} OR toDate(previous_hour) = {cutDay:Date})
        AND toDate(previous_hour) = ${sinceDay} AND previous_hour < ${since('day')}`;
}

/** How often each value of the dimensions occurred in the range, and with how many subjects: `dimension`, `value`, `occurrences`, `subjects`. */
export function occurrences(...dimensions: readonly Dimension[]): string {
  return `
    SELECT dimension, value, sum(n) AS occurrences, sum(m) AS subjects
    FROM (
      ${counts(dimensions, 'dimension, value, n, 0 AS m')}
      UNION ALL ${returns(dimensions, () => 'dimension, value, 0, n')}
    )
    GROUP BY dimension, value
    HAVING occurrences > 0`;
}

export interface Buckets {
  /** Epoch milliseconds at which bucket 0 starts, at or before the range's start. */
  originMs: number;
  widthMs: number;
}

/** The number of the bucket that a row is in. */
export const bucketOf = (time: Time) => `intDiv(toInt64(${beginMs[time]}) - {originMs:Int64}, {widthMs:Int64})`;
/** When that bucket begins, as far as it is in the range, in epoch seconds. */
export const bucketStart = (time: Time) =>
  `greatest(${fromHour}, intDiv({originMs:Int64} + {widthMs:Int64} * ${bucketOf(time)}, 1000))`;

const noDay = '1970-01-01';

/** Values of the parameters that the text above uses, but for buckets. The range's bounds are whole hours. */
export function bindHours(workspaceId: string, range: Range): Record<string, ParameterValue> {
  const fromMs = withinKnownHours(range.startMs);
  const toMs = withinKnownHours(range.endMs);
  const firstDayMs = Math.ceil(fromMs / dayMs) * dayMs;
  return {
    workspaceId,
    fromHour: fromMs / 1000,
    toHour: toMs / 1000,
    fromDay: dateOf(fromMs),
    firstDay: dateOf(firstDayMs),
    endDay: dateOf(Math.max(firstDayMs, toMs)),
    cutDay: noDay,
  };
}

/** Those of buckets, over `events` as well: of hours, of days or weeks from midnight, or two of any whole hours. */
export function bindBuckets({ originMs, widthMs }: Buckets): Record<string, ParameterValue> {
  const secondMs = withinKnownHours(originMs + widthMs);
  return {
    originMs,
    widthMs,
    cutDay: secondMs % dayMs === 0 ? noDay : dateOf(secondMs),
  };
}

const dateOf = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 10);
