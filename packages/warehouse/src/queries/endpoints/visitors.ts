/** Visitors time series: visitors and sessions in every hour, day, week or month of a range. */
import { z } from 'zod';
import { defineQuery } from '../query.ts';
import { granularities, granularityParam, rangeParams } from '../sql/parameters.ts';
import { resolveRange } from '../sql/given-range.ts';
import { timeBuckets } from '../sql/time-buckets.ts';
import { noTraffic } from '../sql/traffic.ts';
import { count } from './result-fields.ts';

export const visitors = defineQuery({
  name: 'visitors',
  summary: 'Visitors and sessions in every hour, day, week or month of the range, zeros included.',
  params: z.object({ ...rangeParams, granularity: granularityParam }),
  result: z.strictObject({
    data: z.array(z.strictObject({ date: z.string(), visitors: count, sessions: count })),
    granularity: z.enum(granularities),
  }),
  cacheTtlSeconds: 300,
  resolve({ granularity = 'day', ...params }, nowMs) {
    const range = resolveRange(params, nowMs);
    return { granularity, range, ...timeBuckets(range, granularity) };
  },
  async run({ granularity, buckets, dates }, { scope, figures }) {
    const series = await figures.series(scope, buckets);
    const data = dates.map((date, bucket) => {
      const seen = series.get(bucket) ?? noTraffic;
      return { date, visitors: seen.visitors, sessions: seen.sessions };
    });
    return { data, granularity };
  },
});
