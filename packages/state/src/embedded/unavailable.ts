/** The error for a state that cannot be written at the moment. */
import { AppError } from '@footfall/errors';

const retryAfterSeconds = 2;

/** Returns an error that the caller may retry: `cause` itself if it is one. */
export function unavailable(message: string, cause: unknown): AppError {
  if (cause instanceof AppError && cause.code === 'UNAVAILABLE') return cause;
  return new AppError('UNAVAILABLE', message, { cause, retryAfterSeconds });
}
