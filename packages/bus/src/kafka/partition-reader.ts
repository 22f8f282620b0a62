/** Reads one partition in order, and keeps what a fetch gave beyond what was asked for. */
import { AppError, StartError } from '@footfall/errors';
import { performance } from 'node:perf_hooks';
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

  /** `checkIdentity` rejects when the topic is not the one that is meant any more. */
  constructor(log: PartitionLog, checkIdentity: () => Promise<void>, stallMaxMs: number) {
    this.#log = log;
    this.#checkIdentity = checkIdentity;
    this.#stallMaxMs = stallMaxMs;
  }

  /** As the port says; gives none once `signal` has aborted. Rejects with a StartError when `from` is not in the log. */
  async read(from: number, limits: ReadLimits, signal: AbortSignal): Promise<BusRecord[]> {
    const deadline = performance.now() + limits.waitMs;
    do {
      if (signal.aborted) return [];
      if (this.#ahead[0]?.offset !== from) this.#ahead = await this.#fetch(from, deadline, signal);
      if (this.#ahead.length > 0) return signal.aborted ? [] : this.#take(limits);
    } while (performance.now() < deadline);
    return [];
  }

  /** Records of the topic that is meant: it is looked at after the fetch, and no topic comes back once it is gone. */
  async #fetch(from: number, deadline: number, signal: AbortSignal): Promise<BusRecord[]> {
    const waitMs = Math.round(Math.min(Math.max(0, deadline - performance.now()), clientLimits.pollMs));
    const fetched = await untilAborted(this.#fetchInRange(from, waitMs), signal);
    if (fetched === undefined) return [];
    this.#noteProgress(from, fetched);
    if (fetched.records.length > 0) await untilAborted(this.#checkIdentity(), signal);
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
        `Offset ${from} of partition ${this.#log.partition} is no longer in the log, which goes from ${startOffset} to ${endOffset}: records were removed before they were read. To go on without them, set the group's offset`,
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
      `Partition ${this.#log.partition} gives no record at offset ${from}, although its log goes to ${endOffset}`,
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

/** As `promise`, or undefined as soon as `signal` has aborted. */
async function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result | undefined> {
  let stop = () => {};
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
  });
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
