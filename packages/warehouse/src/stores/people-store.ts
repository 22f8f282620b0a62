/** People, sessions, one-time links and shares in the warehouse, for any driver. */
import type { Warehouse } from '../driver/port.ts';
import { createStoreBase } from './store-base.ts';
import { readAccess } from './access-contents.ts';
import { peopleIn } from './people.ts';
import { sessionsIn } from './sessions.ts';
import { sharesIn } from './shares.ts';
import { signInLinksIn } from './sign-in-links.ts';

/** All methods reject with UNAVAILABLE if the store does not respond, and with NOT_FOUND if they name something that does not exist. */
export interface PeopleStore extends ReturnType<typeof createPeopleStore> {}

/** Returns the people store in `warehouse`. Create one per process. */
export function createPeopleStore(warehouse: Warehouse, now: () => number) {
  const base = createStoreBase(warehouse, now, 'people', () => readAccess(warehouse, now));
  return {
    ...peopleIn(base),
    ...sessionsIn(base),
    ...signInLinksIn(base),
    ...sharesIn(base),
    /** Clears the cache: called when another process has changed something, or the key store a workspace. */
    forget: () => base.snapshot.forget(),
  };
}
