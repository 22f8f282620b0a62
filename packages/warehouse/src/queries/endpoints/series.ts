/** Time series of any metrics, with the same of an earlier range beside them. */
import { z } from 'zod';
import { metrics, trafficMetrics } from '../metrics.ts';
import { compareParam, granularityParam, namesParam, readNames } from '../parameters/parameters.ts';
import { commonParams, resolveParams } from '../parameters/resolved-params.ts';
import { defineQuery } from '../query.ts';
import type { Scope } from '../scope.ts';
import { comparedRange } from '../time/compared-range.ts';
import { isEmpty } from '../time/range.ts';
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
              .strictObject({ date: fields.date, ...trafficFields })
              .meta({ id: 'PreviousBucket' })
              .optional()
              .describe(
                'Only with compare: the bucket at the same position in the earlier range. With `compare=year`, days and hours are those of the same local date.',
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
    const [data, before = []] = await Promise.all([
      rows(scope, now),
      compared && !isEmpty(compared.range) ? rows(compared, timeBuckets(compared.range, granularity, zone)) : undefined,
    ]);
    const isByDate = compare === 'year' && (granularity === 'day' || granularity === 'hour');
    const counterparts = isByDate ? onSameDates(data, before) : before;
    return {
      granularity,
      data: data.map((row, bucket) => {
        const previous = counterparts[bucket];
        return previous ? { ...row, previous } : row;
      }),
    };
  },
});

/** Returns for each bucket that of the same local date, and hour, a year earlier; the second of an hour that clocks repeat has the second of then. */
function onSameDates<Row extends { date: string }>(data: readonly Row[], before: readonly Row[]): (Row | undefined)[] {
  const unpaired = [...before];
  return data.map((row) => {
    const [year, rest] = [localDate(row).slice(0, 4), localDate(row).slice(4)];
    const wanted = `${String(Number(year) - 1).padStart(4, '0')}${rest}`;
    const index = unpaired.findIndex((one) => localDate(one) === wanted);
    return index === -1 ? undefined : unpaired.splice(index, 1)[0];
  });
}

/** The date of a bucket without the offset of its time zone. */
const localDate = ({ date }: { date: string }) => date.slice(0, 'YYYY-MM-DDThh:mm'.length);

function valuesOf(traffic: Traffic, names: readonly Metric[]): Partial<Record<Metric, number>> {
  return Object.fromEntries(names.map((name) => [name, metrics[name].of(traffic)]));
}
