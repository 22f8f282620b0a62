/** What is read of a breakdown: some dimensions in a range, of all of it or of each bucket. */
import type { Dimension } from '../dimensions.ts';
import type { Range } from './range.ts';

/**
 * Buckets of hours, or of days or longer from midnight. The first one starts at or before the range. Those of equal width are
 * told by it; others by the times at which they start, epoch milliseconds.
 */
export type Buckets = { originMs: number; widthMs: number } | { startsMs: readonly number[] };

export interface Slice {
  /** Of whole hours when it is read from rollups. */
  range: Range;
  dimensions: readonly Dimension[];
  /** The dimensions then have no values of their own: the value of a row is the number of its bucket. */
  buckets?: Buckets | undefined;
  /** Whether the values of each dimension are counted, listed or not. */
  countsValues?: boolean | undefined;
}

/** The number of the bucket of an epoch time, as SQL; a unit of that time has `unitMs`. */
export function bucketOf(time: string, buckets: Buckets, unitMs: number): string {
  if ('widthMs' in buckets) return `intDiv(${time} - ${buckets.originMs / unitMs}, ${buckets.widthMs / unitMs})`;
  const starts = startsOf(buckets, unitMs);
  return `indexOf(${starts}, roundDown(${time}, ${starts})) - 1`;
}

/** When the buckets start, as an array in SQL. */
export const startsOf = ({ startsMs }: { startsMs: readonly number[] }, unitMs: number) =>
  `[${startsMs.map((startMs) => startMs / unitMs).join(', ')}]`;

/** The ranges without those that others contain, and with those joined that meet. */
export function joinRanges(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1);
    if (last && range.startMs <= last.endMs) last.endMs = Math.max(last.endMs, range.endMs);
    else joined.push({ ...range });
  }
  return joined;
}
