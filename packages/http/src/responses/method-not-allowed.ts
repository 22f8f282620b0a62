/** The error for a method that a route does not support. */
import { AppError } from '@footfall/errors';

/** `allowed` as in the `Allow` header: `GET, HEAD`. */
export function methodNotAllowed(allowed: string): AppError {
  return new AppError('METHOD_NOT_ALLOWED', `The method must be one of ${allowed}`, { headers: { Allow: allowed } });
}
