/** Group commit: what is published while one commit is on its way to the disk goes together into the next. */
import { AppError } from '@footfall/errors';
import type { EmbeddedBusLimits } from './limits.ts';

interface Waiting {
  values: Uint8Array[];
  bytes: number;
  settle: (fault?: AppError) => void;
  settled: boolean;
}

const retryAfterSeconds = 2;

export class Publisher {
  readonly #append: (values: Uint8Array[]) => Promise<void>;
  readonly #backlogBytes: () => number;
  readonly #limits: EmbeddedBusLimits;
  #queue: Waiting[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | undefined;
  #closed = false;

  constructor(append: (values: Uint8Array[]) => Promise<void>, backlogBytes: () => number, limits: EmbeddedBusLimits) {
    this.#append = append;
    this.#backlogBytes = backlogBytes;
    this.#limits = limits;
  }

  /** Resolves once `values` are durable, next to each other and in order. Rejects with UNAVAILABLE. */
  publish(values: Uint8Array[]): Promise<void> {
    const bytes = values.reduce((total, value) => total + value.length, 0);
    const refusal = this.#refusal(bytes);
    if (refusal !== undefined) return Promise.reject(unavailable(refusal));
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(
        () => waiting.settle(unavailable('The event log is too slow')),
        this.#limits.publishDeadlineMs,
      );
      const waiting: Waiting = {
        values,
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
    if (this.#backlogBytes() + this.#waitingBytes + bytes > this.#limits.backlogBytesMax) {
      return 'Too many events wait to be counted';
    }
    return undefined;
  }

  async #writeAll(): Promise<void> {
    // Callers of the same turn share the first commit.
    await new Promise(setImmediate);
    while (this.#queue.length > 0) await this.#write(this.#takeBatch());
    this.#writing = undefined;
  }

  async #write(batch: Waiting[]): Promise<void> {
    let fault: AppError | undefined;
    try {
      await this.#append(batch.flatMap(({ values }) => values));
    } catch (error) {
      fault = unavailable('The event log cannot be written', error);
    }
    for (const { bytes, settle } of batch) {
      this.#waitingBytes -= bytes;
      settle(fault);
    }
  }

  /** The oldest that fit one commit, at least one. Those that were given up meanwhile are left out. */
  #takeBatch(): Waiting[] {
    const { batchRecordsMax, batchBytesMax } = this.#limits;
    const batch: Waiting[] = [];
    let records = 0;
    let bytes = 0;
    let taken = 0;
    for (const waiting of this.#queue) {
      if (
        batch.length > 0 &&
        (records + waiting.values.length > batchRecordsMax || bytes + waiting.bytes > batchBytesMax)
      )
        break;
      taken++;
      if (waiting.settled) {
        this.#waitingBytes -= waiting.bytes;
        continue;
      }
      batch.push(waiting);
      records += waiting.values.length;
      bytes += waiting.bytes;
    }
    this.#queue = this.#queue.slice(taken);
    return batch;
  }
}

/** For what fails on the disk. */
export function throwUnavailable(cause: unknown): never {
  throw unavailable('The event log cannot be written', cause);
}

/** A fault that the caller may retry. */
function unavailable(message: string, cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', message, { cause, retryAfterSeconds });
}
