/**
 * Allowances counted in memory. All or nothing, in a bounded table: rate-limiter-flexible's limiter in memory keeps a
 * timer for every key without bound, and a refused request of several points still spends what was left.
 */
import { LRUCache } from 'lru-cache';
import type { Allowance, LimitDecision, Limits } from '../port.ts';

const windowMs = 60_000;
const poolRefillMs = 600_000;
/** Who asked longest ago is forgotten first: addresses are free to make up. */
const keysMax = 100_000;

interface Count {
  startMs: number;
  taken: number;
}

interface Usage {
  window: Count;
  pool: Count;
}

/** Limits of this process; a window starts with a key's first request, the pool's ten minutes when it is first taken from. */
export function createLimits(now: () => number): Limits {
  const usages = new LRUCache<string, Usage>({ max: keysMax });
  return {
    async consume(key, allowance, points = 1) {
      const nowMs = now();
      const usage = usages.get(key);
      const window = current(usage?.window, windowMs, nowMs);
      const pool = current(usage?.pool, poolRefillMs, nowMs);
      const { decision, next } = decide({ window, pool }, allowance, points);
      usages.set(key, next);
      return decision;
    },
  };
}

/** `count`, or a new one when its time is over, or lies ahead because the clock was set back. */
function current(count: Count | undefined, lengthMs: number, nowMs: number): Count {
  const goesOn = count !== undefined && count.taken > 0 && count.startMs <= nowMs && nowMs < count.startMs + lengthMs;
  return goesOn ? count : { startMs: nowMs, taken: 0 };
}

function decide(
  { window, pool }: Usage,
  { perMinute, burstPool }: Allowance,
  points: number,
): { decision: LimitDecision; next: Usage } {
  const left = Math.max(0, perMinute - window.taken);
  const fromWindow = Math.min(points, left);
  const fromPool = points - fromWindow;
  const allowed = pool.taken + fromPool <= burstPool;
  const resetAtMs = window.startMs + windowMs;
  if (!allowed) return { decision: { allowed, remaining: left, resetAtMs }, next: { window, pool } };
  return {
    decision: { allowed, remaining: left - fromWindow, resetAtMs },
    next: {
      window: { ...window, taken: window.taken + fromWindow },
      pool: { ...pool, taken: pool.taken + fromPool },
    },
  };
}
