/** The cache in Redis: while Redis is away, it misses and grants every lock. */
import { randomBytes } from 'node:crypto';
import type { Cache } from '../port.ts';
import type { Link } from './link.ts';
import { defineScript, runScript } from './script.ts';

/** The maximum length of a value: a longer one would delay other requests on the same connection. */
const valueLengthMax = 2 << 20;

const deleteOwn = defineScript(`
  if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
  return 0
`);

export function createRedisCache(link: Link, keyPrefix: string): Cache {
  const owner = randomBytes(12).toString('base64url');
  const valueKey = (key: string) => `${keyPrefix}cache:${key}`;
  const lockKey = (key: string) => `${keyPrefix}lock:${key}`;
  return {
    async get(key) {
      const value = await link.run((redis) => redis.get(valueKey(key))).catch(() => null);
      return value ?? undefined;
    },
    async set(key, value, ttlMs) {
      if (value.length > valueLengthMax) return;
      await link.run((redis) => redis.set(valueKey(key), value, 'PX', lifetime(ttlMs))).catch(() => undefined);
    },
    // Without Redis, no other process can provide the value.
    lock: (key, ttlMs) =>
      link
        .run(async (redis) => (await redis.set(lockKey(key), owner, 'PX', lifetime(ttlMs), 'NX')) === 'OK')
        .catch(() => true),
    async unlock(key) {
      await link.run((redis) => runScript(redis, deleteOwn, [lockKey(key)], [owner])).catch(() => undefined);
    },
  };
}

/** Redis requires whole milliseconds, 1 or more. */
function lifetime(ttlMs: number): number {
  return Math.max(1, Math.ceil(ttlMs));
}
