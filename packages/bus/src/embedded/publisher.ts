/** Publishes to the embedded log, within its limits. A commit takes everything that arrives before it begins. */
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

  /** `isOverBacklog` returns true if the backlog with this many more bytes would exceed its limit. */
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
      throw unavailable('Too many events are waiting to be stored');
    if (this.#isOverBacklog(this.#waitingBytes + bytes)) throw unavailable('Too many events are waiting to be counted');
    this.#waitingBytes += bytes;
    return this.#gathered.add(values);
  }

  /** Refuses further calls; resolves once all earlier ones are written. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#appending);
  }

  /** The deadline is that of the first caller whose values these are. */
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
      // No more values may be added once they are counted here.
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
