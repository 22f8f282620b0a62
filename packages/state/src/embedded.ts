/** The embedded state: cache and limits in memory, sessions and salts on disk. */
import { unavailable } from '@footfall/errors';
import { cannotOpen, freeBytesMin, type LmdbDirectory, openLmdbDirectory } from '@footfall/data-directory';
import { join } from 'node:path';
import { cacheBytesMax, createCache } from './embedded/cache.ts';
import { createLimits } from './embedded/limits.ts';
import { moveSessions } from './embedded/move-sessions.ts';
import { createReports } from './embedded/reports.ts';
import { createSalts } from './embedded/salts.ts';
import { createSessions } from './embedded/sessions.ts';
import type { State, StateOptions } from './port.ts';

/** Opens or creates the state in the folder `path`. Throws a StartError: exit code 2 if another process owns it, 1 if it is damaged or not writable. */
export async function openEmbeddedState(path: string, { now, logger, log }: StateOptions): Promise<State> {
  if (log) {
    await moveSessions(path, log);
    return createState(log, { path, now, isLog: true });
  }
  const directory = await openLmdbDirectory(path, { freeBytesMin, logger });
  try {
    const state = createState(directory, { path, now, isLog: false });
    return { ...state, close: () => directory.close() };
  } catch (error) {
    await directory.close();
    throw error;
  }
}

interface EmbeddedOptions {
  path: string;
  now: () => number;
  /** True if the directory is also that of the event log. */
  isLog: boolean;
}

/** Closing it leaves the directory open. Throws a StartError if the sessions are damaged or the salts cannot be stored. */
function createState(directory: LmdbDirectory, options: EmbeddedOptions): State {
  try {
    return stateIn(directory, options);
  } catch (error) {
    throw cannotOpen(`The state in ${options.path}`, error);
  }
}

function stateIn(directory: LmdbDirectory, { path, now, isLog }: EmbeddedOptions): State {
  const pings = directory.root.openDB<string, string>('pings', { encoding: 'string' });
  const keyListeners = new Set<() => void>();
  return {
    cache: createCache(cacheBytesMax),
    limits: createLimits(now),
    sessions: createSessions(directory, now, isLog),
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
          throw unavailable('The state cannot be written', { cause });
        }),
    close: () => Promise.resolve(),
  };
}
