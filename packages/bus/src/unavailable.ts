/** The fault of a log that cannot be reached or written right now. */
import { AppError } from '@footfall/errors';

const retryAfterSeconds = 2;

/** A fault that the caller may retry: `cause` itself if it is one. */
export function unavailable(message: string, cause?: unknown): AppError {
  if (cause instanceof AppError && cause.code === 'UNAVAILABLE') return cause;
  return new AppError('UNAVAILABLE', message, { cause, retryAfterSeconds });
}

/** Throws the fault of a log on a disk that cannot be written. */
export function throwUnwritable(cause: unknown): never {
  throw unavailable('The event log cannot be written', cause);
}
