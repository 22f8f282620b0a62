/** Group commit: records that are published while one batch is being written form the next one. */
import type { OutgoingRecord } from '../port.ts';
import { closing, unwritable } from '../refusals.ts';
import { batchLimits, recordOverheadBytes } from './limits.ts';

export interface Outgoing {
  topic: string;
  record: OutgoingRecord;
}

interface Waiting {
  items: readonly Outgoing[];
  bytes: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

export class Batches {
  readonly #append: (items: Outgoing[]) => Promise<void>;
  #queue: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #isClosed = false;

  /** `append` resolves once all items are durable. It is called again only after it has settled. */
  constructor(append: (items: Outgoing[]) => Promise<void>) {
    this.#append = append;
  }

  /** Resolves once `items` are durable, in one batch and in order. Rejects with UNAVAILABLE. */
  async publish(items: readonly Outgoing[]): Promise<void> {
    if (this.#isClosed) throw closing();
    const bytes = items.reduce((total, item) => total + bytesOf(item), 0);
    await new Promise<void>((resolve, reject) => {
      this.#queue.push({ items, bytes, resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  /** Refuses further calls; resolves once all earlier ones are written. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    // Callers in the same turn of the event loop share the first batch.
    await new Promise(setImmediate);
    while (this.#queue.length > 0) await this.#write(this.#takeBatch());
    this.#writing = undefined;
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.#append(batch.flatMap(({ items }) => items));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(unwritable(error));
    }
  }

  /** Removes the oldest from the queue that fit into one batch, at least one, and returns them. */
  #takeBatch(): Waiting[] {
    const { recordsMax, bytesMax } = batchLimits;
    let records = 0;
    let bytes = 0;
    const end = this.#queue.findIndex((waiting, index) => {
      records += waiting.items.length;
      bytes += waiting.bytes;
      return index > 0 && (records > recordsMax || bytes > bytesMax);
    });
    return this.#queue.splice(0, end === -1 ? this.#queue.length : end);
  }
}

export function bytesOf({ record }: Outgoing): number {
  return record.value.length + record.key.length + recordOverheadBytes;
}
