/** What a query is: one endpoint's parameters, result, lifetime and computation, as a value. */
import type { z } from 'zod';
import type { Figures } from './figures.ts';
import type { Reader } from '../driver/port.ts';
import type { Source } from './source.ts';

export interface QueryContext {
  workspaceId: string;
  /** Where the answer comes from. */
  source: Source;
  figures: Figures;
  /** For what is never read from rollups. */
  reader: Pick<Reader, 'read'>;
}

export interface Query<
  Params extends z.ZodObject = z.ZodObject,
  Asked = unknown,
  Result extends z.ZodObject = z.ZodObject,
  Name extends string = string,
> {
  /** Last part of the path: `/api/v1/analytics/<name>`. */
  name: Name;
  /** One sentence for the API's documentation. */
  summary: string;
  /** From the strings of the query string; unknown ones are ignored. What is omitted stays undefined, so that it can share a cache entry. */
  params: Params;
  /** The fields at the top level of the answer, beside the envelope's. */
  result: Result;
  cacheTtlSeconds: number;
  /** Set where the answer never comes from rollups. */
  source?: 'events';
  /** What the parameters ask for now: the range meant, defaults filled in. Throws BAD_REQUEST, naming the parameter, for values that are wrong only together or at this time. `nowMs` is epoch milliseconds. */
  resolve(params: z.output<Params>, nowMs: number): Asked;
  run(asked: Asked, context: QueryContext): Promise<z.input<Result>>;
}

/** Declares a query, with the types of its parts inferred. */
export function defineQuery<Params extends z.ZodObject, Asked, Result extends z.ZodObject, const Name extends string>(
  query: Query<Params, Asked, Result, Name>,
): Query<Params, Asked, Result, Name> {
  return query;
}
