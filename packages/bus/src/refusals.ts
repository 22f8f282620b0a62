/** The errors with which both drivers refuse records. */
import { type AppError, unavailable } from '@footfall/errors';

/** Returns the error of a log that cannot be written. */
export function unwritable(cause: unknown): AppError {
  return unavailable('The event log cannot be written', { cause });
}

/** Returns the error of a log that is being closed. */
export function closing(): AppError {
  return unavailable('The event log is closing');
}
