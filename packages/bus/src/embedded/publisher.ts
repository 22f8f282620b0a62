/** Publishes to the embedded log, within its limits. A commit contains everything that is published before it begins. */
import { Gatherer } from '@footfall/data-directory';
import { PublishAdmission, tooSlow, unwritable } from '../publish-admission.ts';
import { withDeadline } from '@footfall/process';
import type { EventLog } from './event-log.ts';
import type { EmbeddedBusLimits } from './limits.ts';

export class EmbeddedPublisher {
  readonly #log: EventLog;
  readonly #publishDeadlineMs: number;
  readonly #admission: PublishAdmission;
  readonly #gathered = new Gatherer<Uint8Array>((values, begin) => this.#appendInTime(values, begin));
  readonly #appending = new Set<Promise<void>>();

  /** `isOverBacklog` returns true if the backlog with this many more bytes would exceed its limit. */
  constructor(log: EventLog, limits: EmbeddedBusLimits, isOverBacklog: (bytes: number) => boolean) {
    this.#log = log;
    this.#publishDeadlineMs = limits.publishDeadlineMs;
    this.#admission = new PublishAdmission(limits, isOverBacklog);
  }

  /** Resolves once all of `values` are durable, in one commit and in order. Rejects with UNAVAILABLE. */
  async publish(values: readonly Uint8Array[]): Promise<void> {
    const refusal = this.#admission.admit(bytesOf(values));
    if (refusal !== undefined) throw refusal;
    return this.#gathered.add(values);
  }

  /** Refuses further calls; resolves once all earlier ones are written. */
  async close(): Promise<void> {
    this.#admission.close();
    await Promise.allSettled(this.#appending);
  }

  /** The deadline counts from the call that published the first of `values`. */
  #appendInTime(values: readonly Uint8Array[], begin: () => void): Promise<void> {
    const appending = this.#append(values, begin).finally(() => this.#appending.delete(appending));
    this.#appending.add(appending);
    return withDeadline(appending, this.#publishDeadlineMs, () => {
      throw tooSlow();
    });
  }

  async #append(values: readonly Uint8Array[], begin: () => void): Promise<void> {
    try {
      await this.#log.append(values, begin);
    } catch (error) {
      throw unwritable(error);
    } finally {
      // No more values may be added once they are counted here.
      begin();
      this.#admission.release(bytesOf(values));
    }
  }
}

function bytesOf(values: readonly Uint8Array[]): number {
  let bytes = 0;
  for (const value of values) bytes += value.length;
  return bytes;
}
