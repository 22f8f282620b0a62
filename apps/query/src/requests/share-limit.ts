/** The limit against floods from visitors of a share. Their requests do not count against a plan. */
import type { Client } from '@footfall/http';
import type { LimitDecision, Limits, RateLimit } from '@footfall/state';

/** Requests per minute of an address on a share: people in an office may view one together. */
const shareRateLimit: RateLimit = { perMinute: 1_200, burstPool: 0 };

/** Counts a request from an address on a share: one that opens the share, or one that reads it. */
export function consumeShare(limits: Limits, shareId: string, { bucket }: Client): Promise<LimitDecision> {
  return limits.consume(`share:${shareId}:${bucket}`, shareRateLimit);
}
