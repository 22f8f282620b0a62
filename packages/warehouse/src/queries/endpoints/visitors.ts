/** Visitors time series: visitors and sessions in every hour, day or week of a range. */
import { AppError } from '@footfall/errors';
import { z } from 'zod';
import { defineQuery } from '../query.ts';
import { scopeOf } from '../scope.ts';
import { granularities, granularityParam, type Granularity, rangeParams } from '../sql/parameters.ts';
import { dayMs, hourMs, type Range, resolveRange } from '../sql/range.ts';
import type { Buckets } from '../sql/slice.ts';
import { noTraffic } from '../sql/traffic.ts';
import { count } from './result-fields.ts';

const bucketsMax = 10_000;

/** Day 0 of the epoch was a Thursday, so weeks start on Monday counted from three days before it. */
const widthMs: Readonly<Record<Granularity, number>> = { hour: hourMs, day: dayMs, week: 7 * dayMs };
const anchorMs: Readonly<Record<Granularity, number>> = { hour: 0, day: 0, week: -3 * dayMs };

export const visitors = defineQuery({
  name: 'visitors',
  summary: 'Visitors and sessions in every hour, day or week of the range, zeros included.',
  params: z.object({ ...rangeParams, granularity: granularityParam }),
  result: z.strictObject({
    data: z.array(z.strictObject({ date: z.string(), visitors: count, sessions: count })).max(bucketsMax),
    granularity: z.enum(granularities),
  }),
  cacheTtlSeconds: 300,
  resolve({ granularity = 'day', ...params }, nowMs) {
    const range = resolveRange(params, nowMs);
    return { granularity, range, buckets: bucketsOf(range, granularity) };
  },
  async run({ granularity, range, buckets }, { workspaceId, source, figures }) {
    const traffic = await figures.series(scopeOf(workspaceId, source, range), buckets);
    const data = Array.from({ length: buckets.count }, (_, bucket) => {
      const seen = traffic.get(bucket) ?? noTraffic;
      const date = dateOf(buckets.originMs + bucket * buckets.widthMs, granularity);
      return { date, visitors: seen.visitors, sessions: seen.sessions };
    });
    return { data, granularity };
  },
});

/** The buckets that the range touches, the first one whole. Throws BAD_REQUEST when they are too many. */
function bucketsOf(range: Range, granularity: Granularity): Buckets & { count: number } {
  const width = widthMs[granularity];
  const anchor = anchorMs[granularity];
  const originMs = anchor + Math.floor((range.startMs - anchor) / width) * width;
  const bucketCount = Math.ceil((range.endMs - originMs) / width);
  if (bucketCount > bucketsMax) {
    throw new AppError(
      'BAD_REQUEST',
      `granularity takes at most ${bucketsMax} buckets in a range; by ${granularity} this one has ${bucketCount}`,
    );
  }
  return { originMs, widthMs: width, count: bucketCount };
}

function dateOf(epochMs: number, granularity: Granularity): string {
  const text = new Date(epochMs).toISOString();
  return granularity === 'hour' ? `${text.slice(0, 19)}Z` : text.slice(0, 10);
}
