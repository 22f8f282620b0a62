/** Rate limits counted in memory: a window of a minute, and an additional pool that refills every ten minutes. */
import { LRUCache } from 'lru-cache';
import type { LimitDecision, Limits } from '../port.ts';

export const windowSeconds = 60;
export const poolSeconds = 600;
/** The maximum number of keys, because clients can invent addresses; the least recently used is evicted. */
const keysMax = 100_000;

/** The points taken until a time, in epoch milliseconds. */
interface Period {
  taken: number;
  endsAtMs: number;
}

interface Counters {
  window: Period;
  pool: Period;
}

/** Returns the limits of this process; a window starts with a key's first request, the pool's ten minutes when it is first used. `now` is epoch milliseconds. */
export function createLimits(now: () => number): Limits {
  // Few, because each rate limit is a constant or a setting.
  const byRateLimit = new Map<string, LRUCache<string, Counters>>();

  function countersOf(limitName: string, key: string): Counters {
    const keys = byRateLimit.get(limitName) ?? new LRUCache<string, Counters>({ max: keysMax });
    byRateLimit.set(limitName, keys);
    const known = keys.get(key);
    if (known) return known;
    const counters = { window: { taken: 0, endsAtMs: 0 }, pool: { taken: 0, endsAtMs: 0 } };
    keys.set(key, counters);
    return counters;
  }

  return {
    async consume(key, { perMinute, burstPool }, points = 1): Promise<LimitDecision> {
      const { window, pool } = countersOf(`${perMinute}+${burstPool}`, key);
      const nowMs = now();
      const allowed =
        take(window, points, perMinute, windowSeconds, nowMs) || take(pool, points, burstPool, poolSeconds, nowMs);
      return { allowed, limit: perMinute, remaining: perMinute - window.taken, resetAtMs: window.endsAtMs };
    },
  };
}

/** Takes all of `points` from the `pointsMax` of a period, or none. Begins a new period if this one has ended. */
function take(period: Period, points: number, pointsMax: number, seconds: number, nowMs: number): boolean {
  const endMsMax = nowMs + seconds * 1000;
  if (period.endsAtMs <= nowMs) {
    period.taken = 0;
    period.endsAtMs = endMsMax;
  }
  // It ends later than that only if the clock was set back.
  period.endsAtMs = Math.min(period.endsAtMs, endMsMax);
  if (period.taken + points > pointsMax) return false;
  period.taken += points;
  return true;
}
