/** The errors that both drivers have in common. */
import { AppError, unavailable } from '@footfall/errors';

/** Returns the error of a log that cannot be written. */
export function unwritable(cause: unknown): AppError {
  return unavailable('The event log cannot be written', { cause });
}

/** Returns the error of a log that is being closed. */
export function closing(): AppError {
  return unavailable('The event log is closing');
}

/** Returns the error of a commit to a partition that was revoked. */
export function revokedPartition(partition: number): AppError {
  return new AppError('CONFLICT', `Partition ${partition} was revoked`);
}
