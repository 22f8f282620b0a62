/** The parameters of every endpoint that returns lists by name, and the values they give its statement. */
import type { QueryContext } from '../query.ts';
import { bindRange } from '../sql/events.ts';
import { limitParam, rangeParams } from '../sql/parameters.ts';
import { resolveRange } from '../sql/range.ts';

/** How many entries a list has unless the request says. */
const limitDefault = 100;

export const listParams = { ...rangeParams, limit: limitParam(limitDefault) };

/** Values for a statement that uses the range and `{limit:UInt32}`. Throws BAD_REQUEST for a range that is none. */
export function bindList(
  params: { start?: number | undefined; end?: number | undefined; limit?: number | undefined },
  { workspaceId, nowMs }: QueryContext,
) {
  return { ...bindRange(workspaceId, resolveRange(params, nowMs)), limit: params.limit ?? limitDefault };
}
