/** Makes Redis forget on its disk, too, what was deleted: its log of writes would still hold it. */
import type { Redis } from 'ioredis';

/** Asks for that log to be written anew, if there is one. Where it may not be asked for, it is written anew when it has grown. */
export async function forgetOnDisk(redis: Redis): Promise<void> {
  try {
    if ((await redis.info('persistence')).includes('aof_enabled:1')) await redis.bgrewriteaof();
  } catch {
    // Refused: by an access list, by a provider, or because it is being written anew at this moment.
  }
}
