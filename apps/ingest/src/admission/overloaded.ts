/** The error of a server that is overloaded. */
import { AppError } from '@footfall/errors';

const retryAfterSeconds = 2;

/** Returns an UNAVAILABLE for a request that can be sent again in a few seconds. */
export function overloaded(): AppError {
  return new AppError('UNAVAILABLE', 'The server is overloaded; send the events again later', {
    retryAfterSeconds,
  });
}
