/** Makes Redis delete data on its disk as well, where its append-only file would still contain it. */
import type { Redis } from 'ioredis';

/** Requests a rewrite of that file, if there is one. If Redis refuses, the file is rewritten when it has grown. */
export async function forgetOnDisk(redis: Redis): Promise<void> {
  try {
    if ((await redis.info('persistence')).includes('aof_enabled:1')) await redis.bgrewriteaof();
  } catch {
    // Refused: by an access list, by a provider, or because a rewrite is in progress.
  }
}
