/** What is asked of every endpoint about a range: the range, and what the answer is narrowed to. */
import type { Goal } from '@footfall/schemas';
import { type Filter, filterParam, readFilters } from './filters.ts';
import { type GivenRange, resolveRange } from './sql/given-range.ts';
import { rangeParams } from './sql/parameters.ts';
import type { Range } from './sql/range.ts';

export interface Asked {
  range: Range;
  filters: readonly Filter[];
  /** Set where the rollups have no answer. */
  source?: 'events' | undefined;
}

/** When something is asked, and what is known of the workspace. */
export interface AskedAt {
  /** Epoch milliseconds. */
  nowMs: number;
  /** Of the workspace. */
  goals: readonly Goal[];
}

export const askedParams = { ...rangeParams, filter: filterParam };

export interface GivenQuestion extends GivenRange {
  filter?: string[] | undefined;
}

/** Throws BAD_REQUEST for a range that is none, and for filters that are wrong. */
export function resolveAsked(given: GivenQuestion, at: AskedAt): Asked {
  const filters = readFilters(given.filter ?? [], at.goals);
  return { range: resolveRange(given, at.nowMs), filters, source: filters.length > 0 ? 'events' : undefined };
}
