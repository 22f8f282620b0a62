/** The cache in Redis: while Redis is away, it misses and grants every lock. Locks that could not be released are released once it is back. */
import { randomBytes } from 'node:crypto';
import type { Cache } from '../port.ts';
import type { Link } from './link.ts';
import { defineScript, runScript } from './script.ts';

/** The maximum length of a value: a longer one would delay other requests on the same connection. */
const valueLengthMax = 2 << 20;

/** The maximum number of locks to release once Redis is back; others expire. */
const unreleasedMax = 1_000;

const deleteOwn = defineScript(`
  for _, key in ipairs(KEYS) do
    if redis.call('GET', key) == ARGV[1] then redis.call('DEL', key) end
  end
`);

export function createRedisCache(link: Link): Cache {
  const owner = randomBytes(12).toString('base64url');
  const valueKey = (key: string) => `cache:${key}`;
  const lockKey = (key: string) => `lock:${key}`;
  /** The keys of locks that could not be released: until they expire, all processes would wait for a result that nobody computes. */
  const unreleased = new Set<string>();

  async function release(keys: readonly string[]): Promise<void> {
    try {
      await link.run((redis) => runScript(redis, deleteOwn, keys, [owner]));
      for (const key of keys) unreleased.delete(key);
    } catch {
      for (const key of keys) if (unreleased.size < unreleasedMax) unreleased.add(key);
    }
  }

  link.onBack(() => {
    if (unreleased.size > 0) void release([...unreleased]);
  });
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
    unlock: (key) => release([lockKey(key)]),
  };
}

/** Redis requires whole milliseconds, 1 or more. */
function lifetime(ttlMs: number): number {
  return Math.max(1, Math.ceil(ttlMs));
}
