/** A list of the page: which question it asks, and how its answer becomes rows. */
import type { Answer, Params, QueryName } from '@footfall/client';
import type { Access } from '../data/api.ts';
import { type Known, mapKnown } from '../data/answers.ts';
import { analyticsQuestion } from '../data/question.ts';
import { useAnswer } from '../data/use-answer.ts';
import type { Bounds } from '../state/range.ts';
import type { DefinitionId } from '../words/definitions.ts';

export interface Row {
  /** What the row is about, as stored. */
  name: string;
  /** What tells it from another row of that name, such as a city's country. */
  detail?: string | undefined;
  /** By column. The first is what the list is sorted by. */
  figures: readonly number[];
}

export type ColumnKind = 'count' | 'percent' | 'duration';

export interface Column {
  title: string;
  kind: ColumnKind;
  definition: DefinitionId;
  /** The figures are parts of the visitors of the range. */
  isShare?: boolean;
}

/** What names are: decides how they are shown. */
export type NameKind = 'text' | 'path' | 'country' | 'city' | 'device';

export interface Asked {
  bounds: Bounds;
  limit: number;
}

export interface List {
  id: string;
  title: string;
  nameTitle: string;
  names: NameKind;
  columns: readonly Column[];
  /** Shown beside the rows or in their place. */
  map?: boolean;
  /** The path of the question behind the list. */
  path(access: Access, asked: Asked): string;
  /** What is known of its rows; a hook. */
  useRows(access: Access, asked: Asked): Known<readonly Row[]>;
}

interface ListDefinition<Name extends QueryName> extends Omit<List, 'path' | 'useRows'> {
  endpoint: Name;
  /** The range and the limit if absent. */
  params?: (asked: Asked) => Params<Name>;
  rows: (answer: Answer<Name>) => readonly Row[];
}

/** Connects a list with its endpoint: the one place that knows both. */
export function defineList<Name extends QueryName>({ endpoint, params, rows, ...list }: ListDefinition<Name>): List {
  const questionOf = (access: Access, asked: Asked) =>
    analyticsQuestion<Name>(access, endpoint, params === undefined ? rangeParams(asked) : params(asked));
  return {
    ...list,
    path: (access, asked) => questionOf(access, asked).path,
    useRows: (access, asked) => mapKnown(useAnswer(questionOf(access, asked)), rows),
  };
}

function rangeParams({ bounds, limit }: Asked): { start: string; end: string; limit: number } {
  return { ...bounds, limit };
}
