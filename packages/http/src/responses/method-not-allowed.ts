/** The error for a method that an address does not take. */
import { AppError } from '@footfall/errors';

/** `allowed` as in the `Allow` header: `GET, HEAD`. */
export function methodNotAllowed(allowed: string): AppError {
  return new AppError('METHOD_NOT_ALLOWED', `This address takes ${allowed}`, { headers: { Allow: allowed } });
}
