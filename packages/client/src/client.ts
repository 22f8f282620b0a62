/** A client of the analytics API. Its questions and answers have the types that the registry of queries declares. */
import type { ErrorCode } from '@footfall/errors';
import type { queries } from '@footfall/warehouse';
import type { z } from 'zod';

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

/** An error that the API answered. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** UNAVAILABLE also when the answer was not the API's own, such as a proxy's. */
  readonly code: ErrorCode;
  /** Seconds until a retry makes sense, where the API says so. */
  readonly retryAfterSeconds: number | undefined;
  /** Ties the answer to the server's log. */
  readonly requestId: string | undefined;

  constructor(response: Response, body: unknown) {
    const error = errorOf(body);
    super(error?.message ?? `HTTP ${response.status}`);
    this.status = response.status;
    this.code = error?.code ?? 'UNAVAILABLE';
    const retryAfter = response.headers.get('retry-after');
    this.retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter);
    this.requestId = response.headers.get('x-request-id') ?? undefined;
  }
}

export interface ClientOptions {
  /** Where the API is, such as `https://stats.example.com`. */
  url: string;
  /** A secret key. */
  key: string;
  /** How long an answer may take. */
  timeoutMs?: number;
}

const timeoutDefaultMs = 30_000;

export class FootfallClient {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Asks one endpoint. Rejects with an ApiError for what the API refuses, with fetch's own error when nobody answers. */
  async query<Name extends QueryName>(name: Name, params?: Params<Name>): Promise<Answer<Name>> {
    const { url, key, timeoutMs = timeoutDefaultMs } = this.#options;
    const response = await fetch(`${url.replace(/\/+$/, '')}/api/v1/analytics/${name}?${queryString(params ?? {})}`, {
      headers: { Authorization: `Bearer ${key}`, Accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok && isAnswer<Name>(body)) return body;
    throw new ApiError(response, body);
  }
}

function queryString(params: Readonly<Record<string, string | number | Date | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) query.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return query.toString();
}

/** The envelope says it is an answer; that the rest has the registry's shape is the server's promise. */
function isAnswer<Name extends QueryName>(body: unknown): body is Answer<Name> {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === true;
}

function errorOf(body: unknown): { code: ErrorCode; message: string } | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  const { error } = body;
  return isError(error) ? error : undefined;
}

function isError(error: unknown): error is { code: ErrorCode; message: string } {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    'message' in error &&
    typeof error.message === 'string'
  );
}
