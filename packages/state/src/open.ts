/** Picks the state by its settings. */
import { StartError } from '@footfall/errors';
import { join } from 'node:path';
import type { StateSettings } from './config.ts';
import { openEmbeddedState } from './embedded.ts';
import type { State } from './port.ts';

/** Opens the state in this process and in DATA_DIR/state; `now` is epoch milliseconds. Throws a StartError when it cannot be used. */
export async function openState(settings: StateSettings, now: () => number = Date.now): Promise<State> {
  if (settings.REDIS_URL !== undefined) {
    throw new StartError('Setting REDIS_URL: Redis is not supported yet; without it the state is kept in the process');
  }
  return openEmbeddedState(join(settings.DATA_DIR, 'state'), { now });
}
