/** The error for a method that a route does not support. */
import { AppError } from '@footfall/errors';

/** `allowed` as in the `Allow` header: `GET, HEAD`; `method` as it was sent. */
export function methodNotAllowed(allowed: string, method = ''): AppError {
  const rule = allowed.includes(',') ? `one of ${allowed}` : allowed;
  return new AppError('METHOD_NOT_ALLOWED', `The method must be ${rule}, got ${method}`, {
    headers: { Allow: allowed },
  });
}
