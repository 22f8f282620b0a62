/** The dependencies of the parts of the people store. */
import type { Warehouse } from '../driver/port.ts';
import type { Snapshot } from '../keys/snapshot.ts';
import type { AccessContents } from './access-contents.ts';

/** The dependencies that all parts of the store share. */
export interface Place {
  warehouse: Warehouse;
  /** Epoch milliseconds. */
  now: () => number;
  snapshot: Snapshot<AccessContents>;
  /** Runs what is computed from what is stored while no other process does, so that of two changes none is lost; the next look-up sees it, even when it failed halfway. */
  change: <Result>(work: () => Promise<Result>) => Promise<Result>;
}
