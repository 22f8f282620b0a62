/** Reads a partition's records: a batch, or exactly a range. */
import type { BusRecord, Assignment } from '@footfall/bus';
import { StartError } from '@footfall/errors';
import { unlessAborted } from '@footfall/process';
import { performance } from 'node:perf_hooks';
import { batchLimits } from './limits.ts';
import type { Retry } from './retry.ts';

export class BatchReader {
  readonly #assignment: Assignment;
  readonly #retry: Retry;
  readonly #leaving: AbortSignal;

  /** Once `leaving` aborts, all waits end. */
  constructor(assignment: Assignment, retry: Retry, leaving: AbortSignal) {
    this.#assignment = assignment;
    this.#retry = retry;
    this.#leaving = leaving;
  }

  /** Returns a batch's records: up to the limits, or those that arrive within the flush interval after the first; empty if none arrives. */
  async gather(from: number): Promise<BusRecord[]> {
    const { rowsMax, bytesMax, flushIntervalMs, idleWaitMs } = batchLimits;
    const records = (await unlessAborted(this.#read(from, rowsMax, bytesMax, idleWaitMs), this.#leaving)) ?? [];
    const deadline = performance.now() + flushIntervalMs;
    let bytes = totalBytes(records);
    while (records.length > 0 && records.length < rowsMax && bytes < bytesMax) {
      const waitMs = deadline - performance.now();
      if (waitMs <= 0 || this.#assignment.revoked.aborted || this.#leaving.aborted) break;
      const more = await this.#read(from + records.length, rowsMax - records.length, bytesMax - bytes, waitMs);
      bytes += totalBytes(more);
      records.push(...more);
    }
    return records;
  }

  /** Returns exactly the records `from..to`. */
  async range(from: number, to: number): Promise<BusRecord[]> {
    const records: BusRecord[] = [];
    while (records.length < to - from + 1) {
      const next = from + records.length;
      records.push(...(await this.#read(next, to - next + 1, batchLimits.bytesMax, batchLimits.idleWaitMs)));
      this.#assignment.revoked.throwIfAborted();
    }
    return records;
  }

  async #read(from: number, recordsMax: number, bytesMax: number, waitMs: number): Promise<BusRecord[]> {
    const records = await this.#retry('read', () => this.#assignment.read(from, { recordsMax, bytesMax, waitMs }));
    const gap = records.findIndex((record, index) => record.offset !== from + index);
    if (gap !== -1) {
      throw new StartError(
        `The bus has a gap: partition ${this.#assignment.partition} returned offset ${records[gap]?.offset} instead of ${from + gap}`,
      );
    }
    return records;
  }
}

function totalBytes(records: readonly BusRecord[]): number {
  return records.reduce((sum, record) => sum + record.value.length, 0);
}
