/** Reads one partition in order, and keeps the records that a fetch returned beyond those requested. */
import { AppError, StartError } from '@footfall/errors';
import { unlessAborted } from '@footfall/process';
import type { BusRecord, ReadLimits } from '../port.ts';
import type { Fetched, PartitionLog } from './partition-log.ts';
import { isOutOfRange } from './faults.ts';
import { clientLimits } from './limits.ts';

export class PartitionReader {
  readonly #log: PartitionLog;
  readonly #checkIdentity: () => Promise<void>;
  readonly #stallMaxMs: number;
  #ahead: BusRecord[] = [];
  #stalledSince: number | undefined;

  /** `checkIdentity` rejects if the topic was deleted and created again. */
  constructor(log: PartitionLog, checkIdentity: () => Promise<void>, stallMaxMs: number) {
    this.#log = log;
    this.#checkIdentity = checkIdentity;
    this.#stallMaxMs = stallMaxMs;
  }

  /** Reads as defined by the port; resolves with no records once `signal` has aborted. Rejects with a StartError if `from` is not in the log. */
  async read(from: number, limits: ReadLimits, signal: AbortSignal): Promise<BusRecord[]> {
    const deadline = performance.now() + limits.waitMs;
    do {
      if (signal.aborted) return [];
      if (this.#ahead[0]?.offset !== from) this.#ahead = await this.#fetch(from, deadline, signal);
      if (this.#ahead.length > 0) return signal.aborted ? [] : this.#take(limits);
    } while (performance.now() < deadline);
    return [];
  }

  /** Resolves with records of the right topic: its ID is checked after the fetch, and a topic ID never comes back. */
  async #fetch(from: number, deadline: number, signal: AbortSignal): Promise<BusRecord[]> {
    const waitMs = Math.round(Math.min(Math.max(0, deadline - performance.now()), clientLimits.pollMs));
    const fetched = await unlessAborted(this.#fetchInRange(from, waitMs), signal);
    if (fetched === undefined) return [];
    this.#noteProgress(from, fetched);
    if (fetched.records.length > 0) await unlessAborted(this.#checkIdentity(), signal);
    return fetched.records;
  }

  async #fetchInRange(from: number, waitMs: number): Promise<Fetched> {
    try {
      return await this.#log.fetch(from, { bytesMax: clientLimits.fetchBytesMax, waitMs });
    } catch (error) {
      if (!(error instanceof AppError) || !isOutOfRange(error)) throw error;
      await this.#checkIdentity();
      const { startOffset, endOffset } = await this.#log.bounds();
      if (from >= startOffset && from <= endOffset) throw error;
      throw new StartError(
        `Offset ${from} of partition ${this.#log.partition} is not in the log, which has offsets ${startOffset} to ${endOffset}: records were removed before they were read`,
        { cause: error },
      );
    }
  }

  #noteProgress(from: number, { records, endOffset }: Fetched): void {
    if (records.length > 0 || endOffset <= from) {
      this.#stalledSince = undefined;
      return;
    }
    this.#stalledSince ??= performance.now();
    if (performance.now() - this.#stalledSince < this.#stallMaxMs) return;
    throw new StartError(
      `Partition ${this.#log.partition} returns no record at offset ${from}, although its log ends at ${endOffset}`,
    );
  }

  #take({ recordsMax, bytesMax }: ReadLimits): BusRecord[] {
    let bytes = 0;
    const end = this.#ahead.findIndex(({ value }, index) => {
      if (index > 0 && (index >= recordsMax || bytes >= bytesMax)) return true;
      bytes += value.length;
      return false;
    });
    return this.#ahead.splice(0, end === -1 ? this.#ahead.length : end);
  }
}
