/** Group commit: records that are published while one batch is being written form the next one. */
import type { AppError } from '@footfall/errors';
import { withDeadline } from '@footfall/process';
import type { OutgoingRecord } from '../port.ts';
import { PublishAdmission, type PublishLimits, tooSlow, unwritable } from '../publish-admission.ts';
import { batchLimits, recordOverheadBytes } from './limits.ts';

export interface Outgoing {
  topic: string;
  record: OutgoingRecord;
}

interface Waiting {
  items: readonly Outgoing[];
  bytes: number;
  settle: (fault: AppError | undefined) => void;
  /** True once its deadline has passed. */
  isLate: boolean;
}

export class Batches {
  readonly #append: (items: Outgoing[]) => Promise<void>;
  readonly #publishDeadlineMs: number;
  readonly #admission: PublishAdmission;
  #queue: Waiting[] = [];
  #writing: Promise<void> | undefined;

  /** `append` resolves once all items are durable. It is called again only after it has settled. */
  constructor(append: (items: Outgoing[]) => Promise<void>, limits: PublishLimits) {
    this.#append = append;
    this.#publishDeadlineMs = limits.publishDeadlineMs;
    this.#admission = new PublishAdmission(limits);
  }

  /** Resolves once `items` are durable, in one batch and in order. Rejects with UNAVAILABLE. */
  publish(items: readonly Outgoing[]): Promise<void> {
    const bytes = items.reduce((total, item) => total + bytesOf(item), 0);
    const refusal = this.#admission.admit(bytes);
    if (refusal !== undefined) return Promise.reject(refusal);
    const waiting: Waiting = { items, bytes, settle: () => undefined, isLate: false };
    const stored = new Promise<void>((resolve, reject) => {
      waiting.settle = (fault) => (fault === undefined ? resolve() : reject(fault));
    });
    this.#queue.push(waiting);
    this.#writing ??= this.#writeAll();
    return withDeadline(stored, this.#publishDeadlineMs, () => {
      waiting.isLate = true;
      throw tooSlow();
    });
  }

  /** Refuses further calls; resolves once all earlier ones are written. */
  async close(): Promise<void> {
    this.#admission.close();
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    // Callers in the same turn of the event loop share the first batch.
    await new Promise(setImmediate);
    while (this.#queue.length > 0) await this.#write(this.#takeBatch());
    this.#writing = undefined;
  }

  async #write(batch: Waiting[]): Promise<void> {
    let fault: AppError | undefined;
    try {
      await this.#append(batch.flatMap(({ items }) => items));
    } catch (error) {
      fault = unwritable(error);
    }
    for (const { bytes, settle } of batch) {
      this.#admission.release(bytes);
      settle(fault);
    }
  }

  /** Removes the oldest from the queue that fit into one batch, at least one, and returns them. Those whose deadline has passed are dropped. */
  #takeBatch(): Waiting[] {
    const { recordsMax, bytesMax } = batchLimits;
    const batch: Waiting[] = [];
    let records = 0;
    let bytes = 0;
    let taken = 0;
    for (const waiting of this.#queue) {
      if (batch.length > 0 && (records + waiting.items.length > recordsMax || bytes + waiting.bytes > bytesMax)) {
        break;
      }
      taken++;
      if (waiting.isLate) {
        this.#admission.release(waiting.bytes);
        continue;
      }
      batch.push(waiting);
      records += waiting.items.length;
      bytes += waiting.bytes;
    }
    this.#queue = this.#queue.slice(taken);
    return batch;
  }
}

export function bytesOf({ record }: Outgoing): number {
  return record.value.length + record.key.length + recordOverheadBytes;
}
