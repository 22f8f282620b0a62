/** The parameters of every endpoint that returns lists by name, what they ask for, and its answer. */
import type { z } from 'zod';
import type { QueryContext } from '../query.ts';
import { limitParam, rangeParams } from '../sql/parameters.ts';
import { type Question, readPlanned } from '../sql/question.ts';
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

/** The rows of a question that uses the range and `{limit:UInt32}`. */
export async function readList<Row extends z.ZodType>(
  question: Question<Row>,
  { range, limit }: AskedList,
  context: QueryContext,
): Promise<z.output<Row>[]> {
  return readPlanned(context, await context.plan(range), question, { limit });
}
