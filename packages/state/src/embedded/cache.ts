/** The in-memory cache, limited in bytes. */
import { LRUCache } from 'lru-cache';
import type { Cache } from '../port.ts';

export const cacheBytesMax = 16 << 20;
const locksMax = 10_000;
/** The memory per character, and the additional memory per entry. */
const charBytes = 2;
const entryBytes = 200;

/** Returns a cache of at most `bytesMax` bytes that evicts the least recently used entries. TTLs are measured by a monotonic clock. */
export function createCache(bytesMax: number): Cache {
  const values = new LRUCache<string, string>({
    maxSize: bytesMax,
    sizeCalculation: (value, key) => entryBytes + charBytes * (key.length + value.length),
  });
  const locks = new LRUCache<string, true>({ max: locksMax });
  return {
    get: async (key) => values.get(key),
    async set(key, value, ttlMs) {
      values.set(key, value, { ttl: ttlMs });
    },
    async lock(key, ttlMs) {
      if (locks.has(key)) return false;
      locks.set(key, true, { ttl: ttlMs });
      return true;
    },
    async unlock(key) {
      locks.delete(key);
    },
  };
}
