/** The allowance of requests without a valid key: the Free plan's, for each client address, on both hosts together. */
import { AppError } from '@footfall/errors';
import { planLimits } from '@footfall/schemas';
import type { Limits } from '@footfall/state';
import { type RateLimitState, unlimitedCount } from './rate-limit-headers.ts';

/** Counts a request without a valid key from `address`; undefined when the address cannot be told. */
export async function consumeAnonymous(
  limits: Limits,
  address: string | undefined,
): Promise<RateLimitState & { allowed: boolean }> {
  const { free } = planLimits;
  const allowance =
    free === 'unlimited'
      ? { perMinute: unlimitedCount, burstPool: 0 }
      : { perMinute: free.requestsPerMinute, burstPool: free.burstPool };
  const decision = await limits.consume(`address:${address ?? 'unknown'}`, allowance);
  return { ...decision, limit: allowance.perMinute };
}

/** The RATE_LIMIT for a caller whose window ends at `resetAtMs`, with the seconds until then. */
export function overLimit(resetAtMs: number, nowMs: number): AppError {
  return new AppError('RATE_LIMIT', 'Rate limit exceeded; see Retry-After', {
    retryAfterSeconds: Math.max(1, Math.ceil((resetAtMs - nowMs) / 1000)),
  });
}
