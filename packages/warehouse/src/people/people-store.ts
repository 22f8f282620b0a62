/** People, sessions, one-time links and shares in the warehouse, for any driver. */
import type { PeopleStore } from '@footfall/auth';
import type { Warehouse } from '../driver/port.ts';
import { Snapshot, snapshotLimits } from '../keys/snapshot.ts';
import { readAccess } from './access-contents.ts';
import { peopleIn } from './people.ts';
import type { PeopleDeps } from './people-deps.ts';
import { sessionsIn } from './sessions.ts';
import { sharesIn } from './shares.ts';
import { signInLinksIn } from './sign-in-links.ts';

/** Anybody can send unknown session tokens and grants, and a read for one selects everything in four tables. Without Redis, a new session can be unknown to other processes for as long. */
const accessLimits = { ...snapshotLimits, readIntervalMsMin: 1_000 };

/** Returns the people store in `warehouse`. Create one per process. */
export function createPeopleStore(warehouse: Warehouse, now: () => number): PeopleStore {
  const snapshot = new Snapshot(() => readAccess(warehouse, now), warehouse.isShared, accessLimits);
  const change = <Result>(work: () => Promise<Result>) =>
    warehouse.alone('people', work).finally(() => snapshot.forget());
  const deps: PeopleDeps = { warehouse, now, snapshot, change };
  return {
    ...peopleIn(deps),
    ...sessionsIn(deps),
    ...signInLinksIn(deps),
    ...sharesIn(deps),
    forget: () => snapshot.forget(),
  };
}
