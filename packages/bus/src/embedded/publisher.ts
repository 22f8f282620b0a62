/** Publishing to the embedded log, within its bounds: all that arrives until a commit begins goes into it together. */
import { unavailable } from '@footfall/errors';
import { Gatherer } from '@footfall/data-directory';
import type { EventLog } from './event-log.ts';
import type { EmbeddedBusLimits } from './limits.ts';

export class EmbeddedPublisher {
  readonly #log: EventLog;
  readonly #limits: EmbeddedBusLimits;
  readonly #isOverBacklog: (bytes: number) => boolean;
  readonly #gathered = new Gatherer<Uint8Array>((values, begin) => this.#appendInTime(values, begin));
  #waitingBytes = 0;
  #appending = new Set<Promise<void>>();
  #isClosed = false;

  /** `isOverBacklog`: whether so many bytes more are too many that no group has committed. */
  constructor(log: EventLog, limits: EmbeddedBusLimits, isOverBacklog: (bytes: number) => boolean) {
    this.#log = log;
    this.#limits = limits;
    this.#isOverBacklog = isOverBacklog;
  }

  /** Resolves once all of `values` are durable, in one commit and in order. Rejects with UNAVAILABLE. */
  async publish(values: readonly Uint8Array[]): Promise<void> {
    const bytes = bytesOf(values);
    if (this.#isClosed) throw unavailable('The event log is closing');
    if (this.#waitingBytes + bytes > this.#limits.waitingBytesMax)
      throw unavailable('Too many events wait to be stored');
    if (this.#isOverBacklog(this.#waitingBytes + bytes)) throw unavailable('Too many events wait to be counted');
    this.#waitingBytes += bytes;
    return this.#gathered.add(values);
  }

  /** Takes nothing more, and resolves when all that waits is written. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#appending);
  }

  /** The deadline is that of the first of the callers whose values these are. */
  #appendInTime(values: readonly Uint8Array[], begin: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const { publishDeadlineMs } = this.#limits;
      const deadline = setTimeout(() => reject(unavailable('The event log is too slow')), publishDeadlineMs);
      const appending = this.#append(values, begin)
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(deadline);
          this.#appending.delete(appending);
        });
      this.#appending.add(appending);
    });
  }

  async #append(values: readonly Uint8Array[], begin: () => void): Promise<void> {
    try {
      await this.#log.append(values, begin);
    } catch (error) {
      throw unavailable('The event log cannot be written', { cause: error });
    } finally {
      // No values may be added to those that are counted here.
      begin();
      this.#waitingBytes -= bytesOf(values);
    }
  }
}

function bytesOf(values: readonly Uint8Array[]): number {
  let bytes = 0;
  for (const value of values) bytes += value.length;
  return bytes;
}
