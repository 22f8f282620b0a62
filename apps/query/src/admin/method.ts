/** Refuses methods that a route of the admin API does not have. */
import { methodNotAllowed } from '@footfall/http';
import type { RequestHandler } from 'express';

export function refuseMethod(allowed: string): RequestHandler {
  return ({ method }) => {
    throw methodNotAllowed(allowed, method);
  };
}
