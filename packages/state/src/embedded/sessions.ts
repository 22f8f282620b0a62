/** Sessions in LMDB, with the most recently seen visitors in memory. */
import { unavailable } from '@footfall/errors';
import type { LmdbDirectory } from '@footfall/data-directory';
import { dayMs } from '@footfall/schemas';
import { type Alias, type Interval, assignVisit, sessionGapMs, type VisitorMemory } from '../assign-visit.ts';
import type { Sessions } from '../port.ts';
import { Generations } from './generations.ts';

/** The time without a change after which a visitor's sessions are forgotten, at the latest after twice this time. */
const visitorLifetimeMs = dayMs;
/** The time for which a visitor is linked to yesterday's identity: no longer than a session can wait for its next event. */
const aliasLifetimeMs = 2 * sessionGapMs;

/** `now`: epoch milliseconds. `isLog`: true if the directory is the event log's as well, where a commit stores the sessions before the events that were published after they were assigned. */
export function createSessions(directory: LmdbDirectory, now: () => number, isLog: boolean): Sessions {
  const visitors = new Generations<readonly Interval[]>(directory, 'visitors', visitorLifetimeMs);
  const aliases = new Generations<Alias>(directory, 'aliases', aliasLifetimeMs);
  let changed: Change[] = [];
  const memory: VisitorMemory = {
    intervals: (...visitor) => visitors.get(keyOf(...visitor)) ?? [],
    setIntervals: (workspaceId, visitorId, intervals) =>
      void changed.push(changeOf(visitors, keyOf(workspaceId, visitorId), intervals)),
    alias: (...visitor) => aliases.get(keyOf(...visitor)),
    setAlias: (workspaceId, visitorId, alias) =>
      void changed.push(changeOf(aliases, keyOf(workspaceId, visitorId), alias)),
  };

  async function store(changes: readonly Change[]): Promise<void> {
    let isStored = false;
    try {
      await directory.write(() => {
        visitors.turn(now());
        aliases.turn(now());
        for (const { put } of changes) put();
      });
      isStored = true;
    } catch (cause) {
      visitors.reload();
      aliases.reload();
      throw unavailable('Sessions cannot be stored', { cause });
    } finally {
      for (const { settle } of changes) settle(isStored);
    }
  }

  return {
    async assign(visits) {
      const assigned = visits.map((visit) => assignVisit(visit, memory));
      // Even if nothing changed, because the decision may depend on a write that is still in progress.
      const stored = store(changed);
      changed = [];
      if (isLog) stored.catch(() => undefined);
      else await stored;
      return assigned;
    },
  };
}

/** A value that is to be stored. */
interface Change {
  put: () => void;
  settle: (isStored: boolean) => void;
}

function changeOf<Value extends object>(generations: Generations<Value>, key: string, value: Value): Change {
  generations.expect(key, value);
  return {
    put: () => generations.put(key, value),
    settle: (isStored) => generations.settle(key, value, isStored),
  };
}

function keyOf(workspaceId: string, visitorId: string): string {
  return `${workspaceId}/${visitorId}`;
}
