/** The rate limit of requests without a valid key: that of the Free plan, for each client, across both servers. */
import { AppError } from '@footfall/errors';
import { planLimits } from '@footfall/schemas';
import type { LimitDecision, Limits } from '@footfall/state';
import { limitBucket } from './address.ts';
import type { Client } from './client-address.ts';

/** Counts a request without a valid key. */
export function consumeAnonymous(limits: Limits, client: Client): Promise<LimitDecision> {
  return limits.consume(`address:${bucketOf(client)}`, planLimits.free);
}

/** Returns the address by which a client is limited: the client's, or the peer's if a proxy forwarded no valid one. Only a peer that has disconnected has none. */
export function bucketOf({ address, peer }: Client): string {
  return limitBucket(address ?? peer ?? 'gone');
}

/** Returns the RATE_LIMIT error for a caller whose window ends at `resetAtMs`, with the seconds until then. */
export function overLimit(resetAtMs: number, nowMs: number): AppError {
  return new AppError('RATE_LIMIT', 'Rate limit exceeded; see Retry-After', {
    retryAfterSeconds: Math.max(1, Math.ceil((resetAtMs - nowMs) / 1000)),
  });
}
