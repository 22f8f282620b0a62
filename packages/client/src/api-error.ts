/** An error response of the API. */
import type { ErrorCode } from './endpoints.ts';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** UNAVAILABLE also if the response was not the API's own, such as a proxy's. */
  readonly code: ErrorCode;
  /** Seconds until a retry makes sense, if the API says so. */
  readonly retryAfterSeconds: number | undefined;
  /** Links the response to the server's log. */
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

/** Only the API's own responses have the field, with a code and a message. */
function errorOf(body: unknown): { code: ErrorCode; message: string } | undefined {
  return hasError(body) ? body.error : undefined;
}

function hasError(body: unknown): body is { error: { code: ErrorCode; message: string } } {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object';
}
