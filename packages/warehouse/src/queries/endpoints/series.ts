/** Time series of any metrics, with the same of an earlier range beside them. */
import { z } from 'zod';
import { defineQuery } from '../query.ts';
import { scopeOf } from '../scope.ts';
import { compareParam, granularityParam, namesParam } from '../sql/parameters.ts';
import { askedParams, resolveAsked } from '../asked.ts';
import { comparedRange } from '../sql/compared-range.ts';
import { isEmpty, type Range } from '../sql/range.ts';
import { meanSeconds, percentage, ratio } from '../sql/rounding.ts';
import { type TimeBuckets, timeBuckets } from '../sql/time-buckets.ts';
import { noTraffic, type Traffic } from '../sql/traffic.ts';
import { fields } from './result-fields.ts';

/** The metrics of traffic. */
const metrics = {
  visitors: ({ visitors }: Traffic) => visitors,
  sessions: ({ sessions }: Traffic) => sessions,
  pageviews: ({ pageviews }: Traffic) => pageviews,
  events: ({ events }: Traffic) => events,
  viewsPerSession: ({ pageviews, sessions }: Traffic) => ratio(pageviews, sessions),
  bounceRate: ({ bounces, sessions }: Traffic) => percentage(bounces, sessions),
  avgDuration: ({ durationMs, sessions }: Traffic) => meanSeconds(durationMs, sessions),
};
type Metric = keyof typeof metrics;
const metricNames = [
  'visitors',
  'sessions',
  'pageviews',
  'events',
  'viewsPerSession',
  'bounceRate',
  'avgDuration',
] as const;

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
    metrics: namesParam('metrics', metricNames, 'The metrics to return. Default: visitors, sessions and pageviews.'),
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
      return dates.map((date, bucket) => ({ date, ...metricsOf(found.get(bucket) ?? noTraffic, asked) }));
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

function metricsOf(traffic: Traffic, names: readonly Metric[]): Partial<Record<Metric, number>> {
  return Object.fromEntries(names.map((name) => [name, metrics[name](traffic)]));
}
