/** Time series of any metrics, with the same of an earlier range beside them. */
import { z } from 'zod';
import { metrics, trafficMetrics } from '../metrics.ts';
import { compareParam, granularityParam, namesParam } from '../parameters/parameters.ts';
import { commonParams, resolveParams } from '../parameters/resolved-params.ts';
import { defineQuery } from '../query.ts';
import { scopeOf } from '../scope.ts';
import { comparedRange } from '../time/compared-range.ts';
import { isEmpty, type Range } from '../time/range.ts';
import { type TimeBuckets, timeBuckets } from '../time/time-buckets.ts';
import { noTraffic, type Traffic } from '../traffic.ts';
import { fields } from './result-fields.ts';

type Metric = (typeof trafficMetrics)[number];
const metricsDefault: Metric[] = ['visitors', 'sessions', 'pageviews'];

const metricFields = {
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
    ...commonParams,
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
            ...metricFields,
            previous: z
              .strictObject({ date: fields.date, ...metricFields })
              .meta({ id: 'PreviousBucket' })
              .optional()
              .describe('Only with compare: the bucket with the same number in the earlier range.'),
          })
          .meta({ id: 'SeriesBucket' }),
      )
      .describe('Every bucket of the range, in order.'),
  }),
  cacheTtlSeconds: 300,
  resolve({ granularity = 'day', metrics: names = metricsDefault, compare, ...params }, request) {
    const resolved = resolveParams(params, request);
    return {
      granularity,
      names,
      compare,
      ...resolved,
      now: timeBuckets(resolved.range, granularity, resolved.zone),
    };
  },
  async run({ granularity, names, compare, zone, now }, { scope, figures }) {
    const rows = async (range: Range, { buckets, dates }: TimeBuckets) => {
      const found = await figures.series(scopeOf(scope, range), buckets);
      return dates.map((date, bucket) => ({ date, ...valuesOf(found.get(bucket) ?? noTraffic, names) }));
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
