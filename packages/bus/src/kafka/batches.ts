/** Group commit: records that are published while one batch is being written form the next one. */
import type { AppError } from '@footfall/errors';
import { unavailable } from '../unavailable.ts';

export interface PublishLimits {
  /** The most bytes of records that wait for the log. Above it, publishing is refused. */
  waitingBytesMax: number;
  /** The time after which a publish that is not durable is refused, so that the caller has a response within 4 seconds. */
  publishDeadlineMs: number;
  /** The most records and bytes in one batch. */
  batchRecordsMax: number;
  batchBytesMax: number;
}

interface Waiting<Item> {
  items: readonly Item[];
  bytes: number;
  settle: (fault?: AppError) => void;
  settled: boolean;
}

export interface Log<Item> {
  /** Resolves once all are durable. Called again only after it has settled. */
  append(items: Item[]): Promise<void>;
  bytesOf(item: Item): number;
  /** Returns why the log cannot take this many more bytes; undefined if it can. */
  refusal?(bytes: number): string | undefined;
}

export class Publisher<Item> {
  readonly #log: Log<Item>;
  readonly #limits: PublishLimits;
  #queue: Waiting<Item>[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | undefined;
  #closed = false;

  constructor(log: Log<Item>, limits: PublishLimits) {
    this.#log = log;
    this.#limits = limits;
  }

  /** Resolves once `items` are durable, in one batch and in order. Rejects with UNAVAILABLE. */
  publish(items: readonly Item[]): Promise<void> {
    const bytes = items.reduce((total, item) => total + this.#log.bytesOf(item), 0);
    const refusal = this.#refusal(bytes);
    if (refusal !== undefined) return Promise.reject(unavailable(refusal));
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(
        () => waiting.settle(unavailable('The event log is too slow')),
        this.#limits.publishDeadlineMs,
      );
      const waiting: Waiting<Item> = {
        items,
        bytes,
        settled: false,
        settle(fault) {
          waiting.settled = true;
          clearTimeout(deadline);
          if (fault === undefined) resolve();
          else reject(fault);
        },
      };
      this.#queue.push(waiting);
      this.#waitingBytes += bytes;
      this.#writing ??= this.#writeAll();
    });
  }

  /** Refuses further calls; resolves once all earlier ones are written. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#writing;
  }

  #refusal(bytes: number): string | undefined {
    if (this.#closed) return 'The event log is closing';
    if (this.#waitingBytes + bytes > this.#limits.waitingBytesMax) return 'Too many events are waiting to be stored';
    return this.#log.refusal?.(this.#waitingBytes + bytes);
  }

  async #writeAll(): Promise<void> {
    // Callers of the same turn of the event loop share the first batch.
    await new Promise(setImmediate);
    while (this.#queue.length > 0) await this.#write(this.#takeBatch());
    this.#writing = undefined;
  }

  async #write(batch: Waiting<Item>[]): Promise<void> {
    let fault: AppError | undefined;
    try {
      await this.#log.append(batch.flatMap(({ items }) => items));
    } catch (error) {
      fault = unavailable('The event log cannot be written', error);
    }
    for (const { bytes, settle } of batch) {
      this.#waitingBytes -= bytes;
      settle(fault);
    }
  }

  /** Takes the oldest that fit into one batch, at least one. Those whose deadline has passed are left out. */
  #takeBatch(): Waiting<Item>[] {
    const { batchRecordsMax, batchBytesMax } = this.#limits;
    const batch: Waiting<Item>[] = [];
    let records = 0;
    let bytes = 0;
    let taken = 0;
    for (const waiting of this.#queue) {
      if (
        batch.length > 0 &&
        (records + waiting.items.length > batchRecordsMax || bytes + waiting.bytes > batchBytesMax)
      ) {
        break;
      }
      taken++;
      if (waiting.settled) {
        this.#waitingBytes -= waiting.bytes;
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
