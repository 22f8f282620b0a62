/** A client of the analytics API. `endpoints.ts` has the types of its parameters and results. */
import { endpointParams } from './endpoint-params.ts';
import type { Endpoints, Period } from './endpoints.ts';
import { type ApiRequest, asOfMs, exchange, exchangeCsv, timeoutDefaultMs } from './exchange.ts';
import type { CallOptions, ClientOptions } from './options.ts';
import { type QueryResult, type CsvParams, type Params, type QueryName, queryPath } from './query.ts';
import { requireOptions } from './require-options.ts';

export { ApiError } from './api-error.ts';
export type * from './endpoints.ts';
export { filter } from './filter.ts';
export type * from './options.ts';
export * from './query.ts';

/** The last arguments of a method. The parameters may be omitted if none of them is required. */
type LastArguments<Given> =
  Partial<Given> extends Given ? [params?: Given, options?: CallOptions] : [params: Given, options?: CallOptions];

/** The endpoints with a paged list. */
export type PagedName = {
  [Name in QueryName]: 'offset' extends keyof Params<Name> ? Name : never;
}[QueryName];

/** An entry of the endpoint's list. */
export type Entry<Name extends PagedName> = Endpoints[Name]['result']['data'][number];

export interface DatedResult<Name extends QueryName> {
  result: QueryResult<Name>;
  /** The range of the result; undefined if a proxy has removed the header. */
  period: Period | undefined;
  /** The earlier range that the result is compared with, if any. */
  comparedPeriod: Period | undefined;
  /** The time at which the result was computed, in epoch milliseconds. */
  asOfMs: number;
}

export class FootfallClient {
  readonly #options: ClientOptions;

  /** Throws a TypeError that names the option if one cannot be used. */
  constructor(options: ClientOptions) {
    requireOptions(options);
    this.#options = { ...options, url: options.url.replace(/\/+$/, '') };
  }

  /**
   * Requests one endpoint. Rejects with a TypeError that names a parameter if the endpoint does not have it, with an ApiError if the API refuses it or
   * another server responds, and with fetch's error if there is no complete response.
   */
  async query<Name extends QueryName>(
    name: Name,
    ...[params, options]: LastArguments<Params<Name>>
  ): Promise<QueryResult<Name>> {
    return (await this.#get<QueryResult<Name>>(pathOf(name, params), options)).body;
  }

  /** Like `query`, with the range and the age of the response. */
  async queryWithDate<Name extends QueryName>(
    name: Name,
    ...[params, options]: LastArguments<Params<Name>>
  ): Promise<DatedResult<Name>> {
    const { body, headers } = await this.#get<QueryResult<Name>>(pathOf(name, params), options);
    return {
      result: body,
      period: periodIn(headers, 'x-period'),
      comparedPeriod: periodIn(headers, 'x-compared-period'),
      asOfMs: asOfMs(headers),
    };
  }

  /**
   * Iterates over the entries of a list, each once, `limit` of them per request (by default 10,000, the most that the API returns). A list that fits into
   * one request is complete. Later requests have the range of the first, but an entry can be missed if new events change the order between them.
   */
  async *entries<Name extends PagedName>(
    name: Name,
    params?: Params<Name>,
    options?: CallOptions,
  ): AsyncGenerator<Entry<Name>, void> {
    // Requests for any other list would never end.
    if (!Object.hasOwn(pagedNames, name)) {
      throw new TypeError(`entries must be called for ${Object.keys(pagedNames).join()}, got ${name}`);
    }
    const returned = new Set<string>();
    let page: Params<PagedName> = { ...params, limit: params?.limit ?? limitDefault };
    for (;;) {
      const { body, headers } = await this.#get<{ data: Entry<Name>[]; total: number }>(
        pathOf<PagedName>(name, page),
        options,
      );
      for (const entry of body.data) {
        const values = valuesOf(entry);
        if (!returned.has(values)) yield entry;
        returned.add(values);
      }
      const offset = (page.offset ?? 0) + body.data.length;
      if (body.data.length === 0 || offset >= body.total) return;
      page = { ...page, ...periodIn(headers, 'x-period'), offset };
    }
  }

  /** Requests a list as the text of a CSV file. Rejects like `query`. */
  async csv<Name extends QueryName>(name: Name, ...[params, options]: LastArguments<CsvParams<Name>>): Promise<string> {
    return exchangeCsv(this.#options.url + pathOf(name, params, csvParams), this.#request(options));
  }

  #get<Body>(path: string, options?: CallOptions) {
    return exchange<Body>(this.#options.url + path, this.#request(options));
  }

  #request({ signal }: CallOptions = {}): ApiRequest {
    const deadline = AbortSignal.timeout(this.#options.timeoutMs ?? timeoutDefaultMs);
    return {
      headers: { Authorization: `Bearer ${this.#options.key}` },
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    };
  }
}

/** The parameters that every endpoint has for CSV, in addition to its own. */
const csvParams = ['part'];

/**
 * Returns the path and query string of a request. Throws a TypeError for a parameter that is neither in `more` nor one of the endpoint's, and a RangeError
 * for an invalid date; both name the parameter.
 */
function pathOf<Name extends QueryName>(name: Name, params?: Params<Name>, more: readonly string[] = []): string {
  for (const [parameter, value] of Object.entries<unknown>({ ...params })) {
    if (value === undefined || value === null) continue;
    requireKnown(name, parameter, more);
    if (value instanceof Date && Number.isNaN(value.getTime()))
      throw new RangeError(`${parameter} must be a valid date`);
  }
  return queryPath(name, params);
}

/** Rejects unknown parameters: the API ignores them, and an unfiltered result would pass for a filtered one. */
function requireKnown(name: QueryName, parameter: string, more: readonly string[]): void {
  // The API refuses an unknown endpoint.
  if (!Object.hasOwn(endpointParams, name)) return;
  const known = [...endpointParams[name], ...more];
  if (known.includes(parameter)) return;
  throw new TypeError(`${name} has no parameter ${parameter}; it has ${known.join(', ')}`);
}

const pagedNames: Readonly<Record<PagedName, true>> = { breakdown: true };

/** The maximum number of entries that the API returns at once. */
const limitDefault = 10_000;

/** Returns the values of the dimensions, which identify an entry: everything else in it is a number or an object. */
function valuesOf(entry: object): string {
  return JSON.stringify(Object.values(entry).filter((value) => typeof value === 'string'));
}

function periodIn(headers: Headers, name: string): Period | undefined {
  const [start, end] = headers.get(name)?.split('/') ?? [];
  return start === undefined || end === undefined ? undefined : { start, end };
}
