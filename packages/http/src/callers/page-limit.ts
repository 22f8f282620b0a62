/** The rate limit of requests outside the APIs that cost more than a lookup: pages, documentation, unknown paths. */
import type { Limits } from '@footfall/state';
import type { RequestHandler } from 'express';
import { overLimit } from './anonymous-limit.ts';
import type { ClientAddress } from './client-address.ts';

/** The limit of each client address. A page with all its files is a dozen requests, most of which browsers cache. */
export const pageRequestsPerMinute = 1_200;

/** Counts each request that reaches it. */
export function limitPages(limits: Limits, clientAddress: ClientAddress, now: () => number): RequestHandler {
  const rateLimit = { perMinute: pageRequestsPerMinute, burstPool: 0 };
  return async (request, _response, next) => {
    const { allowed, resetAtMs } = await limits.consume(`page:${clientAddress(request).bucket}`, rateLimit);
    if (!allowed) throw overLimit(resetAtMs, now());
    next();
  };
}
