/** The base of every store: its warehouse, its clock, the two ways to change it, and the snapshot that lookups use. */
import type { Table, Warehouse } from '../driver/port.ts';
import { Snapshot, snapshotLimits } from './snapshot.ts';

export interface StoreBase {
  warehouse: Warehouse;
  /** Epoch milliseconds. */
  now: () => number;
  /** Stores rows that are not computed from others. The next lookup sees them, even if this rejects after they were stored. */
  append: <Row>(table: Table<Row>, rows: readonly Row[]) => Promise<void>;
  /** Runs a change while no other process runs one of the same store, so that none is computed from outdated rows. The next lookup sees the change, even if it failed halfway. */
  change: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Returns the base of a store in `warehouse`, and its snapshot. `name` is its lock, and `readAll` reads its snapshot. */
export function createStoreBase<Contents>(
  warehouse: Warehouse,
  now: () => number,
  name: string,
  readAll: () => Promise<Contents>,
): { base: StoreBase; snapshot: Snapshot<Contents> } {
  const snapshot = new Snapshot(readAll, warehouse.isShared, snapshotLimits);
  const renew = () => snapshot.renew();
  const base: StoreBase = {
    warehouse,
    now,
    append: (table, rows) => followed(warehouse.insert(table, rows), renew),
    change: (work) => followed(warehouse.alone(name, work), renew),
  };
  return { base, snapshot };
}

/** Returns `base` with changes that are followed by `next`, even if they fail halfway. */
export function followedBy({ append, change, ...base }: StoreBase, next: () => Promise<void>): StoreBase {
  return {
    ...base,
    append: (table, rows) => followed(append(table, rows), next),
    change: (work) => followed(change(work), next),
  };
}

/** Resolves like `change`, once `next` has run. */
async function followed<Result>(change: Promise<Result>, next: () => Promise<void>): Promise<Result> {
  try {
    return await change;
  } finally {
    await next();
  }
}
