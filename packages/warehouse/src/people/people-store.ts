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

/** The people store in `warehouse`. One object of it serves a whole process. */
export function createPeopleStore(warehouse: Warehouse, now: () => number): PeopleStore {
  // Shared or not, the snapshot ages: uses of sessions are stored without `forget`, and a session ends 30 days after its last use.
  const snapshot = new Snapshot(() => readAccess(warehouse, now), true, snapshotLimits);
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
