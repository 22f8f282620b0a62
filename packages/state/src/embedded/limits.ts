/** Rate limits counted in memory: a window of a minute, and a pool in addition that refills every ten minutes. */
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Allowance, LimitDecision, Limits } from '../port.ts';

export const windowSeconds = 60;
export const poolSeconds = 600;
/** The least recently used key is forgotten first: addresses are easy to invent. */
const keysMax = 100_000;

interface Counters {
  window: RateLimiterMemory;
  /** Undefined for a limit without a pool. */
  pool: RateLimiterMemory | undefined;
  keys: LRUCache<string, true>;
}

/** Returns the limits of this process; a window starts with a key's first request, the pool's ten minutes when it is first used. `now` is epoch milliseconds. */
export function createLimits(now: () => number): Limits {
  // There is one limit per plan, and one for ingestion.
  const byAllowance = new Map<string, Counters>();

  return {
    async consume(key, allowance, points = 1): Promise<LimitDecision> {
      const name = `${allowance.perMinute}+${allowance.burstPool}`;
      const counters = byAllowance.get(name) ?? createCounters(allowance);
      byAllowance.set(name, counters);
      const { window, pool, keys } = counters;
      keys.set(key, true);
      const { isTaken, state } = await take(window, key, points);
      const allowed = isTaken || (pool !== undefined && (await take(pool, key, points)).isTaken);
      // After a clock was set back, the end of the window seems further away than it is.
      const leftMs = Math.min(state.msBeforeNext, windowSeconds * 1000);
      return { allowed, remaining: state.remainingPoints, resetAtMs: now() + leftMs };
    },
  };
}

function createCounters({ perMinute, burstPool }: Allowance): Counters {
  const window = new RateLimiterMemory({ points: perMinute, duration: windowSeconds });
  const pool = burstPool > 0 ? new RateLimiterMemory({ points: burstPool, duration: poolSeconds }) : undefined;
  const keys = new LRUCache<string, true>({
    max: keysMax,
    dispose: (_value, key, reason) => {
      if (reason !== 'evict') return;
      void window.delete(key);
      void pool?.delete(key);
    },
  });
  return { window, pool, keys };
}

/** Takes all of `points` or none: the points of a refused request are returned. */
async function take(
  limiter: RateLimiterMemory,
  key: string,
  points: number,
): Promise<{ isTaken: boolean; state: RateLimiterRes }> {
  try {
    return { isTaken: true, state: await limiter.consume(key, points) };
  } catch (thrown) {
    if (!(thrown instanceof RateLimiterRes)) throw thrown;
    return { isTaken: false, state: await limiter.reward(key, points) };
  }
}
