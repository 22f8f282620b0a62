/** The embedded state: cache and limits in memory, sessions and salts on disk. */
import { unavailable } from '@footfall/errors';
import { cannotOpen, type LmdbDirectory, openLmdbDirectory } from '@footfall/data-directory';
import { join } from 'node:path';
import { cacheBytesMax, createCache } from './embedded/cache.ts';
import { createLimits } from './embedded/limits.ts';
import { moveSessions } from './embedded/move-sessions.ts';
import { createReports } from './embedded/reports.ts';
import { createSalts } from './embedded/salts.ts';
import { createSessions } from './embedded/sessions.ts';
import type { State, StateOptions } from './port.ts';

/** Opens or creates the state in the folder `path`. Rejects with a StartError: exit code 2 if another process owns it, 1 if it is damaged or not writable. */
export async function openEmbeddedState(path: string, { now, logger, log }: StateOptions): Promise<State> {
  if (log) await moveSessions(path, log);
  const directory = log ?? (await openLmdbDirectory(path, { logger }));
  const close = async () => {
    if (directory !== log) await directory.close();
  };
  try {
    return { ...stateIn(directory, path, now, log !== undefined), close };
  } catch (error) {
    await close();
    throw cannotOpen(`The state in ${path}`, error);
  }
}

/** Throws if the sessions are damaged or the salts cannot be stored. `isLog` is true if the directory is also that of the event log. */
function stateIn(directory: LmdbDirectory, path: string, now: () => number, isLog: boolean): Omit<State, 'close'> {
  const pings = directory.root.openDB<string, string>('pings', { encoding: 'string' });
  return {
    cache: createCache(cacheBytesMax),
    limits: createLimits(now),
    sessions: createSessions(directory, now, isLog),
    salts: createSalts(join(path, 'salts'), directory),
    reports: createReports(now),
    // No other process uses the same directory.
    announceChange: () => Promise.resolve(),
    onChange: () => undefined,
    // A write, because a full disk can still be read.
    ping: () =>
      directory
        .write(() => void pings.put('last', ''))
        .catch((cause: unknown) => {
          throw unavailable('The state cannot be written', { cause });
        }),
  };
}
