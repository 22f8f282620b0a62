/** The three rate limit headers that every response under /api/v1/ carries. */
import type { ServerResponse } from 'node:http';

/** What `X-RateLimit-Limit` and `-Remaining` say for a plan without a limit. */
export const unlimitedCount = 2_147_483_647;

export interface RateLimitState {
  /** Requests per minute. */
  limit: number;
  remaining: number;
  /** Epoch milliseconds at which the window ends. */
  resetAtMs: number;
}

export function setRateLimitHeaders(response: ServerResponse, { limit, remaining, resetAtMs }: RateLimitState): void {
  response.setHeader('X-RateLimit-Limit', limit);
  response.setHeader('X-RateLimit-Remaining', remaining);
  response.setHeader('X-RateLimit-Reset', Math.ceil(resetAtMs / 1000));
}
