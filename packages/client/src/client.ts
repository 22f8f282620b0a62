/** A client of the analytics API. `endpoints.ts` has the types of its parameters and answers. */
import type { Credentials } from './credentials.ts';
import type { Endpoints } from './endpoints.ts';
import { credentialFields, exchange } from './exchange.ts';

export { ApiError } from './api-error.ts';
export type { Credentials } from './credentials.ts';
export type * from './endpoints.ts';

/** `overview`, `visitors`, … */
export type QueryName = keyof Endpoints;

/** The endpoint's parameters, all optional. */
export type Params<Name extends QueryName> = Endpoints[Name]['params'];

/** What the endpoint answers. */
export type Answer<Name extends QueryName> = {
  success: true;
  workspaceId: string;
  /** Whether it was computed for an earlier request. */
  fromCache: boolean;
} & Endpoints[Name]['result'];

export interface DatedAnswer<Name extends QueryName> {
  answer: Answer<Name>;
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
  async query<Name extends QueryName>(name: Name, params?: Params<Name>): Promise<Answer<Name>> {
    return (await this.queryWithDate(name, params)).answer;
  }

  /** As `query`, with the age of the answer. With `isFresh` a browser asks the server, whatever is in its own cache. */
  async queryWithDate<Name extends QueryName>(
    name: Name,
    params?: Params<Name>,
    { isFresh = false }: { isFresh?: boolean } = {},
  ): Promise<DatedAnswer<Name>> {
    const { url, timeoutMs } = this.#options;
    const { body, headers } = await exchange<Answer<Name>>(url, queryPath(name, params), {
      headers: credentialFields(this.#options),
      timeoutMs,
      ...(isFresh && { cache: 'no-cache' }),
    });
    const asOf = ['x-data-as-of', 'last-modified', 'date'].map((field) => headers.get(field)).find(Boolean);
    return { answer: body, asOfMs: Date.parse(asOf ?? '') || Date.now() };
  }
}

/** Of a parameter; a list is sent with commas between its items, or one by one. */
type Value = string | number | Date | readonly string[] | undefined;

/** The parameters whose items are sent one by one, in their order. */
const repeated: readonly string[] = ['filter', 'step'];

/** Returns the path and query string that `query` requests. */
export function queryPath<Name extends QueryName>(name: Name, params: Params<Name> = {}): string {
  const query = new URLSearchParams();
  for (const [parameter, value] of Object.entries<Value>(params)) {
    if (value === undefined) continue;
    const texts = repeated.includes(parameter) ? [value].flat() : [value];
    for (const text of texts) query.append(parameter, text instanceof Date ? text.toISOString() : String(text));
  }
  return `/api/v1/analytics/${name}${query.size === 0 ? '' : `?${query.toString()}`}`;
}
