/** Breakdown: the values of one dimension or two with their metrics, sorted, searched and paged as requested. */
import { z } from 'zod';
import { byDefault, byOf, byParam } from '../breakdown/by.ts';
import { readPage } from '../breakdown/from-events.ts';
import { listOf, readPageOfList } from '../breakdown/from-lists.ts';
import {
  type MetricName,
  metricNames,
  metricOf,
  noSums,
  orderDefault,
  readMetrics,
  readSort,
  type Sums,
  sumsOf,
} from '../breakdown/metrics.ts';
import { readGoal } from '../parameters/filters.ts';
import {
  compareParam,
  goalParam,
  limitParam,
  metricsParam,
  offsetParam,
  parameter,
  searchParam,
} from '../parameters/parameters.ts';
import { commonParams, resolveParams } from '../parameters/resolved-params.ts';
import { defineQuery } from '../query.ts';
import { comparedRange } from '../time/compared-range.ts';
import { count, fields, trafficFields } from './result-fields.ts';

const limitDefault = 100;
const breakdownLimitMax = 10_000;

const { viewsPerSession, bounceRate, avgDuration, ...counts } = trafficFields;

const metricFields = {
  ...counts,
  sessions: count
    .describe(
      'Sessions that start in the range; by path, hostname, type, property or goal: sessions with at least one of the events.',
    )
    .optional(),
  entries: count.describe('Sessions that begin there.').optional(),
  exits: count.describe('Sessions that end there.').optional(),
  viewsPerSession,
  bounceRate,
  avgDuration,
  avgTime: fields.avgTime.optional(),
  avgScroll: fields.avgScroll.optional(),
  conversions: fields.conversions.optional(),
  conversionRate: fields.conversionRate.optional(),
};

/** `readSort` checks the metric, because the dimensions decide which are allowed. */
const sortParam = parameter('sort', 'the name of a metric', (text) => text)
  .optional()
  .meta({
    description:
      'The metric to sort by, with `-` for the largest first. Default: by `path` and `hostname` most pageviews first, by `type`, a property or `goal` most events, otherwise most visitors.',
    type: 'string',
    enum: metricNames.flatMap((name) => [name, `-${name}`]),
  });

const valueFields = {
  source: fields.source.optional(),
  channel: fields.channel.optional(),
  utm_source: z.string().optional().describe('utm_source as sent.'),
  utm_medium: z.string().optional().describe('utm_medium as sent.'),
  utm_campaign: z.string().optional().describe('utm_campaign as sent.'),
  utm_term: z.string().optional().describe('utm_term as sent.'),
  utm_content: z.string().optional().describe('utm_content as sent.'),
  ad_platform: fields.adPlatform.optional(),
  assistant: z.string().optional().describe('Name of the AI assistant that sent the visitor.'),
  browser: fields.browser.optional(),
  os: fields.os.optional(),
  device: fields.device.optional(),
  country: fields.country.optional(),
  city: fields.city.optional(),
  entry_page: z.string().optional().describe("Path of the session's first pageview."),
  exit_page: z.string().optional().describe("Path of the session's last pageview."),
  path: fields.path.optional(),
  hostname: z.string().optional().describe('Host of the page.'),
  type: fields.type.optional(),
  goal: z.string().optional().describe('ID of the goal.'),
};

export const breakdown = defineQuery({
  name: 'breakdown',
  summary: 'The values of one or two dimensions with their metrics, sorted, searched and paged.',
  params: z.object({
    ...commonParams,
    by: byParam,
    metrics: metricsParam(
      metricNames,
      'The metrics to return. `avgDuration` and `avgTime` are in seconds, `bounceRate`, `avgScroll` and `conversionRate` in percent. Default: the most informative ones for the dimension.',
    ),
    goal: goalParam,
    sort: sortParam,
    search: searchParam,
    limit: limitParam(limitDefault, breakdownLimitMax),
    offset: offsetParam,
    compare: compareParam,
  }),
  result: z.strictObject({
    by: z.string().describe('The dimension, or two separated by a comma.'),
    metrics: z.array(z.enum(metricNames)).describe('Metrics of each entry.'),
    data: z
      .array(
        z
          .object({
            ...valueFields,
            ...metricFields,
            previous: z
              .strictObject(metricFields)
              .meta({ id: 'PreviousFigures' })
              .optional()
              .describe('Only with compare: the figures of the same value in the earlier range.'),
          })
          // The value of a property, under its name.
          .catchall(z.unknown())
          .meta({ id: 'BreakdownEntry' }),
      )
      .describe('One entry per value; the value of a property is under `prop:<name>`.'),
    total: count.describe('Total number of values, including those not listed.'),
  }),
  cacheTtlSeconds: 300,
  resolve(
    { by: byText = byDefault, metrics, sort, search = '', limit = limitDefault, offset = 0, ...params },
    request,
  ) {
    const { compare, goal: goalId, ...given } = params;
    const resolved = resolveParams(given, request);
    const by = byOf(byText);
    const goal = goalId === undefined ? undefined : readGoal('goal', goalId, request.goals);
    const metricsRead = readMetrics(by, metrics, goal !== undefined);
    const order = sort === undefined ? orderDefault(by) : readSort(by, sort, goal !== undefined);
    const page = { order, search, limit, offset };
    const rowsRequest = { by, goal, goals: request.goals, sums: sumsOf(by, metricsRead) };
    const list = listOf(rowsRequest, page);
    return {
      ...resolved,
      needs: list ? undefined : ('visits' as const),
      compare,
      metrics: metricsRead,
      rowsRequest,
      page,
      list,
    };
  },
  comparedRange: ({ compare, zone }, range, nowMs) => comparedRange(range, compare, zone, nowMs),
  async run({ metrics, rowsRequest, page, list }, { figures, reader, ...scopes }) {
    const { by } = rowsRequest;
    const { rows, total, before } = list
      ? await readPageOfList(figures, scopes, list, rowsRequest, page)
      : await readPage(reader, scopes, rowsRequest, page);
    const earlier = new Map(before?.map(({ values, sums }) => [JSON.stringify(values), sums]));
    const figuresOf = (sums: Sums): Partial<Record<MetricName, number>> =>
      Object.fromEntries(metrics.map((name) => [name, metricOf(by, name).value(sums)]));
    const data = rows.map(({ values, sums }) => ({
      ...Object.fromEntries(by.names.map((name, index) => [name, values[index] ?? ''])),
      ...figuresOf(sums),
      ...(before && { previous: figuresOf(earlier.get(JSON.stringify(values)) ?? noSums) }),
    }));
    return { by: by.text, metrics, data, total };
  },
});
