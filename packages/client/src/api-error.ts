/** An error response, of the API or of something else that responds in its place. */
import type { ErrorCode } from './endpoints.ts';
import { isObject } from './is-object.ts';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** If the response was not the API's own, such as a proxy's: RATE_LIMIT for 429, otherwise UNAVAILABLE. */
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

/** Describes a response that is not the API's own. The query can be long, and is not what is wrong. */
function strangeness({ status, headers, url }: Response): string {
  const type = headers.get('content-type')?.split(';', 1)[0] ?? 'without a type';
  return `HTTP ${status} (${type}) from ${url.split('?', 1).join()}, which is not an answer of Footfall`;
}

const codes: Readonly<Record<ErrorCode, true>> = {
  BAD_REQUEST: true,
  UNAUTHORIZED: true,
  FORBIDDEN: true,
  NOT_FOUND: true,
  METHOD_NOT_ALLOWED: true,
  REQUEST_TIMEOUT: true,
  CONFLICT: true,
  PAYLOAD_TOO_LARGE: true,
  UNSUPPORTED_MEDIA_TYPE: true,
  RATE_LIMIT: true,
  INTERNAL_ERROR: true,
  UNAVAILABLE: true,
};

/** Returns the field that only the API's own error responses have, with one of its codes and a message. */
function errorIn(body: unknown): { code: ErrorCode; message: string } | undefined {
  if (!isObject(body) || !isObject(body['error'])) return undefined;
  const { code, message } = body['error'];
  return isCode(code) && typeof message === 'string' ? { code, message } : undefined;
}

function isCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(codes, code);
}

/** Parses `Retry-After`: a number of seconds, or a date. */
function secondsUntil(text: string): number | undefined {
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.max(0, Math.ceil((Date.parse(text) - Date.now()) / 1000));
  return Number.isNaN(seconds) ? undefined : seconds;
}
