/** Sessions in LMDB, with the most recently seen visitors in memory. */
import type { LmdbDirectory } from '@footfall/data-directory';
import { type Alias, type Interval, placeVisit, sessionGapMs, type VisitorMemory } from '../place-visit.ts';
import type { Sessions } from '../port.ts';
import { Generations } from './generations.ts';
import { unavailable } from './unavailable.ts';

/** A visitor's sessions are forgotten after none of them has changed for this long, at the latest for twice this long. */
const visitorLifetimeMs = 24 * 3_600_000;
/** A visitor is linked to yesterday's identity no longer than a session can wait for its next event. */
const aliasLifetimeMs = 2 * sessionGapMs;

/** `now` is epoch milliseconds. */
export function createSessions(directory: LmdbDirectory, now: () => number): Sessions {
  const visitors = new Generations<readonly Interval[]>(directory, 'visitors', visitorLifetimeMs);
  const aliases = new Generations<Alias>(directory, 'aliases', aliasLifetimeMs);
  let lastWrite: Promise<void> = Promise.resolve();

  return {
    async place(visits) {
      const changedVisitors = new Map<string, readonly Interval[]>();
      const changedAliases = new Map<string, Alias>();
      const memory: VisitorMemory = {
        intervals: (...key) => changedVisitors.get(key.join('/')) ?? visitors.get(key.join('/')) ?? [],
        setIntervals: (workspaceId, visitorId, intervals) =>
          void changedVisitors.set(`${workspaceId}/${visitorId}`, intervals),
        alias: (...key) => changedAliases.get(key.join('/')) ?? aliases.get(key.join('/')),
        setAlias: (workspaceId, visitorId, alias) => void changedAliases.set(`${workspaceId}/${visitorId}`, alias),
      };
      const placed = visits.map((visit) => placeVisit(visit, memory));
      if (changedVisitors.size > 0 || changedAliases.size > 0) {
        lastWrite = directory.write(() => {
          visitors.turn(now());
          aliases.turn(now());
          for (const [key, intervals] of changedVisitors) visitors.put(key, intervals);
          for (const [key, alias] of changedAliases) aliases.put(key, alias);
        });
      }
      const write = lastWrite;
      try {
        // Even if nothing changed, because the decision may depend on a write that is still in progress.
        await write;
      } catch (cause) {
        if (lastWrite === write) lastWrite = Promise.resolve();
        visitors.distrust(changedVisitors.keys());
        aliases.distrust(changedAliases.keys());
        throw unavailable('Sessions cannot be stored', cause);
      }
      return placed;
    },
  };
}
