/** A list of the page: its question to the API, and the conversion of the answer into rows. */
import type { Answer, Params, QueryName } from '@footfall/client';
import { type Known, mapKnown } from '../questions/answers.ts';
import { type Access, analytics } from '../questions/api.ts';
import { analyticsQuestion } from '../questions/question.ts';
import { useAnswer } from '../questions/use-answer.ts';
import type { Bounds, Comparison } from '../state/range.ts';
import type { words } from '../words/words.ts';
import { type Column, columnOf } from './figure.ts';
import { type NameKind, nameText, type Row } from './row.ts';
import type { FiltersOf } from './row-filter.ts';

/** The most rows that the API returns at once. */
const rowsMax = 10_000;
/** The most rows that the API reads together with the other questions of the page. */
const rowsMaxOfPanel = 1_000;

interface Shown {
  /** True if only the first columns and rows are shown. */
  isPanel?: boolean | undefined;
  /** The ID of the goal of the conversions. */
  goal?: string | undefined;
}

interface Asked extends Shown {
  bounds: Bounds;
  limit: number;
  /** The range to compare with; none if absent. */
  comparison?: Comparison | undefined;
  /** Only rows whose name contains it are wanted. */
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

interface Asking {
  /** The path of the question. */
  path: string;
  /** Returns the known part of the answer; a hook. */
  use: () => Known<Listed>;
  /** Resolves with the first 10,000 rows, as the CSV file of the API. */
  csv: () => Promise<string>;
}

export interface List {
  id: keyof typeof words.lists;
  /** The title of the column of names: `Pages`. */
  nameTitle: string;
  names: NameKind;
  columns: readonly Column[];
  /** Returns the filters that a row stands for. */
  filtersOf: FiltersOf;
  /** The list under whose tab it is shown, if it has no separate tab. */
  under?: List['id'];
  /** The number of columns that a panel has room for; one if absent. */
  columnsOfPanel?: number;
  /** True if the rows are not sorted by the first column unless asked to be. */
  isInOwnOrder?: boolean;
  /** True if shown as a map. */
  map?: boolean;
  /** Returns the shown columns. */
  columnsOf: (shown: Shown) => readonly Column[];
  ask: (access: Access, asked: Asked) => Asking;
}

type Described = Omit<List, 'ask' | 'columnsOf'>;

interface ListDefinition<Name extends QueryName> extends Described {
  columnsOf?: List['columnsOf'];
  endpoint: Name;
  params: (asked: Asked) => Params<Name>;
  read: (answer: Answer<Name>, asked: Asked) => Listed;
  /** The list that CSV contains, if the answer has several. */
  part?: string;
}

function defineList<Name extends QueryName>({ endpoint, params, read, part, ...list }: ListDefinition<Name>): List {
  const { columns, columnsOfPanel = 1 } = list;
  return {
    columnsOf: ({ isPanel }) => (isPanel ? columns.slice(0, columnsOfPanel) : columns),
    ...list,
    ask(access, asked) {
      const question = analyticsQuestion<Name>(access, endpoint, params(asked));
      return {
        path: question.path,
        use: () => mapKnown(useAnswer(question), (answer) => read(answer, asked)),
        csv: () => {
          const whole = params({ ...asked, isPanel: false, limit: rowsMax, offset: 0 });
          return analytics(access).csv(analyticsQuestion(access, endpoint, { ...whole, part }).path);
        },
      };
    },
  };
}

interface WholeListDefinition<Name extends QueryName> extends Omit<ListDefinition<Name>, 'read'> {
  rows: (answer: Answer<Name>, asked: Asked) => readonly Row[];
}

/** Defines a list that the page gets as a whole: it searches, sorts and cuts it by itself. */
export function wholeList<Name extends QueryName>({ rows, ...list }: WholeListDefinition<Name>): List {
  return defineList<Name>({
    ...list,
    read(answer, asked) {
      const { search = '', sort, offset = 0, limit } = asked;
      const wanted = search.toLocaleLowerCase();
      const found = rows(answer, asked).filter((row) =>
        `${nameText(row, list.names)} ${row.detail ?? ''}`.toLocaleLowerCase().includes(wanted),
      );
      if (sort !== undefined) found.sort((one, other) => (other.figures[sort] ?? 0) - (one.figures[sort] ?? 0));
      return { rows: found.slice(offset, offset + limit), total: found.length };
    },
  });
}

type BreakdownParams = Params<'breakdown'>;
type BreakdownColumn = Column<NonNullable<BreakdownParams['metrics']>[number]>;

interface Breakdown extends Described {
  by: Extract<BreakdownParams['by'], string>;
  columns: readonly BreakdownColumn[];
  /** True if the API's own order is not by the first column. */
  isReordered?: boolean;
}

/** Defines a list on the breakdown by a dimension, or by two: the second is the detail of the first. The API searches, sorts and cuts it. */
export function breakdownList(list: Breakdown): List {
  return defineList({
    ...list,
    columnsOf: (shown) => columnsOf(list, shown),
    endpoint: 'breakdown',
    params: (asked) => paramsOf(list, asked),
    read: (answer, asked) => ({ rows: rowsOf(list, answer, asked), total: answer.total }),
  });
}

/** Like `breakdownList`, for a list whose names differ from the API's, or that shows some of the rows only. */
export function wholeBreakdownList(list: Breakdown, keeps: (row: Row) => boolean = () => true): List {
  return wholeList({
    ...list,
    columnsOf: (shown) => columnsOf(list, shown),
    endpoint: 'breakdown',
    params: ({ bounds, isPanel, goal, comparison }) =>
      paramsOf(list, { bounds, isPanel, goal, comparison, limit: isPanel ? rowsMaxOfPanel : rowsMax }),
    rows: (answer, asked) => rowsOf(list, answer, asked).filter(keeps),
  });
}

const conversions = columnOf('conversions', 'conversions');
const conversionRate = columnOf('conversionRate', 'conversions');

/** Returns the shown columns. With a goal, its rate replaces the columns of a panel after the first. */
function columnsOf({ columns, columnsOfPanel = 1 }: Breakdown, { isPanel, goal }: Shown): readonly BreakdownColumn[] {
  if (!goal) return isPanel ? columns.slice(0, columnsOfPanel) : columns;
  return isPanel ? [...columns.slice(0, 1), conversionRate] : [...columns, conversions, conversionRate];
}

function paramsOf(list: Breakdown, asked: Asked): BreakdownParams {
  const { by, isReordered } = list;
  const { bounds, limit, goal, comparison = 'none', search, sort = 0, offset } = asked;
  const columns = columnsOf(list, asked);
  const isOwnOrder = sort === 0 && !isReordered;
  const sorted = columns[sort];
  return {
    by,
    metrics: columns.map(({ metric }) => metric),
    goal,
    sort: isOwnOrder || !sorted ? undefined : `-${sorted.metric}`,
    search: search || undefined,
    ...bounds,
    limit,
    offset: offset || undefined,
    compare: comparison === 'none' ? undefined : comparison,
  };
}

/** Means over the views of a page that were left: the API returns 0 if there were none, and not their number. */
const overLeft: readonly string[] = ['avgTime', 'avgScroll'];

function figureOf(metric: string, figure: number): number | undefined {
  return figure === 0 && overLeft.includes(metric) ? undefined : figure;
}

function rowsOf(list: Breakdown, { data }: Answer<'breakdown'>, asked: Asked): Row[] {
  const [name = '', detail] = list.by.split(',');
  const columns = columnsOf(list, asked);
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
