/** People, sessions, one-time links and shares in the warehouse, for any driver. */
import { type PeopleStore, revocationMsMax } from '@footfall/auth';
import type { Warehouse } from '../driver/port.ts';
import { Snapshot } from '../keys/snapshot.ts';
import { readAccess } from './access-contents.ts';
import { peopleIn } from './people.ts';
import type { Place } from './place.ts';
import { sessionsIn } from './sessions.ts';
import { sharesIn } from './shares.ts';
import { signInLinksIn } from './sign-in-links.ts';

/** The limits of the snapshot: a session or share that another process ended is refused in time, with a second for reading; a new one is found almost at once. */
const snapshotLimits = { ageMsMax: revocationMsMax - 1_000, unknownAgeMsMax: 100 };

/** The people store in `warehouse`. One object of it serves a whole process. */
export function createPeopleStore(warehouse: Warehouse, now: () => number = Date.now): PeopleStore {
  // Shared or not, the snapshot ages, because sessions and links expire.
  const snapshot = new Snapshot(() => readAccess(warehouse, now), true, snapshotLimits);
  const change = <Result>(work: () => Promise<Result>) =>
    warehouse.alone('people', work).finally(() => snapshot.forget());
  const place: Place = { warehouse, now, snapshot, change };
  return {
    ...peopleIn(place),
    ...sessionsIn(place),
    ...signInLinksIn(place),
    ...sharesIn(place),
    forget: () => snapshot.forget(),
  };
}
