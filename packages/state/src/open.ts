/** Chooses the state by its settings. */
import { StartError } from '@footfall/errors';
import { join } from 'node:path';
import type { StateSettings } from './config.ts';
import { openEmbeddedState } from './embedded.ts';
import type { State, StateOptions } from './port.ts';
import { openRedisState } from './redis.ts';
import { readRedisUrl } from './redis/url.ts';

/**
 * Opens the state in Redis if REDIS_URL is set, otherwise in this process, with its files in DATA_DIR/state. Throws a StartError if the
 * embedded one cannot be used, if Redis does not have the database in REDIS_URL, or if it denies access to the channel of key changes;
 * any other fault of Redis does not prevent the start and is reported to `logger`.
 */
export async function openState(settings: StateSettings, { now, logger, log }: StateOptions): Promise<State> {
  if (settings.REDIS_URL === undefined) {
    return openEmbeddedState(join(settings.DATA_DIR, 'state'), { now, logger, log });
  }
  const address = readRedisUrl(settings.REDIS_URL);
  if (address === undefined) throw new StartError('REDIS_URL must be redis:// or rediss://');
  return openRedisState(address, { now, logger });
}
