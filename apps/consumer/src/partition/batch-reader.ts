/** Reads a partition's records: a batch, or exactly a range. */
import type { BusRecord, Assignment } from '@footfall/bus';
import { StartError } from '@footfall/errors';
import { unlessAborted } from '@footfall/process';
import { setTimeout as delay } from 'node:timers/promises';
import { batchLimits } from './limits.ts';
import type { Retry } from './retry.ts';

export class BatchReader {
  readonly #assignment: Assignment;
  readonly #retry: Retry;
  /** Aborts when no further batch is needed. */
  readonly #over: AbortSignal;

  /** Once `leaving` aborts, all waits end. */
  constructor(assignment: Assignment, retry: Retry, leaving: AbortSignal) {
    this.#assignment = assignment;
    this.#retry = retry;
    this.#over = AbortSignal.any([assignment.revoked, leaving]);
  }

  /** Returns a batch's records: up to the limits, or those that arrive within the flush interval after the first; empty if none arrives. */
  async gather(from: number): Promise<BusRecord[]> {
    const { rowsMax, bytesMax, flushIntervalMs, idleWaitMs } = batchLimits;
    const records = (await unlessAborted(this.#read(from, rowsMax, bytesMax, idleWaitMs), this.#over)) ?? [];
    if (records.length === 0) return records;
    const deadline = performance.now() + flushIntervalMs;
    let bytes = totalBytes(records);
    const hasCapacity = () => records.length < rowsMax && bytes < bytesMax && !this.#over.aborted;
    const readMore = async () => {
      const more = await this.#read(from + records.length, rowsMax - records.length, bytesMax - bytes, 0);
      bytes += totalBytes(more);
      records.push(...more);
      return more.length;
    };
    let isAtEnd = false;
    while (!isAtEnd && hasCapacity() && performance.now() < deadline) isAtEnd = (await readMore()) === 0;
    if (!hasCapacity()) return records;
    // One wait and one read, because a read for each record that arrives would take time from ingest, which may run on the same thread.
    await unlessAborted(delay(Math.max(0, deadline - performance.now())), this.#over);
    if (hasCapacity()) await readMore();
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
