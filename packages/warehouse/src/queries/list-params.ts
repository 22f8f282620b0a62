/** The parameters of every endpoint that returns lists by name, what they ask for, and the values that gives a statement. */
import type { QueryContext } from '../query.ts';
import { bindRange } from '../sql/events.ts';
import { limitParam, rangeParams } from '../sql/parameters.ts';
import { type Range, resolveRange } from '../sql/range.ts';

/** How many entries a list has unless the request says. */
const limitDefault = 100;

export const listParams = { ...rangeParams, limit: limitParam(limitDefault) };

export interface AskedList {
  range: Range;
  /** At most how many entries. */
  limit: number;
}

/** Throws BAD_REQUEST for a range that is none. */
export function resolveList(
  params: { start?: number | undefined; end?: number | undefined; limit?: number | undefined },
  nowMs: number,
): AskedList {
  return { range: resolveRange(params, nowMs), limit: params.limit ?? limitDefault };
}

/** Values for a statement that uses the range and `{limit:UInt32}`. */
export function bindList({ range, limit }: AskedList, { workspaceId }: QueryContext) {
  return { ...bindRange(workspaceId, range), limit };
}
