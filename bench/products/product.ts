/** A whole product, as users run it: it is started, accepts pageviews over HTTP, and displays its dashboard. */
import type { Range } from '../designs/design.ts';
import type { Batch } from './pageviews.ts';

export interface Product {
  pid: number;
  /** The directory that contains all of its data. */
  dataDir: string;
  /** The number of batches that it accepts at once. */
  sendersMax: number;
  /** Resolves once the batch has been accepted. */
  send(batch: Batch): Promise<void>;
  /** Resolves once everything that was sent is counted. */
  settle(events: number): Promise<void>;
  /** Resolves with everything that its dashboard shows about a range. */
  readScreen(range: Range): Promise<void>;
  /** Stops it, and removes its data. */
  stop(): Promise<void>;
}
