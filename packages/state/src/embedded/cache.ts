/** The cache in memory, bounded in bytes. */
import { LRUCache } from 'lru-cache';
import type { Cache } from '../port.ts';

const cacheBytesMax = 16 << 20;
const locksMax = 10_000;
/** What a character may take, and what an entry takes besides. */
const charBytes = 2;
const entryBytes = 200;

/** A cache of at most `bytesMax` bytes; what was used longest ago goes first. Lifetimes are measured by a clock that does not jump. */
export function createCache(bytesMax = cacheBytesMax): Cache {
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
