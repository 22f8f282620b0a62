/** A request to one endpoint: its parameters, its path and its result. */
import type { Endpoints } from './endpoints.ts';

/** `overview`, `visitors`, … */
export type QueryName = keyof Endpoints;

/** The endpoint's parameters. */
export type Params<Name extends QueryName> = Endpoints[Name]['params'];

/** The endpoint's response. */
export type QueryResult<Name extends QueryName> = {
  success: true;
  workspaceId: string;
  /** True if the result was computed for an earlier request. */
  fromCache: boolean;
} & Endpoints[Name]['result'];

/** The endpoint's parameters, and the list that the file contains. */
export type CsvParams<Name extends QueryName> = Params<Name> & Endpoints[Name]['csv'];

/** The parameters that are repeated for each item of a list; for all others, items are separated by commas. */
export const repeatedParams: readonly string[] = ['filter', 'step'];

/** Callers without types can pass null. */
type Value = string | number | Date | readonly string[] | null | undefined;

/** Returns the path and query string that `query` requests. Parameters that are undefined or null are left out. */
export function queryPath<Name extends QueryName>(name: Name, params?: Params<Name>): string {
  const query = new URLSearchParams();
  for (const [parameter, value] of Object.entries<Value>({ ...params })) {
    if (value === undefined || value === null) continue;
    const texts = Array.isArray(value) && repeatedParams.includes(parameter) ? value : [textOf(value)];
    for (const text of texts) query.append(parameter, text);
  }
  return `/api/v1/analytics/${name}${query.size === 0 ? '' : `?${query.toString()}`}`;
}

const textOf = (value: NonNullable<Value>) => (value instanceof Date ? value.toISOString() : String(value));
