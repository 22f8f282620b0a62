/** Breakdown: the values of a dimension with their metrics, sorted, searched and paged as the caller likes. */
import { AppError } from '@footfall/errors';
import { z } from 'zod';
import type { Dimension } from '../dimensions.ts';
import { defineQuery, type QueryContext } from '../query.ts';
import { type Scope, scopeOf } from '../scope.ts';
import type { BreakdownRow } from '../sql/breakdown.ts';
import {
  compareParam,
  limitMax,
  limitParam,
  namesParam,
  offsetParam,
  rangeParams,
  searchParam,
} from '../sql/parameters.ts';
import { previousRange, resolveRange, yearBefore } from '../sql/range.ts';
import { meanSeconds } from '../sql/rounding.ts';
import { textsOf } from './list-params.ts';
import { count, decimal } from './result-fields.ts';

const metricNames = ['visitors', 'sessions', 'pageviews', 'events', 'avgTime'] as const;
type Metric = (typeof metricNames)[number];

/** How a metric is told from a row, and ranked by, as SQL over it. */
type Metrics = Partial<Record<Metric, { of: (row: BreakdownRow) => number; rank: string }>>;

const visitors = { of: ({ uniques }: BreakdownRow) => uniques, rank: 'uniques' };
const counted = { of: ({ count: times }: BreakdownRow) => times, rank: 'count' };
const ofSessions: Metrics = { visitors, sessions: counted };
const ofPaths: Metrics = {
  pageviews: counted,
  visitors,
  avgTime: { of: ({ engagedMs, left }) => meanSeconds(engagedMs, left), rank: 'if(left = 0, 0, engagedMs / left)' },
};
const ofTypes: Metrics = { events: counted, visitors };

interface Table {
  dimension: Dimension;
  metrics: Metrics;
}

/** By what `by` names; a value of two dimensions has both texts, in this order. */
const tables = {
  source: { dimension: 'source', metrics: ofSessions },
  channel: { dimension: 'channel', metrics: ofSessions },
  'utm_source,utm_medium': { dimension: 'utm_source', metrics: ofSessions },
  ad_platform: { dimension: 'ad_platform', metrics: ofSessions },
  browser: { dimension: 'browser', metrics: ofSessions },
  os: { dimension: 'os', metrics: ofSessions },
  device: { dimension: 'device', metrics: ofSessions },
  country: { dimension: 'country', metrics: ofSessions },
  'city,country': { dimension: 'city', metrics: ofSessions },
  path: { dimension: 'path', metrics: ofPaths },
  type: { dimension: 'type', metrics: ofTypes },
} as const satisfies Record<string, Table>;
type By = keyof typeof tables;
const bys = [
  'source',
  'channel',
  'utm_source,utm_medium',
  'ad_platform',
  'browser',
  'os',
  'device',
  'country',
  'city,country',
  'path',
  'type',
] as const satisfies readonly By[];

const limitDefault = 100;
const tableLimitMax = 10_000;

const figures = {
  visitors: count.optional(),
  sessions: count.optional(),
  pageviews: count.optional(),
  events: count.optional(),
  avgTime: decimal.optional(),
};
const text = z.string().optional();

const sortParam = z
  .string({ error: 'sort must be a metric, with - in front for the largest first, once' })
  .optional()
  .meta({
    description:
      'The metric that entries are sorted by, with `-` for the largest first. Default: the first metric of the dimension that counts, largest first.',
  });

export const breakdown = defineQuery({
  name: 'breakdown',
  summary: 'The values of a dimension with their metrics, sorted, searched and paged.',
  params: z.object({
    ...rangeParams,
    by: z
      .enum(bys, { error: `by must be one of ${bys.join('; ')}, once` })
      .optional()
      .meta({ description: 'One dimension, or two separated by a comma.', default: 'path' }),
    metrics: namesParam('metrics', metricNames, 'Metrics, separated by commas. Default: all that the dimension has.'),
    sort: sortParam,
    search: searchParam,
    limit: limitParam(limitDefault, tableLimitMax),
    offset: offsetParam,
    compare: compareParam,
  }),
  result: z.strictObject({
    by: z.string(),
    metrics: z.array(z.enum(metricNames)),
    data: z.array(
      z.strictObject({
        source: text,
        channel: text,
        utm_source: text,
        utm_medium: text,
        ad_platform: text,
        browser: text,
        os: text,
        device: text,
        country: text,
        city: text,
        path: text,
        type: text,
        ...figures,
        /** Of the same value in the earlier range. */
        previous: z.strictObject(figures).optional(),
      }),
    ),
    /** How many values there are, listed or not. */
    total: count,
  }),
  cacheTtlSeconds: 300,
  resolve({ by = 'path', metrics, sort, search = '', limit = limitDefault, offset = 0, compare, ...params }, nowMs) {
    const range = resolveRange(params, nowMs);
    return {
      by,
      range,
      earlier: compare && (compare === 'year' ? yearBefore(range) : previousRange(range)),
      metrics: requireMetrics(by, metrics),
      order: sort === undefined ? undefined : readSort(by, sort),
      search,
      limit,
      offset,
    };
  },
  async run({ by, range, earlier, metrics, ...page }, context) {
    const { workspaceId, source, figures: read } = context;
    const of: Table = tables[by];
    const { rows, total } = await readPage(context, scopeOf(workspaceId, source, range), of, page);
    const values = rows.map(({ value }) => value);
    const before = earlier && (await read.rows(scopeOf(workspaceId, source, earlier), of.dimension, values));
    const names = by.split(',');
    const data = rows.map((row) => {
      const texts = names.length === 1 ? [row.value] : textsOf(row);
      return {
        ...Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ''])),
        ...figuresOf(of, metrics, row),
        ...(before ? { previous: figuresOf(of, metrics, before.get(row.value)) } : {}),
      };
    });
    return { by, metrics, data, total };
  },
});

interface Page {
  order: Order | undefined;
  search: string;
  limit: number;
  offset: number;
}

/** What every screen shows first is gathered with its other questions; anything else is read by itself. */
async function readPage(
  { figures: read }: QueryContext,
  scope: Scope,
  { dimension, metrics }: Table,
  { order, search, limit, offset }: Page,
): Promise<{ rows: readonly BreakdownRow[]; total: number }> {
  if (order === undefined && search === '' && offset === 0 && limit <= limitMax) {
    const rows = await read.countedList(scope, dimension, limit);
    return { rows, total: rows[0]?.values ?? 0 };
  }
  const { rank, isAscending } = order ?? { rank: defaultRank(metrics), isAscending: false };
  const asked = { dimension, rank, isAscending, search };
  const rows = await read.table(scope, { ...asked, limit, offset });
  const [first] = rows.length > 0 || offset === 0 ? rows : await read.table(scope, { ...asked, limit: 1, offset: 0 });
  return { rows, total: first?.values ?? 0 };
}

/** As lists are ranked: by events or pageviews where they count, else by visitors. */
const defaultRank = (metrics: Metrics) => (metrics.events ?? metrics.pageviews ?? visitors).rank;

export interface Order {
  rank: string;
  isAscending: boolean;
}

function requireMetrics(by: By, asked: readonly Metric[] | undefined): Metric[] {
  const known: Metrics = tables[by].metrics;
  const all = metricNames.filter((name) => known[name] !== undefined);
  const wrong = asked?.find((name) => !all.includes(name));
  if (wrong === undefined) return asked ? [...asked] : all;
  throw new AppError('BAD_REQUEST', `metrics must be of ${all.join(', ')} by ${by}, but has ${wrong}`);
}

function readSort(by: By, sort: string): Order {
  const metrics: Metrics = tables[by].metrics;
  const isAscending = !sort.startsWith('-');
  const name = metricNames.find((each) => each === sort.slice(isAscending ? 0 : 1));
  const metric = name && metrics[name];
  if (metric) return { rank: metric.rank, isAscending };
  const allowed = metricNames.filter((each) => metrics[each]);
  throw new AppError(
    'BAD_REQUEST',
    `sort must be one of ${allowed.join(', ')} by ${by}, with - in front for the largest first, but is ${sort}`,
  );
}

const noRow: BreakdownRow = {
  slice: 0,
  dimension: '',
  value: '',
  count: 0,
  uniques: 0,
  total: 0,
  values: 0,
  engagedMs: 0,
  left: 0,
};

function figuresOf({ metrics: known }: Table, names: readonly Metric[], row = noRow): Partial<Record<Metric, number>> {
  return Object.fromEntries(names.map((name) => [name, known[name]?.of(row) ?? 0]));
}
