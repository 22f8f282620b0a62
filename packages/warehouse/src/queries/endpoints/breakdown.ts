/** Breakdown: the values of a dimension with their metrics, sorted, searched and paged as the caller likes. */
import { AppError } from '@footfall/errors';
import { z } from 'zod';
import type { Dimension } from '../dimensions.ts';
import type { Figures } from '../figures.ts';
import { defineQuery } from '../query.ts';
import { type Scope, scopeOf } from '../scope.ts';
import type { BreakdownRow } from '../sql/breakdown.ts';
import { scrollDepth } from '../sql/lists.ts';
import {
  choiceParam,
  compareParam,
  limitMax,
  limitParam,
  namesParam,
  offsetParam,
  searchParam,
} from '../sql/parameters.ts';
import { askedParams, resolveAsked } from '../asked.ts';
import { comparablePart, comparedRange } from '../sql/compared-range.ts';
import type { Range } from '../sql/range.ts';
import { refusalOf } from '../sql/refusal.ts';
import { meanSeconds, ratio } from '../sql/rounding.ts';
import { textsOf } from './list-params.ts';
import { count, fields } from './result-fields.ts';

const metricNames = ['visitors', 'sessions', 'pageviews', 'events', 'avgTime', 'avgScroll'] as const;
type Metric = (typeof metricNames)[number];

/** Of one value: its row, and that of `scroll`. */
interface Found {
  row: BreakdownRow;
  scroll: BreakdownRow;
}
/** How a metric is computed, and how rows are ranked by it, as SQL; without `rank` they are not. */
type Metrics = Partial<Record<Metric, { of: (found: Found) => number; rank?: string }>>;

const visitors = { of: ({ row }: Found) => row.uniques, rank: 'uniques' };
const counted = { of: ({ row }: Found) => row.count, rank: 'count' };
const ofSessions: Metrics = { visitors, sessions: counted };
const ofPaths: Metrics = {
  pageviews: counted,
  visitors,
  avgTime: { of: ({ row }) => meanSeconds(row.engagedMs, row.left), rank: 'if(left = 0, 0, engagedMs / left)' },
  avgScroll: { of: ({ scroll }) => (scroll.uniques === 0 ? 0 : ratio(scrollDepth(scroll), 100)) },
};
const ofTypes: Metrics = { events: counted, visitors };

interface Kind {
  dimension: Dimension;
  metrics: Metrics;
}

/** By what `by` names; a value of two dimensions has both texts, in this order. */
const kinds = {
  source: { dimension: 'source', metrics: ofSessions },
  channel: { dimension: 'channel', metrics: ofSessions },
  'utm_source,utm_medium': { dimension: 'utm_source', metrics: ofSessions },
  ad_platform: { dimension: 'ad_platform', metrics: ofSessions },
  assistant: { dimension: 'assistant', metrics: ofSessions },
  browser: { dimension: 'browser', metrics: ofSessions },
  os: { dimension: 'os', metrics: ofSessions },
  device: { dimension: 'device', metrics: ofSessions },
  country: { dimension: 'country', metrics: ofSessions },
  'city,country': { dimension: 'city', metrics: ofSessions },
  path: { dimension: 'path', metrics: ofPaths },
  type: { dimension: 'type', metrics: ofTypes },
} as const satisfies Record<string, Kind>;
type By = keyof typeof kinds;
const bys = [
  'source',
  'channel',
  'utm_source,utm_medium',
  'ad_platform',
  'assistant',
  'browser',
  'os',
  'device',
  'country',
  'city,country',
  'path',
  'type',
] as const satisfies readonly By[];

const limitDefault = 100;
const breakdownLimitMax = 10_000;

const figures = {
  visitors: fields.visitors.optional(),
  sessions: fields.sessions.optional(),
  pageviews: fields.pageviews.optional(),
  events: fields.events.optional(),
  avgTime: fields.avgTime.optional(),
  avgScroll: fields.avgScroll.optional(),
};

const sortParam = choiceParam(
  'sort',
  metricNames.flatMap((name) => [name, `-${name}`] as const),
  {
    description:
      'The metric that entries are sorted by, with `-` for the largest first. Default: the first metric of the dimension that counts, largest first.',
  },
);

export const breakdown = defineQuery({
  name: 'breakdown',
  summary: 'The values of a dimension with their metrics, sorted, searched and paged.',
  params: z.object({
    ...askedParams,
    by: choiceParam('by', bys, { description: 'One dimension, or two separated by a comma.', default: 'path' }),
    metrics: namesParam('metrics', metricNames, 'The metrics to return. Default: all that the dimension has.'),
    sort: sortParam,
    search: searchParam,
    limit: limitParam(limitDefault, breakdownLimitMax),
    offset: offsetParam,
    compare: compareParam,
  }),
  result: z.strictObject({
    by: z.enum(bys).describe('The dimension, or two separated by a comma.'),
    metrics: z.array(z.enum(metricNames)).describe('The metrics that the entries have.'),
    data: z
      .array(
        z
          .strictObject({
            source: fields.source.optional(),
            channel: fields.channel.optional(),
            utm_source: z.string().optional().describe('utm_source as sent.'),
            utm_medium: z.string().optional().describe('utm_medium as sent; empty if absent.'),
            ad_platform: fields.adPlatform.optional(),
            assistant: z.string().optional().describe('Name of the AI assistant that sent the visitor.'),
            browser: fields.browser.optional(),
            os: fields.os.optional(),
            device: fields.device.optional(),
            country: fields.country.optional(),
            city: fields.city.optional(),
            path: fields.path.optional(),
            type: fields.type.optional(),
            ...figures,
            previous: z
              .strictObject(figures)
              .meta({ id: 'PreviousFigures' })
              .optional()
              .describe('Only with compare: the figures of the same value in the earlier range.'),
          })
          .meta({ id: 'BreakdownEntry' }),
      )
      .describe('One entry for each value of the dimension.'),
    total: count.describe('How many values there are, listed or not.'),
  }),
  cacheTtlSeconds: 300,
  resolve({ by = 'path', metrics, sort, search = '', limit = limitDefault, offset = 0, compare, ...params }, at) {
    const asked = resolveAsked(params, at);
    const { range, zone } = asked;
    const earlier = comparedRange(range, compare, zone);
    return {
      ...asked,
      by,
      earlier: earlier && comparablePart(earlier, range, at.nowMs, zone),
      metrics: requireMetrics(by, metrics),
      order: sort === undefined ? undefined : readSort(by, sort),
      search,
      limit,
      offset,
    };
  },
  async run({ by, range, earlier, metrics, ...page }, context) {
    const { scope, figures: read } = context;
    const of: Kind = kinds[by];
    const { rows, total } = await readPage(read, scope, of, page);
    const values = rows.map(({ value }) => value);
    const rowsIn = async (asked: Range, dimension: Dimension) => read.rows(scopeOf(scope, asked), dimension, values);
    const scrollIn = async (asked: Range) => (metrics.includes('avgScroll') ? rowsIn(asked, 'scroll') : undefined);
    const [scroll, before, scrollBefore] = await Promise.all([
      scrollIn(range),
      earlier && rowsIn(earlier, of.dimension),
      earlier && scrollIn(earlier),
    ]);
    const names = by.split(',');
    const data = rows.map((row) => {
      const { value } = row;
      const texts = names.length === 1 ? [value] : textsOf(row);
      const previous = { row: before?.get(value) ?? noRow, scroll: scrollBefore?.get(value) ?? noRow };
      return {
        ...Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ''])),
        ...figuresOf(of, metrics, { row, scroll: scroll?.get(value) ?? noRow }),
        ...(earlier ? { previous: figuresOf(of, metrics, previous) } : {}),
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
  read: Figures,
  scope: Scope,
  { dimension, metrics }: Kind,
  { order, search, limit, offset }: Page,
): Promise<{ rows: readonly BreakdownRow[]; total: number }> {
  if (order === undefined && search === '' && offset === 0 && limit <= limitMax) {
    const rows = await read.countedList(scope, dimension, limit);
    return { rows, total: rows[0]?.values ?? 0 };
  }
  const { rank, isAscending } = order ?? { rank: defaultRank(metrics), isAscending: false };
  const asked = { dimension, rank, isAscending, search };
  const rows = await read.page(scope, { ...asked, limit, offset });
  const [first] = rows.length > 0 || offset === 0 ? rows : await read.page(scope, { ...asked, limit: 1, offset: 0 });
  return { rows, total: first?.values ?? 0 };
}

/** As lists are ranked: by events or pageviews where they count, else by visitors. */
const defaultRank = (metrics: Metrics) => (metrics.events ?? metrics.pageviews)?.rank ?? visitors.rank;

export interface Order {
  rank: string;
  isAscending: boolean;
}

function requireMetrics(by: By, asked: readonly Metric[] | undefined): Metric[] {
  const known: Metrics = kinds[by].metrics;
  const all = metricNames.filter((name) => known[name] !== undefined);
  const wrong = asked?.find((name) => !all.includes(name));
  if (wrong === undefined) return asked ? [...asked] : all;
  throw new AppError('BAD_REQUEST', refusalOf('metrics', `one or more of ${all.join(', ')} by ${by}`, wrong));
}

function readSort(by: By, sort: string): Order {
  const metrics: Metrics = kinds[by].metrics;
  const isAscending = !sort.startsWith('-');
  const name = metricNames.find((each) => each === sort.slice(isAscending ? 0 : 1));
  const metric = name && metrics[name];
  if (metric?.rank) return { rank: metric.rank, isAscending };
  const allowed = metricNames.filter((each) => metrics[each]?.rank);
  const rule = `one of ${allowed.join(', ')} by ${by}, with - in front for the largest first`;
  throw new AppError('BAD_REQUEST', refusalOf('sort', rule, sort));
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

function figuresOf({ metrics: known }: Kind, names: readonly Metric[], found: Found): Partial<Record<Metric, number>> {
  return Object.fromEntries(names.map((name) => [name, known[name]?.of(found) ?? 0]));
}
