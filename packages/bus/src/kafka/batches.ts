/** Group commit: what is published while one batch is on its way to the log goes together into the next. */
import type { AppError } from '@footfall/errors';
import { unavailable } from '../unavailable.ts';

export interface PublishLimits {
  /** Bytes of records that wait for the log. Over it publishing is refused. */
  waitingBytesMax: number;
  /** A publish that has not become durable in this time is refused: a caller has its answer within 4 seconds. */
  publishDeadlineMs: number;
  /** Records and bytes that one batch may hold. */
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
  /** Resolves once all are durable. Called again only when it has settled. */
  append(items: Item[]): Promise<void>;
  bytesOf(item: Item): number;
  /** Why the log cannot take so many bytes more; undefined when it can. */
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

  /** Takes nothing more, and resolves when all that waits is written. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#writing;
  }

  #refusal(bytes: number): string | undefined {
    if (this.#closed) return 'The event log is closing';
    if (this.#waitingBytes + bytes > this.#limits.waitingBytesMax) return 'Too many events wait to be stored';
    return this.#log.refusal?.(this.#waitingBytes + bytes);
  }

  async #writeAll(): Promise<void> {
    // Callers of the same turn share the first commit.
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

  /** The oldest that fit one commit, at least one. Those that were given up meanwhile are left out. */
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
