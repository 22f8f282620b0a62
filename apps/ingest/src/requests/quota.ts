/** The quota of events that a workspace may send in a minute. */
import type { ServerResponse } from 'node:http';
import { overLimit, type RateLimitState, setRateLimitHeaders } from '@footfall/http';
import type { Limits } from '@footfall/state';
import { LRUCache } from 'lru-cache';

const windowMs = 60_000;
const workspacesMax = 20_000;

export class EventQuota {
  readonly #limits: Limits;
  readonly #perMinute: number | undefined;
  readonly #now: () => number;
  /** The windows that are used up, so that no body is read only to be refused. */
  readonly #usedUp = new LRUCache<string, RateLimitState>({ max: workspacesMax });

  /** `perMinute`: undefined for no limit. `now`: epoch milliseconds. */
  constructor(limits: Limits, perMinute: number | undefined, now: () => number) {
    this.#limits = limits;
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Throws RATE_LIMIT while this process knows that the quota is used up. Does not count against it. */
  check(workspaceId: string, response: ServerResponse): void {
    const state = this.#usedUp.get(workspaceId);
    if (!state) return;
    const leftMs = state.resetAtMs - this.#now();
    // No window ends that late: the clock was set back.
    if (leftMs <= 0 || leftMs > windowMs) return void this.#usedUp.delete(workspaceId);
    setRateLimitHeaders(response, state);
    throw overLimit(state.resetAtMs, this.#now());
  }

  /**
   * Counts `events` against the quota, all or none, and returns how many are admitted: all, or the whole quota of a minute if the
   * request is larger, because it could never pass otherwise. If there is a limit, sets the rate limit headers of the response. Rejects with RATE_LIMIT.
   */
  take(workspaceId: string, events: number, response: ServerResponse): number | Promise<number> {
    const limit = this.#perMinute;
    return limit === undefined ? events : this.#takeOf(limit, workspaceId, events, response);
  }

  async #takeOf(limit: number, workspaceId: string, events: number, response: ServerResponse): Promise<number> {
    this.check(workspaceId, response);
    const points = Math.min(events, limit);
    const decision = await this.#limits.consume(`ingest:${workspaceId}`, { perMinute: limit, burstPool: 0 }, points);
    if (decision.remaining === 0) this.#usedUp.set(workspaceId, decision);
    setRateLimitHeaders(response, decision);
    if (!decision.allowed) throw overLimit(decision.resetAtMs, this.#now());
    return points;
  }
}
