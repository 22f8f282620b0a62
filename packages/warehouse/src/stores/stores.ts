/** The stores in a warehouse. */
import { type AnnotationStore, createAnnotationStore } from './annotations.ts';
import { createGoalStore, type GoalStore } from './goals.ts';
import type { Warehouse } from '../driver/port.ts';
import { createKeyStore, type KeyStore } from './key-store.ts';
import { createPeopleStore, type PeopleStore } from './people-store.ts';

export interface Stores {
  keyStore: KeyStore;
  people: PeopleStore;
  goals: GoalStore;
  annotations: AnnotationStore;
}

/** Returns all stores in `warehouse`. A process needs each only once. `now`: epoch milliseconds. */
export function openStores(warehouse: Warehouse, now: () => number): Stores {
  const people = createPeopleStore(warehouse, now);
  return {
    // The access of people depends on the workspaces.
    keyStore: createKeyStore(warehouse, now, people.renew),
    people,
    goals: createGoalStore(warehouse, now),
    annotations: createAnnotationStore(warehouse, now),
  };
}
