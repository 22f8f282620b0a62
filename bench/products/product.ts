/** A whole product, as its users have it: it is started, takes pageviews over HTTP, and shows its dashboard. */
import type { Batch } from './pageviews.ts';

export interface Range {
  /** Epoch milliseconds, of which `endMs` is the first that is not part of it. */
  startMs: number;
  endMs: number;
}

export interface Product {
  pid: number;
  /** Everything that it has stored is below this directory. */
  dataDir: string;
  /** The number of batches that it takes at once. */
  sendersMax: number;
  /** Resolves once the batch has been accepted. */
  send(batch: Batch): Promise<void>;
  /** Resolves once everything that was sent is counted. */
  settle(events: number): Promise<void>;
  /** Resolves with everything that its dashboard shows of a range. */
  readScreen(range: Range): Promise<void>;
  /** Stops it, and removes its data. */
  stop(): Promise<void>;
}
