/** The parameters of every endpoint that returns lists by name, what they ask for, and how they are read. */
import type { BreakdownDimension } from '../breakdown-dimensions.ts';
import { limitParam } from '../parameters/parameters.ts';
import {
  commonParams,
  type CommonParams,
  type RequestContext,
  type ResolvedParams,
  resolveParams,
} from '../parameters/resolved-params.ts';
import type { QueryContext } from '../query.ts';
import type { Scope } from '../scope.ts';
import type { BreakdownRow } from '../sql/breakdown.ts';

/** The limit of a list unless the request has one. */
const limitDefault = 100;

export const listParams = { ...commonParams, limit: limitParam(limitDefault) };

export interface ResolvedListParams extends ResolvedParams {
  /** The most entries of a list. */
  limit: number;
}

/** Returns the range, filters and limit of a request. Throws BAD_REQUEST for an invalid range or filter. */
export function resolveList(
  params: CommonParams & { limit?: number | undefined },
  request: RequestContext,
): ResolvedListParams {
  return { ...resolveParams(params, request), limit: params.limit ?? limitDefault };
}

interface ListContext extends Pick<QueryContext, 'figures'> {
  scope: Scope;
}

/** The first values of each of `dimensions` in the range, in the order of lists. */
export async function readLists<Names extends readonly BreakdownDimension[]>(
  { limit }: Pick<ResolvedListParams, 'limit'>,
  { scope, figures }: ListContext,
  ...dimensions: Names
): Promise<{ [Index in keyof Names]: readonly BreakdownRow[] }>;
export async function readLists(
  { limit }: Pick<ResolvedListParams, 'limit'>,
  { scope, figures }: ListContext,
  ...dimensions: readonly BreakdownDimension[]
): Promise<readonly (readonly BreakdownRow[])[]> {
  return Promise.all(dimensions.map((dimension) => figures.list(scope, dimension, limit)));
}
