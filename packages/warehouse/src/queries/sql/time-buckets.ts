/** The buckets of a time series: hours, days, weeks or months that the range touches. */
import { AppError } from '@footfall/errors';
import type { Granularity } from './parameters.ts';
import { dayMs, hourMs, type Range } from './range.ts';
import type { Buckets } from './slice.ts';

const bucketsMax = 10_000;

export interface TimeBuckets {
  buckets: Buckets;
  /** As responses show them: a date, and with the hour where the buckets are hours. */
  dates: readonly string[];
}

/** Day 0 of the epoch was a Thursday, so weeks start on Monday counted from three days before it. */
const fixed = {
  hour: { widthMs: hourMs, anchorMs: 0 },
  day: { widthMs: dayMs, anchorMs: 0 },
  week: { widthMs: 7 * dayMs, anchorMs: -3 * dayMs },
} as const;

/** The first bucket is whole. Throws BAD_REQUEST when they are too many. */
export function timeBuckets(range: Range, granularity: Granularity): TimeBuckets {
  if (granularity === 'month') {
    const startsMs = monthsOf(range);
    return { buckets: { startsMs }, dates: startsMs.map((startMs) => dateOf(startMs, granularity)) };
  }
  const { widthMs, anchorMs } = fixed[granularity];
  const originMs = anchorMs + Math.floor((range.startMs - anchorMs) / widthMs) * widthMs;
  const length = Math.ceil((range.endMs - originMs) / widthMs);
  if (length > bucketsMax) {
    throw new AppError(
      'BAD_REQUEST',
      `granularity must give at most ${bucketsMax} buckets; by ${granularity} this range has ${length}`,
    );
  }
  const dates = Array.from({ length }, (_, index) => dateOf(originMs + index * widthMs, granularity));
  return { buckets: { originMs, widthMs }, dates };
}

function monthsOf({ startMs, endMs }: Range): number[] {
  const start = new Date(startMs);
  const months: number[] = [];
  for (let month = start.getUTCMonth(); ; month += 1) {
    const monthMs = new Date(0).setUTCFullYear(start.getUTCFullYear(), month, 1);
    if (monthMs >= endMs) return months;
    months.push(monthMs);
  }
}

function dateOf(epochMs: number, granularity: Granularity): string {
  const text = new Date(epochMs).toISOString();
  return granularity === 'hour' ? `${text.slice(0, 19)}Z` : text.slice(0, 10);
}
