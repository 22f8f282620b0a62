/** A separate key prefix in Redis for one test, and the removal of all keys under it. */
import { Redis } from 'ioredis';
import { randomBytes } from 'node:crypto';

/** Returns `url` with a unique key prefix. */
export function withOwnPrefix(url: string): { url: string; keyPrefix: string } {
  const keyPrefix = `test-${randomBytes(6).toString('hex')}:`;
  return { url: `${url}?keyPrefix=${keyPrefix}`, keyPrefix };
}

/** Runs `work` on a separate connection. */
export async function withRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { maxRetriesPerRequest: 3 });
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

export async function removeKeys(url: string, keyPrefix: string): Promise<void> {
  await withRedis(url, async (redis) => {
    const keys = await redis.keys(`${keyPrefix}*`);
    if (keys.length > 0) await redis.del(keys);
  });
}
