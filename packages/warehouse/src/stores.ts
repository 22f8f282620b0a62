/** The stores in a warehouse, and what identifies callers with them. */
import { Authenticator, type KeyStore, type PeopleStore, SessionKeeper } from '@footfall/auth';
import { type AnnotationStore, createAnnotationStore } from './belongings/annotation-store.ts';
import { createGoalStore, type GoalStore } from './belongings/goal-store.ts';
import type { Warehouse } from './driver/port.ts';
import { createKeyStore } from './keys/key-store.ts';
import { createPeopleStore } from './people/people-store.ts';

export interface Stores {
  keyStore: KeyStore;
  authenticator: Authenticator;
  people: PeopleStore;
  sessions: SessionKeeper;
  goals: GoalStore;
  annotations: AnnotationStore;
}

/** Returns all stores in `warehouse`. A process needs each only once. `now`: epoch milliseconds. */
export function openStores(warehouse: Warehouse, now: () => number): Stores {
  const keyStore = createKeyStore(warehouse, now);
  const people = createPeopleStore(warehouse, now);
  return {
    keyStore,
    authenticator: new Authenticator(keyStore, now),
    people,
    sessions: new SessionKeeper(people, now),
    goals: createGoalStore(warehouse, now),
    annotations: createAnnotationStore(warehouse, now),
  };
}
