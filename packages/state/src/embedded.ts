/** The embedded state: cache and limits in memory, sessions and salts on disk. */
import { StartError } from '@footfall/errors';
import { type LmdbDirectory, openLmdbDirectory } from '@footfall/data-directory';
import { join } from 'node:path';
import { createCache } from './embedded/cache.ts';
import { createLimits } from './embedded/limits.ts';
import { createReports } from './embedded/reports.ts';
import { createSalts } from './embedded/salts.ts';
import { createSessions } from './embedded/sessions.ts';
import type { State, StateLogger } from './port.ts';
import { unavailable } from './embedded/unavailable.ts';

/** The address space for the file of open sessions. */
const mapBytes = 16 * 1024 ** 3;

/** Opens or creates the state in the folder `path`; `now` is epoch milliseconds. Throws a StartError: exit code 2 if another process owns it, 1 if it is damaged or not writable. */
export async function openEmbeddedState(
  path: string,
  { now, logger }: { now: () => number; logger?: StateLogger | undefined },
): Promise<State> {
  const directory = await openLmdbDirectory(path, { mapBytes, logger });
  try {
    return createState(directory, path, now);
  } catch (cause) {
    await directory.close();
    throw new StartError(`The state in ${path} is damaged and not used`, { cause });
  }
}

function createState(directory: LmdbDirectory, path: string, now: () => number): State {
  const pings = directory.root.openDB<string, string>('pings', { encoding: 'string' });
  const keyListeners = new Set<() => void>();
  return {
    cache: createCache(),
    limits: createLimits(now),
    sessions: createSessions(directory, now),
    salts: createSalts(join(path, 'salts'), directory),
    reports: createReports(now),
    async announceKeyChange() {
      for (const listener of keyListeners) listener();
    },
    onKeyChange(listener) {
      keyListeners.add(listener);
    },
    // A write, because a full disk can still be read.
    ping: () =>
      directory
        .write(() => void pings.put('last', ''))
        .catch((cause: unknown) => {
          throw unavailable('The state cannot be written', cause);
        }),
    close: () => directory.close(),
  };
}
