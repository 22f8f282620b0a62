/** Time series of any metrics, with the same of an earlier range beside them. */
import { z } from 'zod';
import { metrics, trafficMetrics } from '../metrics.ts';
import { askedParams, resolveAsked } from '../parameters/asked.ts';
import { compareParam, granularityParam, namesParam } from '../parameters/parameters.ts';
import { defineQuery } from '../query.ts';
import { scopeOf } from '../scope.ts';
import { comparedRange } from '../time/compared-range.ts';
import { isEmpty, type Range } from '../time/range.ts';
import { type TimeBuckets, timeBuckets } from '../time/time-buckets.ts';
import { noTraffic, type Traffic } from '../traffic.ts';
import { fields } from './result-fields.ts';

type Metric = (typeof trafficMetrics)[number];
const metricsDefault: Metric[] = ['visitors', 'sessions', 'pageviews'];

const figures = {
  visitors: fields.visitors.optional(),
  sessions: fields.sessions.optional(),
  pageviews: fields.pageviews.optional(),
  events: fields.events.optional(),
  viewsPerSession: fields.viewsPerSession.optional(),
  bounceRate: fields.bounceRate.optional(),
  avgDuration: fields.avgDuration.optional(),
};

export const series = defineQuery({
  name: 'series',
  summary: 'Metrics in every hour, day, week or month of the range, zeros included.',
  params: z.object({
    ...askedParams,
    granularity: granularityParam,
    metrics: namesParam('metrics', trafficMetrics, 'The metrics to return. Default: visitors, sessions and pageviews.'),
    compare: compareParam,
  }),
  result: z.strictObject({
    granularity: fields.granularity,
    data: z
      .array(
        z
          .strictObject({
            date: fields.date,
            ...figures,
            previous: z
              .strictObject({ date: fields.date, ...figures })
              .meta({ id: 'PreviousBucket' })
              .optional()
              .describe('Only with compare: the bucket with the same number in the earlier range.'),
          })
          .meta({ id: 'SeriesBucket' }),
      )
      .describe('Every bucket of the range, in order.'),
  }),
  cacheTtlSeconds: 300,
  resolve({ granularity = 'day', metrics: asked = metricsDefault, compare, ...params }, at) {
    const narrowed = resolveAsked(params, at);
    return {
      granularity,
      asked,
      compare,
      ...narrowed,
      now: timeBuckets(narrowed.range, granularity, narrowed.zone),
    };
  },
  async run({ granularity, asked, compare, zone, now }, { scope, figures: read }) {
    const rows = async (range: Range, { buckets, dates }: TimeBuckets) => {
      const found = await read.series(scopeOf(scope, range), buckets);
      return dates.map((date, bucket) => ({ date, ...valuesOf(found.get(bucket) ?? noTraffic, asked) }));
    };
    const earlier = comparedRange(scope.range, compare, zone);
    const [data, before = []] = await Promise.all([
      rows(scope.range, now),
      earlier && !isEmpty(earlier) ? rows(earlier, timeBuckets(earlier, granularity, zone)) : undefined,
    ]);
    return {
      granularity,
      data: data.map((row, bucket) => {
        const previous = before[bucket];
        return previous ? { ...row, previous } : row;
      }),
    };
  },
});

function valuesOf(traffic: Traffic, names: readonly Metric[]): Partial<Record<Metric, number>> {
  return Object.fromEntries(names.map((name) => [name, metrics[name].of(traffic)]));
}
