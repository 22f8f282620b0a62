/** The parameters of every endpoint that returns lists by name, what they ask for, and how they are read. */
import type { Dimension } from '../dimensions.ts';
import { type Asked, type AskedAt, askedParams, type GivenQuestion, resolveAsked } from '../parameters/asked.ts';
import { limitParam } from '../parameters/parameters.ts';
import type { QueryContext } from '../query.ts';
import type { Scope } from '../scope.ts';
import type { BreakdownRow } from '../sql/breakdown.ts';

/** The limit of a list unless the request has one. */
const limitDefault = 100;

export const listParams = { ...askedParams, limit: limitParam(limitDefault) };

export interface AskedList extends Asked {
  /** The most entries of a list. */
  limit: number;
}

/** Returns the range, filters and limit of a request. Throws BAD_REQUEST for an invalid range or filter. */
export function resolveList(params: GivenQuestion & { limit?: number | undefined }, at: AskedAt): AskedList {
  return { ...resolveAsked(params, at), limit: params.limit ?? limitDefault };
}

interface ListContext extends Pick<QueryContext, 'figures'> {
  scope: Scope;
}

/** The first values of each of `dimensions` in the range, in the order of lists. */
export async function readLists<Names extends readonly Dimension[]>(
  { limit }: Pick<AskedList, 'limit'>,
  { scope, figures }: ListContext,
  ...dimensions: Names
): Promise<{ [Index in keyof Names]: readonly BreakdownRow[] }>;
export async function readLists(
  { limit }: Pick<AskedList, 'limit'>,
  { scope, figures }: ListContext,
  ...dimensions: readonly Dimension[]
): Promise<readonly (readonly BreakdownRow[])[]> {
  return Promise.all(dimensions.map((dimension) => figures.list(scope, dimension, limit)));
}
