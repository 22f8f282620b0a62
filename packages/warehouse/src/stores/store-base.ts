/** The base of every store: its warehouse, its clock, the snapshot that lookups use, and changes of it. */
import type { Table, Warehouse } from '../driver/port.ts';
import { Snapshot, snapshotLimits } from './snapshot.ts';

export interface StoreBase<Contents> {
  warehouse: Warehouse;
  /** Epoch milliseconds. */
  now: () => number;
  snapshot: Snapshot<Contents>;
  /** Stores rows that are not computed from others. The next lookup sees them, even if this rejects after they were stored. */
  append: <Row>(table: Table<Row>, rows: readonly Row[]) => Promise<void>;
  /** Runs a change while no other process runs one of the same store, so that none is computed from outdated rows. The next lookup sees the change, even if it failed halfway. */
  change: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Returns the base of a store in `warehouse`. `name` is its lock, and `readAll` reads its snapshot. */
export function createStoreBase<Contents>(
  warehouse: Warehouse,
  now: () => number,
  name: string,
  readAll: () => Promise<Contents>,
): StoreBase<Contents> {
  const snapshot = new Snapshot(readAll, warehouse.isShared, snapshotLimits);
  const forget = () => snapshot.forget();
  return {
    warehouse,
    now,
    snapshot,
    append: (table, rows) => warehouse.insert(table, rows).finally(forget),
    change: (work) => warehouse.alone(name, work).finally(forget),
  };
}
