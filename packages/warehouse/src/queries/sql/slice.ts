/** A slice of a breakdown: some dimensions in a range, of all of it or of each bucket. */
import type { BreakdownDimension } from '../breakdown-dimensions.ts';
import type { Range } from '../time/range.ts';
import type { Buckets, Run } from '../time/time-buckets.ts';

export interface Slice {
  /** A range of whole hours if it is read from rollups. */
  range: Range;
  dimensions: readonly BreakdownDimension[];
  /** Only dimensions without values can have buckets: the value of a row is then the number of its bucket. */
  buckets?: Buckets | undefined;
  /** True if the values of each dimension are counted, listed or not. */
  countsValues?: boolean | undefined;
}

/** The number of the bucket of an epoch time, as SQL; a unit of that time has `unitMs`. */
export function bucketOf(time: string, buckets: Buckets, unitMs: number): string {
  const [first, another] = buckets;
  const { starts, start, ofRun } = runsIn(time, buckets, unitMs);
  if (isOfOneEach(buckets)) return `indexOf(${starts}, ${start}) - 1`;
  if (first && !another) return `intDiv(${time} - ${first.startMs / unitMs}, ${first.widthMs / unitMs})`;
  let count = 0;
  const before = ofRun((run) => (count += run.count) - run.count);
  return `${before} + intDiv(${time} - ${start}, ${ofRun(({ widthMs }) => widthMs / unitMs)})`;
}

/** The start of the bucket of an epoch time, in its unit, as SQL. */
export function bucketStartOf(time: string, buckets: Buckets, unitMs: number): string {
  const [first, another] = buckets;
  const { start, ofRun } = runsIn(time, buckets, unitMs);
  if (isOfOneEach(buckets)) return start;
  if (first && !another) {
    return `${first.startMs / unitMs} + ${first.widthMs / unitMs} * ${bucketOf(time, buckets, unitMs)}`;
  }
  const width = ofRun(({ widthMs }) => widthMs / unitMs);
  return `${start} + ${width} * intDiv(${time} - ${start}, ${width})`;
}

/** The width of a bucket that is alone in its run may be any number, including fractions of a unit: only its start is used. */
const isOfOneEach = (runs: Buckets) => runs.every(({ count }) => count === 1);

/** SQL about the run of a time: the starts of all runs, its own, and any other number of it. */
function runsIn(time: string, runs: Buckets, unitMs: number) {
  const listOf = (numberOf: (run: Run) => number) => `[${runs.map(numberOf).join(', ')}]`;
  const starts = listOf(({ startMs }) => startMs / unitMs);
  const start = `roundDown(${time}, ${starts})`;
  return {
    starts,
    start,
    ofRun: (numberOf: (run: Run) => number) => `transform(${start}, ${starts}, ${listOf(numberOf)}, 0)`,
  };
}
