/** The errors of an overloaded server. */
import { AppError, unavailable } from '@footfall/errors';

/** Returns an UNAVAILABLE for a request that can be sent again in a few seconds. */
export function overloaded(): AppError {
  return unavailable('The server is overloaded; send the events again later');
}

/** Returns an UNAVAILABLE for a request whose events would exceed the limit on events in progress: the server, or the event log, is slow. */
export function tooManyWaiting(): AppError {
  return unavailable('Too many events are waiting to be stored; send these again later');
}

/** Returns an UNAVAILABLE for a request whose events the event log has not stored before the deadline. */
export function notStoredInTime(): AppError {
  return unavailable('The events were not stored in time; send them again later');
}
