/** An error response, of the API or of another server at its URL, such as a proxy. */
import type { ErrorCode } from './endpoints.ts';
import { isObject } from './is-object.ts';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The API's code; for the response of another server, such as a proxy, RATE_LIMIT for 429 and otherwise UNAVAILABLE. A newer API may have other codes. */
  readonly code: ErrorCode;
  /** Seconds until a retry makes sense, if the response says so. */
  readonly retryAfterSeconds: number | undefined;
  /** Links the response to the server's log. */
  readonly requestId: string | undefined;

  /** `body` is the parsed body; undefined if it is not JSON. */
  constructor(response: Response, body: unknown) {
    const { status, headers } = response;
    const error = errorIn(body);
    super(error?.message ?? strangeness(response));
    this.status = status;
    this.code = error?.code ?? (status === 429 ? 'RATE_LIMIT' : 'UNAVAILABLE');
    this.retryAfterSeconds = secondsUntil(headers.get('retry-after') ?? '');
    this.requestId = headers.get('x-request-id') ?? undefined;
  }
}

/** Describes a response of another server. Omits the query, which can be long and is not the cause. */
function strangeness({ status, headers, url }: Response): string {
  const type = headers.get('content-type')?.split(';', 1)[0] ?? 'without a type';
  return `HTTP ${status} (${type}) from ${url.split('?', 1).join()}, which is not a response of Footfall`;
}

interface Refusal {
  code: ErrorCode;
  message: string;
}

/** Returns the error of a response of the API. A newer API may have codes that this version does not know. */
function errorIn(body: unknown): Refusal | undefined {
  return isObject(body) && body['success'] === false && isRefusal(body['error']) ? body['error'] : undefined;
}

function isRefusal(error: unknown): error is Refusal {
  return isObject(error) && typeof error['code'] === 'string' && typeof error['message'] === 'string';
}

/** Parses `Retry-After`: a number of seconds, or a date. */
function secondsUntil(text: string): number | undefined {
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.max(0, Math.ceil((Date.parse(text) - Date.now()) / 1000));
  return Number.isNaN(seconds) ? undefined : seconds;
}
