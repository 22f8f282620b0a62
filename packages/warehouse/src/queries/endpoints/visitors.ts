/** Visitors time series: visitors and sessions in every hour, day, week or month of a range. */
import { z } from 'zod';
import { granularityParam } from '../parameters/parameters.ts';
import { commonParams, resolveParams } from '../parameters/resolved-params.ts';
import { defineQuery } from '../query.ts';
import { timeBuckets } from '../time/time-buckets.ts';
import { noTraffic } from '../traffic.ts';
import { fields } from './result-fields.ts';

export const visitors = defineQuery({
  name: 'visitors',
  summary: 'Visitors and sessions in every hour, day, week or month of the range, zeros included.',
  params: z.object({ ...commonParams, granularity: granularityParam }),
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
  resolve({ granularity = 'day', ...params }, request) {
    const resolved = resolveParams(params, request);
    return { granularity, ...resolved, ...timeBuckets(resolved.range, granularity, resolved.zone) };
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
