/** Visitors time series: visitors and sessions in every hour, day, week or month of a range. */
import { z } from 'zod';
import { defineQuery } from '../query.ts';
import { granularityParam, rangeParams } from '../sql/parameters.ts';
import { resolveRange } from '../sql/given-range.ts';
import { timeBuckets } from '../sql/time-buckets.ts';
import { noTraffic } from '../sql/traffic.ts';
import { fields } from './result-fields.ts';

export const visitors = defineQuery({
  name: 'visitors',
  summary: 'Visitors and sessions in every hour, day, week or month of the range, zeros included.',
  params: z.object({ ...rangeParams, granularity: granularityParam }),
  result: z.strictObject({
    data: z
      .array(
        z
          .strictObject({ date: fields.date, visitors: fields.visitors, sessions: fields.sessions })
          .meta({ id: 'VisitorsBucket' }),
      )
      .describe('Every bucket of the range, in order.'),
    granularity: fields.granularity,
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
