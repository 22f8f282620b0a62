/** The error of a log that cannot be reached or written at the moment. */
import { AppError } from '@footfall/errors';

const retryAfterSeconds = 2;

/** Returns an error after which the caller may retry: `cause` itself if it is one. */
export function unavailable(message: string, cause?: unknown): AppError {
  if (cause instanceof AppError && cause.code === 'UNAVAILABLE') return cause;
  return new AppError('UNAVAILABLE', message, { cause, retryAfterSeconds });
}

/** Throws the error of a log on a disk that cannot be written. */
export function throwUnwritable(cause: unknown): never {
  throw unavailable('The event log cannot be written', cause);
}
