/** The refusal of a server that has too much to do. */
import { AppError } from '@footfall/errors';

const retryAfterSeconds = 2;

/** The UNAVAILABLE for a request that can be sent again in a few seconds. */
export function overloaded(): AppError {
  return new AppError('UNAVAILABLE', 'The server is overloaded; send the events again later', {
    retryAfterSeconds,
  });
}
