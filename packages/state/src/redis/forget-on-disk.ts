/** Makes Redis delete data on its disk as well: its log of writes would still contain it. */
import type { Redis } from 'ioredis';

/** Requests a rewrite of that log, if there is one. If the request is not allowed, the log is rewritten when it has grown. */
export async function forgetOnDisk(redis: Redis): Promise<void> {
  try {
    if ((await redis.info('persistence')).includes('aof_enabled:1')) await redis.bgrewriteaof();
  } catch {
    // Refused: by an access list, by a provider, or because a rewrite is in progress.
  }
}
