/** Rate limits for all processes together, counted in Redis; while it is away, each process counts in memory. */
import { createHmac } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { createLimits, poolSeconds, windowSeconds } from '../embedded/limits.ts';
import type { RateLimit, LimitDecision, Limits } from '../port.ts';
import type { DaySecrets } from './day-secrets.ts';
import type { Link } from './link.ts';

/** The length of a key's hash, with which collisions are negligible. */
const digestLength = 22;

/**
 * The limiter's own script also takes points for refused requests; this one does not. Returns the consumption that the request would lead to,
 * and the milliseconds until the window ends. A window that ends later than its length allows began before Redis' clock was set back.
 */
const takeOrLeave = `
  local points, seconds, most = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3])
  if redis.call('PTTL', KEYS[1]) > seconds * 1000 then redis.call('DEL', KEYS[1]) end
  redis.call('SET', KEYS[1], 0, 'EX', seconds, 'NX')
  local consumed = tonumber(redis.call('GET', KEYS[1])) + points
  if consumed <= most then redis.call('INCRBY', KEYS[1], points) end
  return { consumed, redis.call('PTTL', KEYS[1]) }
`;

interface Counters {
  window: RateLimiterRedis;
  /** Undefined for a limit without a pool. */
  pool: RateLimiterRedis | undefined;
}

/** `secrets` hide the keys, which contain addresses. `now` is epoch milliseconds. */
export function createRedisLimits(link: Link, secrets: DaySecrets, now: () => number): Limits {
  const insurance = createLimits(now);
  // Few, because each rate limit is a constant or a setting.
  const byRateLimit = new Map<string, Counters>();
  let today = '';

  async function secretOfToday(): Promise<string> {
    const day = new Date(now()).toISOString().slice(0, 10);
    if (day !== today) {
      today = day;
      // A failed deletion is retried with the next request.
      secrets.forgetBefore(day).catch(() => void (today = ''));
    }
    return secrets.remembered(day);
  }

  function countersOf(redis: Redis, rateLimit: RateLimit): Counters {
    const name = `limit:${rateLimit.perMinute}+${rateLimit.burstPool}`;
    const counters = byRateLimit.get(name) ?? createCounters(redis, name, rateLimit);
    byRateLimit.set(name, counters);
    return counters;
  }

  async function consume(key: string, rateLimit: RateLimit, points: number): Promise<LimitDecision> {
    const digest = createHmac('sha256', Buffer.from(await secretOfToday(), 'hex'))
      .update(key)
      .digest('base64url')
      .slice(0, digestLength);
    return link.run(async (redis) => {
      const { window, pool } = countersOf(redis, rateLimit);
      const { isTaken, state } = await take(window, digest, points);
      const allowed = isTaken || (pool !== undefined && (await take(pool, digest, points)).isTaken);
      const remaining = rateLimit.perMinute - state.consumedPoints + (isTaken ? 0 : points);
      return { allowed, limit: rateLimit.perMinute, remaining, resetAtMs: now() + state.msBeforeNext };
    });
  }

  return {
    consume: (key, rateLimit, points = 1) =>
      consume(key, rateLimit, points).catch(() => insurance.consume(key, rateLimit, points)),
  };
}

function createCounters(redis: Redis, name: string, { perMinute, burstPool }: RateLimit): Counters {
  const counter = (what: string, points: number, duration: number) =>
    new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `${name}:${what}`,
      points,
      duration,
      customIncrTtlLuaScript: takeOrLeave,
    });
  return {
    window: counter('window', perMinute, windowSeconds),
    pool: burstPool > 0 ? counter('pool', burstPool, poolSeconds) : undefined,
  };
}

/** Takes all of `points` or none; `state` counts them as consumed either way. */
async function take(
  counter: RateLimiterRedis,
  key: string,
  points: number,
): Promise<{ isTaken: boolean; state: RateLimiterRes }> {
  try {
    return { isTaken: true, state: await counter.consume(key, points) };
  } catch (thrown) {
    if (!(thrown instanceof RateLimiterRes)) throw thrown;
    return { isTaken: false, state: thrown };
  }
}
