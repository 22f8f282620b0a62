/** Time series of any metrics, with those of an earlier range. */
import { z } from 'zod';
import { goalMetrics, metrics, readMetricNames, trafficMetrics } from '../metrics.ts';
import { readGoal } from '../parameters/filters.ts';
import { compareParam, goalParam, granularityParam, metricsParam } from '../parameters/parameters.ts';
import { commonParams, resolveParams } from '../parameters/resolved-params.ts';
import { defineQuery } from '../query.ts';
import type { Scope } from '../scope.ts';
import { conversions, conversionsRow } from '../sql/conversions.ts';
import { readRows } from '../../driver/read-rows.ts';
import { comparedBuckets } from '../time/compared-buckets.ts';
import { comparedRange, type Comparison } from '../time/compared-range.ts';
import { type TimeBuckets, timeBuckets } from '../time/time-buckets.ts';
import { noTraffic, type Traffic } from '../traffic.ts';
import { fields, trafficFields } from './result-fields.ts';

const seriesMetrics = [...trafficMetrics, ...goalMetrics] as const;
type Metric = (typeof seriesMetrics)[number];
const metricsDefault: Metric[] = ['visitors', 'sessions', 'pageviews'];
const isOfGoal = (name: Metric) => goalMetrics.some((one) => one === name);

/** The metrics, of which a request names some. */
const metricFields = {
  ...trafficFields,
  conversions: fields.conversions.optional(),
  conversionRate: fields.conversionRate.optional(),
};

export const series = defineQuery({
  name: 'series',
  summary: 'Metrics in every hour, day, week or month of the range, zeros included.',
  params: z.object({
    ...commonParams,
    granularity: granularityParam,
    metrics: metricsParam(
      seriesMetrics,
      'The metrics to return. `avgDuration` is in seconds, `bounceRate` and `conversionRate` in percent. Default: visitors, sessions and pageviews; with a goal also conversions and conversionRate.',
    ),
    goal: goalParam,
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
              .strictObject({
                date: fields.date.describe(
                  'Start of the part of the earlier range, named like a bucket. That of a week or month can be any day.',
                ),
                ...metricFields,
              })
              .meta({ id: 'PreviousBucket' })
              .optional()
              .describe(
                'Only with compare: the corresponding part of the earlier range. If the range is of whole days, or with `compare=year`, it is at the same local dates and times; otherwise it is the same length of time before. Together, these parts are the whole earlier range: an hour or a day that only that range has counts with the one before.',
              ),
          })
          .meta({ id: 'SeriesBucket' }),
      )
      .describe('Every bucket of the range, in order.'),
  }),
  cacheTtlSeconds: 300,
  resolve({ granularity = 'day', metrics: sent, goal: goalId, compare, ...params }, request) {
    const resolved = resolveParams(params, request);
    const goal = goalId === undefined ? undefined : readGoal('goal', goalId, request.goals);
    const sentOrDefault = sent ?? [...metricsDefault, ...(goal ? goalMetrics : [])];
    const allowed: readonly Metric[] = goal ? seriesMetrics : trafficMetrics;
    const names = readMetricNames(sentOrDefault, allowed);
    const converting = names.some(isOfGoal) ? goal : undefined;
    return {
      granularity,
      names,
      goal: converting,
      compare,
      ...resolved,
      needs: converting && ('visits' as const),
      now: timeBuckets(resolved.range, granularity, resolved.zone),
    };
  },
  comparedRange: ({ compare, zone }, range) => comparedRange(range, compare, zone),
  async run({ granularity, names, goal, compare, zone, now }, { scope, compared, figures, reader }) {
    const rows = async (one: Scope, { buckets, dates }: TimeBuckets) => {
      const [found, converted] = await Promise.all([
        figures.series(one, buckets),
        goal ? readRows(reader, conversionsRow, conversions(one, buckets, goal)) : [],
      ]);
      const byBucket = new Map(converted.map((row) => [row.bucket, row.conversions]));
      return dates.map((date, bucket) => {
        const sums = { ...(found.get(bucket) ?? noTraffic), conversions: byBucket.get(bucket) ?? 0 };
        return { date, ...valuesOf(sums, names) };
      });
    };
    const counterparts = async (before: Scope, comparison: Comparison) => {
      const earlier = comparedBuckets(scope.range, before.range, { granularity, comparison, zone });
      const found = await rows(before, earlier);
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

function valuesOf(sums: Traffic & { conversions: number }, names: readonly Metric[]): Partial<Record<Metric, number>> {
  return Object.fromEntries(names.map((name) => [name, metrics[name].value(sums)]));
}
