/** Time series of any metrics, with the same of an earlier range beside them. */
import { z } from 'zod';
import { metrics, trafficMetrics } from '../metrics.ts';
import { compareParam, granularityParam, namesParam, readNames } from '../parameters/parameters.ts';
import { commonParams, resolveParams } from '../parameters/resolved-params.ts';
import { defineQuery } from '../query.ts';
import type { Scope } from '../scope.ts';
import { comparedBuckets } from '../time/compared-buckets.ts';
import { comparedRange, type Comparison } from '../time/compared-range.ts';
import { type TimeBuckets, timeBuckets } from '../time/time-buckets.ts';
import { noTraffic, type Traffic } from '../traffic.ts';
import { fields, trafficFields } from './result-fields.ts';

type Metric = (typeof trafficMetrics)[number];
const metricsDefault: Metric[] = ['visitors', 'sessions', 'pageviews'];

export const series = defineQuery({
  name: 'series',
  summary: 'Metrics in every hour, day, week or month of the range, zeros included.',
  params: z.object({
    ...commonParams,
    granularity: granularityParam,
    metrics: namesParam(
      'metrics',
      trafficMetrics,
      'The metrics to return. `avgDuration` is in seconds, `bounceRate` in percent. Default: visitors, sessions and pageviews.',
    ),
    compare: compareParam,
  }),
  result: z.strictObject({
    granularity: fields.granularity,
    data: z
      .array(
        z
          .strictObject({
            date: fields.date,
            ...trafficFields,
            previous: z
              .strictObject({
                date: fields.date.describe(
                  'Start of the part of the earlier range, named like a bucket. That of a week or month can be any day.',
                ),
                ...trafficFields,
              })
              .meta({ id: 'PreviousBucket' })
              .optional()
              .describe(
                'Only with compare: the corresponding part of the earlier range. Hours and days correspond by position, with `compare=year` by local date. Weeks and months correspond to as many days.',
              ),
          })
          .meta({ id: 'SeriesBucket' }),
      )
      .describe('Every bucket of the range, in order.'),
  }),
  cacheTtlSeconds: 300,
  resolve({ granularity = 'day', metrics: sent = metricsDefault, compare, ...params }, request) {
    const resolved = resolveParams(params, request);
    const names = readNames('metrics', sent, trafficMetrics);
    return {
      granularity,
      names,
      compare,
      ...resolved,
      now: timeBuckets(resolved.range, granularity, resolved.zone),
    };
  },
  comparedRange: ({ compare, zone }, range) => comparedRange(range, compare, zone),
  async run({ granularity, names, compare, zone, now }, { scope, compared, figures }) {
    const rows = async (part: Scope, { buckets, dates }: TimeBuckets) => {
      const found = await figures.series(part, buckets);
      return dates.map((date, bucket) => ({ date, ...valuesOf(found.get(bucket) ?? noTraffic, names) }));
    };
    const counterparts = async (part: Scope, comparison: Comparison) => {
      const earlier = comparedBuckets({ range: scope.range, dates: now.dates }, part.range, {
        granularity,
        comparison,
        zone,
      });
      const found = await rows(part, earlier);
      return earlier.counterparts.map((bucket) => (bucket === undefined ? undefined : found[bucket]));
    };
    const [data, before = []] = await Promise.all([
      rows(scope, now),
      compare && compared ? counterparts(compared, compare) : undefined,
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
