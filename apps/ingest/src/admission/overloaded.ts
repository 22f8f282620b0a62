/** The error of a server that is overloaded. */
import { AppError, unavailable } from '@footfall/errors';

/** Returns an UNAVAILABLE for a request that can be sent again in a few seconds. */
export function overloaded(): AppError {
  return unavailable('The server is overloaded; send the events again later');
}
