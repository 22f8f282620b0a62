/** The breakdown as the rollups have it, of ranges of whole hours. Times in SQL are epoch seconds. */
import { dayMs, hourMs } from '@footfall/schemas';
import { pathTime, sqlList } from '../breakdown-dimensions.ts';
import type { Buckets } from '../time/time-buckets.ts';
import { ofWorkspace, withinKnownHours } from './events.ts';
import { bucketOf, bucketStartOf, type Slice } from './slice.ts';

/** The columns of a breakdown, in no order: each slice is read separately, from the rows that it needs. */
export function breakdownOfRollups(slices: readonly Slice[]): string {
  return slices
    .flatMap((slice, index) => selectsOf(slice).map((select) => selectText(slice, select, index)))
    .join('\n    UNION ALL');
}

/** The rows that one SELECT reads: those of some dimensions of a slice. */
interface Select {
  /** The stored dimensions that are read. */
  stored: readonly string[];
  /** The dimension of a row, and its sums, as SQL. */
  dimension: string;
  sums: Readonly<Record<'count' | 'uniques' | 'engagedMs' | 'left', string>>;
}

/** The time of a path is stored as a separate dimension, and the pageviews of `place` are those of its path: their rows are read together. */
function selectsOf({ dimensions }: Slice): Select[] {
  const others = dimensions.filter((name) => name !== 'place');
  const none = { engagedMs: 'toInt64(0)', left: 'toInt64(0)' };
  const time = { engagedMs: sumIf('count', isTime), left: sumIf('uniques', isTime) };
  const selects: Select[] = [];
  if (others.includes('path')) {
    selects.push({
      stored: [...others, pathTime.name],
      dimension: `if(${isTime}, 'path', breakdown.dimension)`,
      sums: { count: sumIf('count', `NOT ${isTime}`), uniques: sumIf('uniques', `NOT ${isTime}`), ...time },
    });
  } else if (others.length > 0) {
    const sums = { count: 'sum(breakdown.count)', uniques: 'sum(breakdown.uniques)', ...none };
    selects.push({ stored: others, dimension: 'dimension', sums });
  }
  if (dimensions.includes('place')) {
    selects.push({
      stored: ['path', 'place', pathTime.name],
      dimension: "'place'",
      sums: { count: sumIf('count', isOf('path')), uniques: sumIf('uniques', isOf('place')), ...time },
    });
  }
  return selects;
}

const isOf = (dimension: string) => `breakdown.dimension = '${dimension}'`;
const isTime = isOf(pathTime.name);
const sumIf = (column: 'count' | 'uniques', condition: string) => `sumIf(breakdown.${column}, ${condition})`;

function selectText(slice: Slice, { stored, dimension, sums }: Select, index: number): string {
  const value = slice.buckets ? `toString(${bucketOfRow(slice.buckets)})` : 'value';
  // Without the name of its table, `dimension` is the column of the result, by which nothing is pruned. The engine would move the
  // conditions of a WHERE to PREWHERE, and needs up to a millisecond for it.
  return `
    SELECT ${index} AS slice, ${dimension} AS dimension, ${value} AS value,
      ${sums.count} AS count, ${sums.uniques} AS uniques, ${sums.engagedMs} AS engagedMs, ${sums.left} AS left
    FROM breakdown
    PREWHERE ${ofWorkspace} AND breakdown.dimension IN ${sqlList(stored)} AND (${rowsOf(slice).join('\n      OR ')})
    GROUP BY ALL
    HAVING count != 0 OR uniques != 0 OR engagedMs != 0 OR left != 0`;
}

const between = (column: string, from: number, to: number) => `${column} >= ${from} AND ${column} < ${to}`;

/**
 * The rows whose counts sum to those of the slice, and their uniques to the distinct ones: one condition for each grain.
 * Whole days are read by the day, the rest by the hour. A visitor counts in the first hour of a bucket in which it is seen,
 * which is a pair whose last-seen hour is before the bucket, or before the range where the range cuts the bucket.
 * A day's row has the last-seen hour as the end of its day, so it leaves out visitors who were last seen on the day that
 * the range begins in, before it does: those are found by that hour, in the reverse rows.
 */
function rowsOf({ range, buckets }: Slice): string[] {
  const from = secondsOf(range.startMs);
  const to = secondsOf(range.endMs);
  // Every pair has its last-seen hour before its own hour.
  if (buckets && areOf(buckets, hourMs)) return [`grain = 'hour' AND ${between('time', from, to)}`];
  // Days of a time zone contain parts of two days of UTC.
  if (buckets && !startAtMidnights(buckets)) {
    return [`grain = 'hour' AND ${between('time', from, to)}${beforeBucket(from, buckets)}`];
  }

  const firstMidnight = midnightAfter(from);
  const lastMidnight = midnightBefore(to);
  if (firstMidnight > lastMidnight) return [`grain = 'hour' AND ${between('time', from, to)} AND last_seen < ${from}`];

  const secondBucket = buckets ? endOfFirst(buckets) : to;
  const lastBucket = buckets ? Math.max(from, startBefore(lastMidnight, buckets)) : from;
  const rows: string[] = [];
  if (from < firstMidnight)
    rows.push(`grain = 'hour' AND ${between('time', from, firstMidnight)} AND last_seen < ${from}`);
  if (lastMidnight < to)
    rows.push(`grain = 'hour' AND ${between('time', lastMidnight, to)} AND last_seen < ${lastBucket}`);
  if (firstMidnight < lastMidnight) {
    rows.push(`grain = 'day' AND ${between('time', firstMidnight, lastMidnight)}${beforeBucket(from, buckets)}`);
    const endOfWhole = Math.min(secondBucket, lastMidnight);
    if (from < firstMidnight && firstMidnight < endOfWhole) {
      rows.push(
        `grain = 'reverse' AND ${between('time', midnightBefore(from), from)} AND ${between('last_seen', firstMidnight, endOfWhole)}`,
      );
    }
  }
  // A range outside of the times that can be stored has no rows.
  return rows.length > 0 ? rows : ['false'];
}

/** The condition that a pair was last seen before its bucket. A day's pair, of two days, always was when the buckets are days of UTC. */
function beforeBucket(from: number, buckets: Buckets | undefined): string {
  if (!buckets) return ` AND last_seen < ${from}`;
  if (areOf(buckets, dayMs) && startAtMidnights(buckets)) return '';
  return ` AND last_seen < greatest(${from}, ${bucketStartOf('toInt64(time)', buckets, 1000)})`;
}

/** Returns true if all buckets, which are of days or longer, are of whole days of UTC. */
function startAtMidnights(buckets: Buckets): boolean {
  return buckets.every(({ startMs, widthMs, count }) => isMidnight(startMs) && (count === 1 || isMidnight(widthMs)));
}

/** The number of the bucket that a row counts in. Reverse rows are read of the first bucket only. */
const bucketOfRow = (buckets: Buckets) => `if(grain = 'reverse', 0, ${bucketOf('toInt64(time)', buckets, 1000)})`;

/** Returns true if every bucket has this width. */
const areOf = (buckets: Buckets, lengthMs: number) => buckets.every(({ widthMs }) => widthMs === lengthMs);

function endOfFirst([first, second]: Buckets): number {
  if (first && first.count > 1) return secondsOf(first.startMs + first.widthMs);
  return second ? secondsOf(second.startMs) : Infinity;
}

/** The start of the bucket of a time, epoch seconds. */
function startBefore(seconds: number, buckets: Buckets): number {
  const run = buckets.findLast(({ startMs }) => startMs / 1000 <= seconds);
  if (!run) return seconds;
  const index = run.count === 1 ? 0 : Math.floor((seconds * 1000 - run.startMs) / run.widthMs);
  return (run.startMs + index * run.widthMs) / 1000;
}

const isMidnight = (ms: number) => ms % dayMs === 0;
const daySeconds = dayMs / 1000;
const secondsOf = (epochMs: number) => withinKnownHours(epochMs) / 1000;
const midnightBefore = (seconds: number) => seconds - (seconds % daySeconds);
const midnightAfter = (seconds: number) => secondsOf(Math.ceil(seconds / daySeconds) * dayMs);

/** The hours of a range, for tables by the hour. */
export const inHours = ({ startMs, endMs }: Slice['range']) => between('hour', secondsOf(startMs), secondsOf(endMs));
