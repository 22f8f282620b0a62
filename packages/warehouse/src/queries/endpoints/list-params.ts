/** The parameters of every endpoint that returns lists by name, and what they resolve to. */
import { limitParam } from '../parameters/parameters.ts';
import {
  commonParams,
  type CommonParams,
  type RequestContext,
  type ResolvedParams,
  resolveParams,
} from '../parameters/resolved-params.ts';

/** The limit of a list unless the request has one. */
const limitDefault = 100;

export const listParams = { ...commonParams, limit: limitParam(limitDefault) };

/** Returns the range, filters and limit of a request. Throws BAD_REQUEST for an invalid range or filter. */
export function resolveList(
  params: CommonParams & { limit?: number | undefined },
  request: RequestContext,
): ResolvedParams & { limit: number } {
  return { ...resolveParams(params, request), limit: params.limit ?? limitDefault };
}
