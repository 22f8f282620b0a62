/** The catalogue of error codes, and the one error type that reaches a caller. */

/** The code of every error response, with its HTTP status. */
export const errorStatus = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMIT: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export interface AppErrorOptions {
  /** The internal reason; logged, never shown. */
  cause?: unknown;
  /** Seconds until a retry makes sense; becomes `Retry-After`. Default: 2 for UNAVAILABLE, otherwise none. */
  retryAfterSeconds?: number;
  /** Further response headers, such as `Allow`. */
  headers?: Readonly<Record<string, string>>;
}

/** The default seconds until a retry: most overload has passed by then. */
const unavailableSeconds = 2;

/** A fault whose code and message may be shown to the caller; its cause may not. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds ?? (code === 'UNAVAILABLE' ? unavailableSeconds : undefined);
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** Returns the AppError to show for anything thrown: itself, or an INTERNAL_ERROR that hides it as its cause. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  return new AppError('INTERNAL_ERROR', 'Something went wrong on our side', { cause: thrown });
}

/** Returns an error after which the caller may retry: `cause` itself if it is one. */
export function unavailable(
  message: string,
  options: Pick<AppErrorOptions, 'cause' | 'retryAfterSeconds'> = {},
): AppError {
  const { cause } = options;
  if (cause instanceof AppError && cause.code === 'UNAVAILABLE') return cause;
  return new AppError('UNAVAILABLE', message, options);
}

export { connectionMeanings } from './connection-meanings.ts';
export { StartError } from './start-error.ts';
