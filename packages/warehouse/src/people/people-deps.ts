/** The dependencies of the parts of the people store. */
import type { Warehouse } from '../driver/port.ts';
import type { Snapshot } from '../keys/snapshot.ts';
import type { AccessContents } from './access-contents.ts';

export interface PeopleDeps {
  warehouse: Warehouse;
  /** Epoch milliseconds. */
  now: () => number;
  snapshot: Snapshot<AccessContents>;
  /** Runs a change while no other process runs one, so that neither of two concurrent changes is lost. The next lookup sees the change, even if it failed halfway. */
  change: <Result>(work: () => Promise<Result>) => Promise<Result>;
}
