/** A client of the analytics API. `endpoints.ts` has the types of its parameters and answers. */
import type { Credentials } from './credentials.ts';
import type { Endpoints, Period } from './endpoints.ts';
import { credentialFields, exchange, exchangeCsv } from './exchange.ts';

export { ApiError } from './api-error.ts';
export type { Credentials } from './credentials.ts';
export type * from './endpoints.ts';
export { type Filter, filter } from './filter.ts';

/** `overview`, `visitors`, … */
export type QueryName = keyof Endpoints;

/** The endpoint's parameters. */
export type Params<Name extends QueryName> = Endpoints[Name]['params'];

/** The endpoint's response. */
export type Answer<Name extends QueryName> = {
  success: true;
  workspaceId: string;
  /** True if it was computed for an earlier request. */
  fromCache: boolean;
} & Endpoints[Name]['result'];

/** The endpoint's parameters, and the list that the file contains. */
export type CsvParams<Name extends QueryName> = Params<Name> & Endpoints[Name]['csv'];

/** The parameters as the last argument of a method, which may be omitted if none of them is required. */
type LastArgument<Given> = Partial<Given> extends Given ? [params?: Given] : [params: Given];

/** The endpoints whose list comes in pages. */
export type PagedName = {
  [Name in QueryName]: 'offset' extends keyof Params<Name> ? Name : never;
}[QueryName];

/** An entry of the endpoint's list. */
export type Entry<Name extends PagedName> = Endpoints[Name]['result']['data'][number];

export interface DatedAnswer<Name extends QueryName> {
  answer: Answer<Name>;
  /** The range that the answer is about; undefined if something between has removed the header. */
  period: Period | undefined;
  /** The time up to which the answer is complete, in epoch milliseconds. */
  asOfMs: number;
}

export type ClientOptions = Credentials & {
  /** The base URL of the API, such as `https://footfall.example.com`. */
  url: string;
  /** The deadline of a request. */
  timeoutMs?: number;
};

export class FootfallClient {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Requests one endpoint. Rejects with an ApiError if the API refuses, with fetch's own error if there is no response. */
  async query<Name extends QueryName>(name: Name, ...[params]: LastArgument<Params<Name>>): Promise<Answer<Name>> {
    return (await this.#get<Answer<Name>>(pathOf(name, params))).body;
  }

  /** Like `query`, with the range and the age of the response. With `isFresh`, a browser bypasses its own cache. */
  async queryWithDate<Name extends QueryName>(
    name: Name,
    params: Params<Name>,
    { isFresh = false }: { isFresh?: boolean } = {},
  ): Promise<DatedAnswer<Name>> {
    const { body, headers } = await this.#get<Answer<Name>>(queryPath(name, params), isFresh);
    const asOf = ['x-data-as-of', 'last-modified', 'date'].map((field) => headers.get(field)).find(Boolean);
    return { answer: body, period: periodOf(headers), asOfMs: Date.parse(asOf ?? '') || Date.now() };
  }

  /** Iterates over the entries of a long list, `limit` of them per request. All pages have the range of the first, so none is missed or repeated as time passes. */
  async *entries<Name extends PagedName>(name: Name, params?: Params<Name>): AsyncGenerator<Entry<Name>, void> {
    let page: Params<PagedName> = { limit: pageLimitDefault, ...params };
    for (;;) {
      const { body, headers } = await this.#get<{ data: Entry<Name>[]; total: number }>(queryPath(name, page));
      yield* body.data;
      const offset = (page.offset ?? 0) + body.data.length;
      if (body.data.length === 0 || offset >= body.total) return;
      page = { ...page, ...periodOf(headers), offset };
    }
  }

  /** Requests a list as the text of a CSV file. Rejects like `query`. */
  csv<Name extends QueryName>(name: Name, ...[params]: LastArgument<CsvParams<Name>>): Promise<string> {
    const { url, timeoutMs } = this.#options;
    const headers = credentialFields(this.#options);
    return exchangeCsv(url, pathOf(name, { ...params, format: 'csv' }), { headers, timeoutMs });
  }

  #get<Body>(path: string, isFresh = false) {
    const { url, timeoutMs } = this.#options;
    const headers = credentialFields(this.#options);
    return exchange<Body>(url, path, { headers, timeoutMs, ...(isFresh && { cache: 'no-cache' }) });
  }
}

function periodOf(headers: Headers): Period | undefined {
  const [start, end] = headers.get('x-period')?.split('/') ?? [];
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** Entries per request by default; the API allows ten times as many. */
const pageLimitDefault = 1000;

/** The parameters that are repeated for each item of a list; for all others, items are separated by commas. */
export const repeatedParams: readonly string[] = ['filter', 'step'];

type Value = string | number | Date | readonly string[] | undefined;

/** Returns the path and query string that `query` requests. */
export function queryPath<Name extends QueryName>(name: Name, params: Params<Name>): string {
  return pathOf(name, params);
}

function pathOf(name: QueryName, params?: object): string {
  const query = new URLSearchParams();
  for (const [parameter, value] of Object.entries<Value>({ ...params })) {
    if (value === undefined) continue;
    const texts = Array.isArray(value) && repeatedParams.includes(parameter) ? value : [textOf(value)];
    for (const text of texts) query.append(parameter, text);
  }
  return `/api/v1/analytics/${name}${query.size === 0 ? '' : `?${query.toString()}`}`;
}

const textOf = (value: NonNullable<Value>) => (value instanceof Date ? value.toISOString() : String(value));
