/** Publishes to the embedded log, within its limits. */
import { PublishAdmission, tooSlow, unwritable } from '../publish-admission.ts';
import { withDeadline } from '@footfall/process';
import type { EventLog } from './event-log.ts';
import type { EmbeddedBusLimits } from './limits.ts';

export class EmbeddedPublisher {
  readonly #log: EventLog;
  readonly #publishDeadlineMs: number;
  readonly #admission: PublishAdmission;
  /** The latest append: it settles after all others. */
  #appending = Promise.resolve();

  /** `isOverBacklog` returns true if the backlog with this many more bytes would exceed its limit. */
  constructor(log: EventLog, limits: EmbeddedBusLimits, isOverBacklog: (bytes: number) => boolean) {
    this.#log = log;
    this.#publishDeadlineMs = limits.publishDeadlineMs;
    this.#admission = new PublishAdmission(limits, isOverBacklog);
  }

  /** Resolves once all of `values` are durable, in one commit and in order. Rejects with UNAVAILABLE. */
  async publish(values: readonly Uint8Array[]): Promise<void> {
    const bytes = bytesOf(values);
    const refusal = this.#admission.admit(bytes);
    if (refusal !== undefined) throw refusal;
    this.#appending = this.#append(values, bytes);
    return withDeadline(this.#appending, this.#publishDeadlineMs, throwTooSlow);
  }

  /** Refuses further calls; resolves once all earlier ones are written. */
  async close(): Promise<void> {
    this.#admission.close();
    await Promise.allSettled([this.#appending]);
  }

  async #append(values: readonly Uint8Array[], bytes: number): Promise<void> {
    try {
      await this.#log.append(values);
    } catch (error) {
      throw unwritable(error);
    } finally {
      this.#admission.release(bytes);
    }
  }
}

function throwTooSlow(): never {
  throw tooSlow();
}

function bytesOf(values: readonly Uint8Array[]): number {
  let bytes = 0;
  for (const value of values) bytes += value.length;
  return bytes;
}
