/** Things of workspaces that are created, listed and removed, but never changed, in the warehouse, for any driver. */
import { AppError } from '@footfall/errors';
import type { Warehouse } from '../driver/port.ts';
import { createStoreBase } from './store-base.ts';

/** All methods reject with UNAVAILABLE if the store does not respond. Changes by other processes are visible within five seconds. */
export interface BelongingStore<Thing, Input> {
  /** Resolves with those of a workspace, in order. */
  listOf(workspaceId: string): Promise<readonly Thing[]>;
  /** Resolves with undefined if it is unknown or removed. */
  find(id: string): Promise<Thing | undefined>;
  /** Rejects with CONFLICT if the workspace has as many as it can have, or those together with this one would be too large. */
  create(workspaceId: string, input: Input): Promise<Thing>;
  /** Rejects with NOT_FOUND if there is none. */
  remove(id: string): Promise<void>;
  /** Clears the cache: called when another process has changed something. */
  forget(): void;
}

/** A kind of belonging, and how it is stored. */
export interface Kind<Thing, Input> {
  /** The word for one of them in messages. */
  noun: string;
  /** The most that a workspace can have. */
  countMax: number;
  /** Throws CONFLICT if a workspace with `others` has no room for `input`, although it has fewer than `countMax`. */
  requireRoom?: (input: Input, others: readonly Thing[]) => void;
  idOf: (thing: Thing) => string;
  /** Resolves with all that were not removed, in order. */
  readAll: () => Promise<readonly Thing[]>;
  /** Stores a new one. */
  insert: (workspaceId: string, input: Input, createdAtMs: number) => Promise<Thing>;
  /** Stores that it was removed. */
  insertEnd: (id: string, endedAtMs: number) => Promise<void>;
}

/** Returns a store of `kind` in `warehouse`. Create one per process. */
export function createBelongingStore<Thing extends { workspaceId: string }, Input>(
  warehouse: Warehouse,
  now: () => number,
  { noun, countMax, requireRoom, idOf, readAll, insert, insertEnd }: Kind<Thing, Input>,
): BelongingStore<Thing, Input> {
  const none: readonly Thing[] = [];
  const readContents = async () => {
    const all = await readAll();
    return {
      byId: new Map(all.map((thing) => [idOf(thing), thing])),
      byWorkspace: groupByWorkspace(all),
    };
  };
  const { snapshot, change } = createStoreBase(warehouse, now, `${noun}s`, readContents);

  return {
    async listOf(workspaceId) {
      return (await snapshot.find(({ byWorkspace }) => byWorkspace.get(workspaceId) ?? none)) ?? none;
    },
    find: async (id) => snapshot.find(({ byId }) => byId.get(id)),
    create: (workspaceId, input) =>
      change(async () => {
        const others = (await readAll()).filter((thing) => thing.workspaceId === workspaceId);
        if (others.length >= countMax) {
          throw new AppError('CONFLICT', `A workspace can have at most ${countMax} ${noun}s; remove one first`);
        }
        requireRoom?.(input, others);
        return insert(workspaceId, input, now());
      }),
    remove: (id) =>
      change(async () => {
        const isKnown = (await readAll()).some((thing) => idOf(thing) === id);
        if (!isKnown) throw new AppError('NOT_FOUND', `No such ${noun}`);
        await insertEnd(id, now());
      }),
    forget: () => snapshot.forget(),
  };
}

function groupByWorkspace<Thing extends { workspaceId: string }>(all: readonly Thing[]): Map<string, readonly Thing[]> {
  const groups = new Map<string, Thing[]>();
  for (const thing of all) {
    const group = groups.get(thing.workspaceId);
    if (group) group.push(thing);
    else groups.set(thing.workspaceId, [thing]);
  }
  return groups;
}
