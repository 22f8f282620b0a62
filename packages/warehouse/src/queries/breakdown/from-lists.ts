/** Rows of a breakdown from lists, which are read together with concurrent requests and can come from the rollups. */
import type { Dimension } from '../dimensions.ts';
import type { Figures } from '../figures.ts';
import { limitMax } from '../parameters/parameters.ts';
import type { Scope } from '../scope.ts';
import { type BreakdownRow, textsOf } from '../sql/breakdown.ts';
import { metricOf, noSums, type Order, orderDefault, type Sum, type Sums } from './metrics.ts';
import { type AskedRows, type Part, readCounted, type Row, type Rows } from './rows.ts';

/** A list, and its columns by the sums that they are. */
export interface List {
  dimension: Dimension;
  sums: Partial<Record<Sum, 'count' | 'uniques' | 'engagedMs' | 'left'>>;
}

const ofSessions: List['sums'] = { visitors: 'uniques', sessions: 'count' };
const session = (dimension: Dimension): List => ({ dimension, sums: ofSessions });

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
    dimension: 'path',
    sums: { visitors: 'uniques', pageviews: 'count', engagedMs: 'engagedMs', left: 'left' },
  },
  type: { dimension: 'type', sums: { visitors: 'uniques', events: 'count' } },
};
/** The sums that are read from the separate list of scroll depths. */
const scrollSums: readonly Sum[] = ['scroll', 'scrolled'];

/** The list that has all sums of the rows, and those that they are ranked by; undefined if there is none. */
export function listOf({ by, sums }: AskedRows, part: Part): List | undefined {
  const list = Object.hasOwn(lists, by.text) ? lists[by.text] : undefined;
  const own = new Set(Object.keys(list?.sums ?? {}));
  const isKnown = (name: Sum) => own.has(name) || (list?.dimension === 'path' && scrollSums.includes(name));
  const ranks = metricOf(by, part.order.metric).from;
  return [...sums].every(isKnown) && ranks.every((name) => own.has(name)) ? list : undefined;
}

/** Reads a part of the rows. The first page in the default order is read together with concurrent requests, any other part by a separate statement. */
export async function readPartOfList(
  figures: Figures,
  scope: Scope,
  list: List,
  asked: AskedRows,
  part: Part,
): Promise<Rows> {
  const { order, search, limit, offset } = part;
  const isFirst = search === '' && offset === 0 && limit <= limitMax && isSame(order, orderDefault(asked.by));
  const page = {
    dimension: list.dimension,
    rank: metricOf(asked.by, order.metric).rank((sum) => list.sums[sum] ?? '0'),
    isAscending: order.isAscending,
    search,
  };
  const { rows, total } = await readCounted(
    part,
    (span) =>
      isFirst ? figures.countedList(scope, list.dimension, span.limit) : figures.page(scope, { ...page, ...span }),
    ({ values }) => values,
  );
  return { rows: await withScroll(figures, scope, list, asked, rows), total };
}

const isSame = (one: Order, other: Order) => one.metric === other.metric && one.isAscending === other.isAscending;

/** The same rows in another range. */
export async function readValuesOfList(
  figures: Figures,
  scope: Scope,
  list: List,
  asked: AskedRows,
  rows: readonly Row[],
): Promise<Row[]> {
  const found = await figures.rows(
    scope,
    list.dimension,
    rows.map(({ key }) => key),
  );
  return withScroll(figures, scope, list, asked, [...found.values()]);
}

async function withScroll(
  figures: Figures,
  scope: Scope,
  list: List,
  { sums, by }: AskedRows,
  rows: readonly BreakdownRow[],
): Promise<Row[]> {
  const isScrolled = scrollSums.some((name) => sums.has(name));
  const values = rows.map(({ value }) => value);
  const scroll = isScrolled ? await figures.rows(scope, 'scroll', values) : undefined;
  return rows.map((row) => {
    const depth = scroll?.get(row.value);
    return {
      values: by.dimensions.length === 1 ? [row.value] : textsOf(row),
      key: row.value,
      sums: { ...noSums, ...columnsOf(list, row), scroll: depth?.count ?? 0, scrolled: depth?.uniques ?? 0 },
    };
  });
}

const columnsOf = (list: List, row: BreakdownRow): Partial<Sums> =>
  Object.fromEntries(Object.entries(list.sums).map(([name, column]) => [name, row[column]]));
