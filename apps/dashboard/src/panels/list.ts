/** A list of the page: its request to the API, and the conversion of the result into rows. */
import type { QueryResult, Params, QueryName } from '@footfall/client';
import { type Known, mapKnown } from '../resources/cache.ts';
import type { Access } from '../resources/api.ts';
import { analyticsResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import type { Bounds, Comparison } from '../state/range.ts';
import type { words } from '../words/words.ts';
import type { Table } from './csv.ts';
import { type Column, columnOf } from './figure.ts';
import { type NameKind, nameText, type Row } from './row.ts';
import type { FiltersOf } from './row-filter.ts';

/** The most rows that the API returns at once. */
const rowsMax = 10_000;
/** The most rows that the API reads together with the other requests of the page. */
const rowsMaxOfPanel = 1_000;

interface Shown {
  /** True if only the first columns and rows are shown. */
  isPanel?: boolean | undefined;
  /** The ID of the goal of the conversions. */
  goal?: string | undefined;
}

interface ListOptions extends Shown {
  bounds: Bounds;
  limit: number;
  /** The range to compare with; none if absent. */
  comparison?: Comparison | undefined;
  /** The search: only rows whose name contains it are returned. */
  search?: string;
  /** The index of the column that the rows are sorted by, largest first; in the list's own order if absent. */
  sort?: number | undefined;
  /** The number of rows to skip. */
  offset?: number;
}

/** A part of a list. */
interface Listed {
  rows: readonly Row[];
  /** The number of rows of the whole list. */
  total: number;
}

export interface ListRequest {
  /** The path of the request. */
  path: string;
  /** Returns the known part of the result; a hook. */
  use: () => Known<Listed>;
  /** Resolves with the first 10,000 rows, searched and sorted like those that are shown: as the CSV of the API, or as cells. */
  csv: () => Promise<string | Table>;
}

export interface List {
  id: keyof typeof words.lists;
  /** The title of the column of names: `Pages`. */
  nameTitle: string;
  names: NameKind;
  columns: readonly Column[];
  /** Returns the filters that a row represents. */
  filtersOf: FiltersOf;
  /** The list under whose tab it is shown, if it has no separate tab. */
  under?: List['id'];
  /** The number of columns that fit into a panel; one if absent. */
  columnsOfPanel?: number;
  /** True if the rows are not sorted by the first column unless requested. */
  isInOwnOrder?: boolean;
  /** True if shown as a map. */
  map?: boolean;
  /** Returns the shown columns. */
  columnsOf: (shown: Shown) => readonly Column[];
  request: (access: Access, options: ListOptions) => ListRequest;
}

interface ListDefinition<Name extends QueryName> extends Omit<List, 'request' | 'columnsOf'> {
  columnsOf?: List['columnsOf'];
  endpoint: Name;
  params: (options: ListOptions) => Params<Name>;
  rows: (result: QueryResult<Name>, options: ListOptions) => readonly Row[];
  /** Returns the number of rows of the whole list. If absent, the result is the whole list, which the page searches, sorts and cuts. */
  totalOf?: ((result: QueryResult<Name>) => number) | undefined;
}

export function defineList<Name extends QueryName>(definition: ListDefinition<Name>): List {
  const { endpoint, params, rows, totalOf, ...list } = definition;
  const {
    columns,
    columnsOfPanel = 1,
    columnsOf = ({ isPanel }) => (isPanel ? columns.slice(0, columnsOfPanel) : columns),
  } = list;
  const listOf = (result: QueryResult<Name>, options: ListOptions): Listed => {
    const all = rows(result, options);
    return totalOf ? { rows: all, total: totalOf(result) } : cut(all, options, list.names);
  };
  return {
    ...list,
    columnsOf,
    request(access, options) {
      const resource = analyticsResource<Name>(access, endpoint, params(options));
      return {
        path: resource.path,
        use: () => mapKnown(useResource(resource), (result) => listOf(result, options)),
        async csv() {
          const whole = { ...options, isPanel: false, limit: rowsMax, offset: 0 };
          const saved = analyticsResource<Name>(access, endpoint, params(whole));
          if (totalOf) return saved.csv();
          const { result } = await saved.load(false);
          const titles = [list.names, ...columnsOf(whole).map(({ metric }) => metric)];
          return [titles, ...listOf(result, whole).rows.map(({ name, figures }) => [name, ...figures])];
        },
      };
    },
  };
}

/** Searches and sorts the rows of a whole list, and cuts out those that are shown. */
function cut(rows: readonly Row[], { search = '', sort, offset = 0, limit }: ListOptions, names: NameKind): Listed {
  const wanted = search.toLocaleLowerCase();
  const found = rows.filter((row) =>
    `${nameText(row, names)} ${row.detail ?? ''}`.toLocaleLowerCase().includes(wanted),
  );
  if (sort !== undefined) found.sort((one, other) => (other.figures[sort] ?? 0) - (one.figures[sort] ?? 0));
  return { rows: found.slice(offset, offset + limit), total: found.length };
}

type BreakdownParams = Params<'breakdown'>;
type BreakdownColumn = Column<NonNullable<BreakdownParams['metrics']>[number]>;

interface Breakdown extends Omit<List, 'request' | 'columnsOf'> {
  by: Extract<BreakdownParams['by'], string>;
  columns: readonly BreakdownColumn[];
  /** True if the names differ from the API's, or only some of the rows are shown: then the page searches, sorts and cuts the list instead of the API. */
  isWhole?: boolean;
  /** Returns true for the rows that are shown. */
  keeps?: (row: Row) => boolean;
}

/** Defines a list on the breakdown by a dimension, or by two: the second is the detail of the first. */
export function breakdownList({ keeps = () => true, ...list }: Breakdown): List {
  return defineList({
    ...list,
    columnsOf: (shown) => breakdownColumns(list, shown),
    endpoint: 'breakdown',
    params: (options) => paramsOf(list, options),
    rows: (result, options) => rowsOf(list, result, options).filter(keeps),
    totalOf: list.isWhole ? undefined : ({ total }) => total,
  });
}

const conversions = columnOf('conversions', 'conversions');
const conversionRate = columnOf('conversionRate', 'conversions');

/** Returns the shown columns. With a goal, its rate replaces the columns of a panel after the first. */
function breakdownColumns(
  { columns, columnsOfPanel = 1 }: Breakdown,
  { isPanel, goal }: Shown,
): readonly BreakdownColumn[] {
  if (!goal) return isPanel ? columns.slice(0, columnsOfPanel) : columns;
  return isPanel ? [...columns.slice(0, 1), conversionRate] : [...columns, conversions, conversionRate];
}

function paramsOf(list: Breakdown, options: ListOptions): BreakdownParams {
  const { by, isWhole } = list;
  const { bounds, isPanel, goal, comparison } = options;
  const limitOfWhole = isPanel ? rowsMaxOfPanel : rowsMax;
  const { limit, search, sort = 0, offset }: Partial<ListOptions> = isWhole ? { limit: limitOfWhole } : options;
  const columns = breakdownColumns(list, options);
  const sorted = columns[sort];
  return {
    by,
    metrics: columns.map(({ metric }) => metric),
    goal,
    sort: sorted && `-${sorted.metric}`,
    search: search || undefined,
    ...bounds,
    limit,
    offset: offset || undefined,
    compare: comparison,
  };
}

/** Means over the views of a page that have ended. The API returns 0 if there were none, and does not return their number. */
const overLeft: readonly string[] = ['avgTime', 'avgScroll'];

function figureOf(metric: string, figure: number): number | undefined {
  return figure === 0 && overLeft.includes(metric) ? undefined : figure;
}

function rowsOf(list: Breakdown, { data }: QueryResult<'breakdown'>, options: ListOptions): Row[] {
  const [name = '', detail] = list.by.split(',');
  const columns = breakdownColumns(list, options);
  return data.map((entry) => {
    const fields: Readonly<Record<string, unknown>> = entry;
    const before: Readonly<Record<string, unknown>> | undefined = entry.previous;
    return {
      name: String(fields[name]),
      detail: detail && String(fields[detail]),
      figures: columns.map(({ metric }) => figureOf(metric, Number(fields[metric]))),
      previous: before && Number(before[columns[0]?.metric ?? '']),
    };
  });
}
