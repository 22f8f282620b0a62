/** The rate limit of requests without a valid key: that of the Free plan, for each client, across both servers. */
import { AppError } from '@footfall/errors';
import { planLimits } from '@footfall/schemas';
import type { LimitDecision, Limits } from '@footfall/state';
import type { Client } from './client-address.ts';

/** Counts a request without a valid key. */
export function consumeAnonymous(limits: Limits, { bucket }: Client): Promise<LimitDecision> {
  return limits.consume(`address:${bucket}`, planLimits.free);
}

/** Returns the RATE_LIMIT error for a caller whose window ends at `resetAtMs`, with the seconds until then. */
export function overLimit(resetAtMs: number, nowMs: number): AppError {
  return new AppError('RATE_LIMIT', 'Rate limit exceeded; see Retry-After', {
    retryAfterSeconds: Math.max(1, Math.ceil((resetAtMs - nowMs) / 1000)),
  });
}
