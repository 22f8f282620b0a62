/** Records of workspaces that are created, listed and removed, but never changed: goals and annotations. */
import { noSuch } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import type { Table, Warehouse } from '../driver/port.ts';
import { createStoreBase } from './store-base.ts';
import type { Moment } from './stored-values.ts';

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

/** A kind of record, with its table and its limits. */
export interface Kind<Thing, Input> {
  /** The word for one of them in messages. */
  noun: string;
  /** The most that a workspace can have. */
  countMax: number;
  /** Throws CONFLICT if `others`, fewer than `countMax`, and `input` together exceed a limit of the workspace. */
  requireWithinLimits?: (input: Input, others: readonly Thing[]) => void;
  idOf: (thing: Thing) => string;
  /** Returns a new one. */
  make: (workspaceId: string, input: Input, createdAtMs: number) => Thing;
  createdTable: Table<Thing & { createdAtMs: number }>;
  endsTable: Table<Moment>;
  /** Resolves with all that were not removed, in order. */
  readAll: (warehouse: Pick<Warehouse, 'read'>) => Promise<readonly Thing[]>;
}

/** Returns a store of `kind` in `warehouse`. Create one per process. */
export function createBelongingStore<Thing extends { workspaceId: string }, Input>(
  warehouse: Warehouse,
  now: () => number,
  { noun, countMax, requireWithinLimits, idOf, make, createdTable, endsTable, readAll }: Kind<Thing, Input>,
): BelongingStore<Thing, Input> {
  const none: readonly Thing[] = [];
  const readContents = async () => {
    const all = await readAll(warehouse);
    return {
      byId: new Map(all.map((thing) => [idOf(thing), thing])),
      byWorkspace: groupByWorkspace(all),
    };
  };
  const { base, snapshot } = createStoreBase(warehouse, now, `${noun}s`, readContents);

  return {
    async listOf(workspaceId) {
      return (await snapshot.find(({ byWorkspace }) => byWorkspace.get(workspaceId) ?? none)) ?? none;
    },
    find: async (id) => snapshot.find(({ byId }) => byId.get(id)),
    create: (workspaceId, input) =>
      base.change(async () => {
        const others = (await readAll(warehouse)).filter((thing) => thing.workspaceId === workspaceId);
        if (others.length >= countMax) {
          throw new AppError('CONFLICT', `A workspace can have at most ${countMax} ${noun}s; remove one first`);
        }
        requireWithinLimits?.(input, others);
        const createdAtMs = now();
        const thing = make(workspaceId, input, createdAtMs);
        await warehouse.insert(createdTable, [{ ...thing, createdAtMs }]);
        return thing;
      }),
    remove: (id) =>
      base.change(async () => {
        const isKnown = (await readAll(warehouse)).some((thing) => idOf(thing) === id);
        if (!isKnown) throw noSuch(noun, id);
        await warehouse.insert(endsTable, [{ id, atMs: now() }]);
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
