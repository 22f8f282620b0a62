/** A list of the page: which question it asks, and how its answer becomes rows. */
import type { Answer, Params, QueryName } from '@footfall/client';
import { type Known, mapKnown } from '../questions/answers.ts';
import type { Access } from '../questions/api.ts';
import { analyticsQuestion } from '../questions/question.ts';
import { useAnswer } from '../questions/use-answer.ts';
import type { Bounds, Comparison } from '../state/range.ts';
import type { DefinitionId } from '../words/definitions.ts';
import type { FigureKind } from './figure.ts';
import type { words } from '../words/words.ts';

export interface Row {
  /** What the row is about, as stored. */
  name: string;
  /** What tells it from another row of that name, such as a city's country. */
  detail?: string | undefined;
  /** By column. The first is what the list is sorted by. */
  figures: readonly number[];
  /** The first figure in the range that this one is compared with. */
  previous?: number | undefined;
}

export interface Column {
  /** As the API names it. */
  metric: string;
  title: string;
  kind: FigureKind;
  definition: DefinitionId;
  /** The figures are parts of the visitors of the range. */
  isShare?: boolean;
}

/** What names are: decides how they are shown. */
export type NameKind = 'text' | 'path' | 'country' | 'city' | 'device';

interface Asked {
  bounds: Bounds;
  limit: number;
  /** None unless it is there. */
  comparison?: Comparison;
}

export interface List {
  id: keyof typeof words.lists;
  nameTitle: string;
  names: NameKind;
  columns: readonly Column[];
  /** Shown as a map. */
  map?: boolean;
  /** The path of the question behind the list. */
  path: (access: Access, asked: Asked) => string;
  /** What is known of its rows; a hook. */
  useRows: (access: Access, asked: Asked) => Known<readonly Row[]>;
}

interface ListDefinition<Name extends QueryName> extends Omit<List, 'path' | 'useRows'> {
  endpoint: Name;
  /** The range and the limit if absent. */
  params?: (asked: Asked) => Params<Name>;
  rows: (answer: Answer<Name>) => readonly Row[];
}

/** Connects a list with its endpoint. */
export function defineList<Name extends QueryName>({ endpoint, params, rows, ...list }: ListDefinition<Name>): List {
  const questionOf = (access: Access, asked: Asked) =>
    analyticsQuestion<Name>(access, endpoint, params === undefined ? rangeParams(asked) : params(asked));
  return {
    ...list,
    path: (access, asked) => questionOf(access, asked).path,
    useRows: (access, asked) => mapKnown(useAnswer(questionOf(access, asked)), rows),
  };
}

interface BreakdownDefinition extends Omit<List, 'path' | 'useRows'> {
  by: NonNullable<Params<'breakdown'>['by']> & string;
  /** The rows that belong to the list. */
  keeps?: (row: Row) => boolean;
}

/** A list on the breakdown by a dimension, or by two: the second is the detail of the first. */
export function breakdownList({ by, keeps = () => true, ...list }: BreakdownDefinition): List {
  const metrics = list.columns.map(({ metric }) => metric);
  const [first = ''] = metrics;
  const [name = '', detail] = by.split(',');
  return defineList({
    ...list,
    endpoint: 'breakdown',
    params: ({ bounds, limit, comparison = 'none' }) => ({
      by,
      metrics: metrics.join(','),
      sort: `-${first}`,
      ...bounds,
      limit,
      compare: comparison === 'none' ? undefined : comparison,
    }),
    rows: ({ data }) =>
      data
        .map((entry): Row => {
          const fields: Readonly<Record<string, unknown>> = entry;
          const before: Readonly<Record<string, unknown>> = entry.previous ?? {};
          return {
            name: String(fields[name]),
            detail: detail && String(fields[detail]),
            figures: metrics.map((metric) => Number(fields[metric])),
            previous: entry.previous && Number(before[first]),
          };
        })
        .filter(keeps),
  });
}

function rangeParams({ bounds, limit }: Asked): { start: string; end: string; limit: number } {
  return { ...bounds, limit };
}
