/** A client of the analytics API. Its questions and answers have the types that the registry of queries declares. */
import type { queries } from '@footfall/warehouse';
import type { z } from 'zod';
import { type Credentials, credentialFields, exchange } from './exchange.ts';

export { AdminClient } from './admin-client.ts';
export { ApiError } from './api-error.ts';

type Registered = (typeof queries)[number];
type Named<Name extends QueryName> = Extract<Registered, { name: Name }>;

/** `overview`, `visitors`, … */
export type QueryName = Registered['name'];

/** The endpoint's parameters, all optional: dates as ISO 8601 text or Date, numbers as numbers. */
export type Params<Name extends QueryName> = {
  readonly [Param in keyof z.input<Named<Name>['params']>]?: string | number | Date | undefined;
};

/** What the endpoint answers. */
export type Answer<Name extends QueryName> = {
  success: true;
  workspaceId: string;
  fromCache: boolean;
} & z.output<Named<Name>['result']>;

export interface DatedAnswer<Name extends QueryName> {
  answer: Answer<Name>;
  /** The time up to which the answer is complete, in epoch milliseconds. */
  asOfMs: number;
}

export type ClientOptions = Credentials & {
  /** The base URL of the API, such as `https://stats.example.com`. */
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

/** Returns the path and query string that `query` requests. */
export function queryPath<Name extends QueryName>(name: Name, params: Params<Name> = {}): string {
  const query = new URLSearchParams();
  for (const [parameter, value] of Object.entries<string | number | Date | undefined>(params)) {
    if (value !== undefined) query.set(parameter, value instanceof Date ? value.toISOString() : String(value));
  }
  return `/api/v1/analytics/${name}${query.size === 0 ? '' : `?${query.toString()}`}`;
}
