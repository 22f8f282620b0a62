/** The error for a method that a route does not support. */
import { AppError } from '@footfall/errors';
import { choiceOf } from '@footfall/schemas';

/** `allowed` as in the `Allow` header: `GET, HEAD`; `method` as it was sent. */
export function methodNotAllowed(allowed: string, method = ''): AppError {
  return new AppError('METHOD_NOT_ALLOWED', `The method must be ${choiceOf(allowed.split(', '))}, got ${method}`, {
    headers: { Allow: allowed },
  });
}
