/** The three rate limit headers: of every response of the analytics API, and of others to which a limit applies. */
import type { LimitDecision } from '@footfall/state';
import type { ServerResponse } from 'node:http';
import { type Fields, setFields } from '../responses/fields.ts';

/** The value of `X-RateLimit-Limit` and `-Remaining` for a plan without a limit. */
export const unlimitedCount = 2_147_483_647;

export type RateLimitState = Omit<LimitDecision, 'allowed'>;

export function rateLimitFields({ limit, remaining, resetAtMs }: RateLimitState): Fields {
  return [
    'X-RateLimit-Limit',
    String(limit),
    'X-RateLimit-Remaining',
    String(remaining),
    'X-RateLimit-Reset',
    String(Math.ceil(resetAtMs / 1000)),
  ];
}

export function setRateLimitHeaders(response: ServerResponse, state: RateLimitState): void {
  setFields(response, rateLimitFields(state));
}
