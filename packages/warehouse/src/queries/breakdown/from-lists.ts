/** Rows of a breakdown from lists, which are read together with concurrent requests and can come from the rollups. */
import type { BreakdownDimension } from '../breakdown-dimensions.ts';
import type { Figures } from '../figures.ts';
import { limitMax } from '../parameters/parameters.ts';
import type { Scope } from '../scope.ts';
import { type BreakdownRow, textsOfRow } from '../sql/breakdown.ts';
import { metricOf, noSums, type Order, orderDefault, type Sum, type Sums } from './metrics.ts';
import { type Page, readCounted, type Row, type Rows, type RowsRequest, type Scopes } from './rows.ts';

/** A list, and the column of each sum. */
export interface List {
  dimension: BreakdownDimension;
  sums: Partial<Record<Sum, 'count' | 'uniques' | 'engagedMs' | 'left'>>;
}

const sumsOfSessionList: List['sums'] = { visitors: 'uniques', sessions: 'count' };
const session = (dimension: BreakdownDimension): List => ({ dimension, sums: sumsOfSessionList });

/** The lists by the text of the parameter `by`. */
const lists: Readonly<Record<string, List>> = {
  source: session('source'),
  channel: session('channel'),
  ad_platform: session('ad_platform'),
  assistant: session('assistant'),
  browser: session('browser'),
  os: session('os'),
  device: session('device'),
  country: session('country'),
  'city,country': session('city'),
  path: {
    dimension: 'place',
    sums: { visitors: 'uniques', pageviews: 'count', engagedMs: 'engagedMs', left: 'left' },
  },
  type: { dimension: 'type', sums: { visitors: 'uniques', events: 'count' } },
};
/** The sums that are read from the separate list of scroll depths; only pages have them. */
const scrollSums: readonly Sum[] = ['scroll', 'scrolled'];

/** The list that has all sums of the rows, and those that they are ranked by; undefined if there is none. */
export function listOf({ by, sums }: RowsRequest, page: Page): List | undefined {
  const list = Object.hasOwn(lists, by.text) ? lists[by.text] : undefined;
  const own = new Set(Object.keys(list?.sums ?? {}));
  const isKnown = (name: Sum) => own.has(name) || scrollSums.includes(name);
  const ranks = metricOf(by, page.order.metric).from;
  return [...sums].every(isKnown) && ranks.every((name) => own.has(name)) ? list : undefined;
}

/** Reads a page of the rows. The first one in the default order is read together with concurrent requests, any other by a separate statement. */
export async function readPageOfList(
  figures: Figures,
  { scope, compared }: Scopes,
  list: List,
  request: RowsRequest,
  page: Page,
): Promise<Rows> {
  const { order, search, limit, offset } = page;
  const isFirst = search === '' && offset === 0 && limit <= limitMax && isSame(order, orderDefault(request.by));
  const ranking = {
    dimension: list.dimension,
    rank: metricOf(request.by, order.metric).rank((sum) => list.sums[sum] ?? '0'),
    isAscending: order.isAscending,
    search,
  };
  const { rows, total } = await readCounted(
    page,
    (span) =>
      isFirst ? figures.countedList(scope, list.dimension, span.limit) : figures.page(scope, { ...ranking, ...span }),
    ({ values }) => values,
  );
  const listed = rows.map(({ value }) => value);
  const hasScroll = scrollSums.some((name) => request.sums.has(name));
  const scrollOf = async (one: Scope | undefined) =>
    one && hasScroll ? figures.rows(one, 'scroll', listed) : new Map<string, BreakdownRow>();
  const [scroll, before, scrollBefore] = await Promise.all([
    scrollOf(scope),
    compared && figures.rows(compared, list.dimension, listed),
    scrollOf(compared),
  ]);
  const toRows = (found: Iterable<BreakdownRow>, depths: ScrollByPath) =>
    Array.from(found, (row) => toRow(list, request, row, depths));
  return { rows: toRows(rows, scroll), total, before: before && toRows(before.values(), scrollBefore) };
}

const isSame = (one: Order, other: Order) => one.metric === other.metric && one.isAscending === other.isAscending;

type ScrollByPath = ReadonlyMap<string, BreakdownRow>;

function toRow(list: List, { by }: RowsRequest, row: BreakdownRow, scroll: ScrollByPath): Row {
  const depth = scroll.get(row.value);
  return {
    values: by.dimensions.length === 1 ? [row.value] : textsOfRow(row),
    sums: { ...noSums, ...columnsOf(list, row), scroll: depth?.count ?? 0, scrolled: depth?.uniques ?? 0 },
  };
}

const columnsOf = (list: List, row: BreakdownRow): Partial<Sums> =>
  Object.fromEntries(Object.entries(list.sums).map(([name, column]) => [name, row[column]]));
