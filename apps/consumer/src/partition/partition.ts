/** Carries one partition of the bus into the warehouse, each event once: read, plan a range, insert, settle, commit. */
import { performance } from 'node:perf_hooks';
import type { Bus, PartitionClaim } from '@footfall/bus';
import type { Logger } from '@footfall/process';
import type { EventRow, Warehouse } from '@footfall/warehouse';
import { BatchReader } from './batch-reader.ts';
import { deadLetterValue, type Decoded, decodeRecords } from './batch.ts';
import { Duplicates } from '../duplicates/duplicates.ts';
import type { IdMemory } from '../duplicates/id-memory.ts';
import { insertRange, type OffsetRange, storedOffsets } from './insert-range.ts';
import type { Instruments } from './instruments.ts';
import { batchLimits } from './limits.ts';
import { doneCommit, planCommit } from './planned-range.ts';
import { findPosition } from './position.ts';
import { untilDone } from './retry.ts';

/**
 * An insert begins at most so long after the group has last accepted a commit of ours. A process that was frozen for
 * longer finds out that it has lost the partition before it inserts what the next holder has long inserted too, and
 * so many others since that the warehouse has forgotten the token.
 */
const commitAgeMsMax = 10_000;

/** Where tests may stop the process: after each of the steps of a batch. */
export type FaultPoint = 'planned' | 'inserted' | 'settled' | 'committed';

export interface PartitionDeps {
  bus: Bus;
  warehouse: Warehouse;
  memory: IdMemory;
  logger: Logger;
  instruments: Instruments;
  now: () => number;
  fault: (point: FaultPoint) => void | Promise<void>;
  /** False only in tests that prove what the planned range is for. */
  plansRanges: boolean;
  /** False only in tests that prove what looking after an insert is for. */
  settlesCopies: boolean;
  /** False only in tests that prove what looking after a repeated insert is for. */
  checksRepeats: boolean;
  skipsLostRecords: boolean;
  /** Aborts when the process is about to leave all partitions: the batch under way is then the last. */
  leaving: AbortSignal;
}

export class PartitionWriter {
  readonly #deps: PartitionDeps;
  readonly #claim: PartitionClaim;
  readonly #duplicates: Duplicates;
  readonly #reader: BatchReader;
  #committedAtMs = Number.NEGATIVE_INFINITY;

  constructor(claim: PartitionClaim, deps: PartitionDeps) {
    this.#deps = deps;
    this.#claim = claim;
    this.#duplicates = new Duplicates(deps.warehouse, deps.memory, claim);
    this.#reader = new BatchReader(claim, (step, attempt) => this.#untilDone(step, attempt), deps.leaving);
  }

  /** Runs until the claim is revoked or the process leaves. Rejects with a StartError when the committed position cannot be trusted. */
  async run(): Promise<void> {
    const { memory, leaving } = this.#deps;
    const { revoked } = this.#claim;
    try {
      let next = await this.#resume();
      while (!revoked.aborted && !leaving.aborted) next = await this.#step(next);
    } catch (error) {
      if (!revoked.aborted) throw error;
    } finally {
      memory.release(this.#claim);
    }
  }

  /** Repeats the insert that was under way when the partition was last left, exactly, and whatever was stored beyond it; gives the next offset. */
  async #resume(): Promise<number> {
    const { memory, plansRanges } = this.#deps;
    const { from, plannedTo, storedTo } = await this.#untilDone('position', () =>
      findPosition(this.#claim, this.#deps),
    );
    // After the position: what the last holder stored before its last commit is then seen.
    await this.#untilDone('position', () => memory.take(this.#claim, this.#claim.partitionCount));
    if (!plansRanges) return from;
    let next = plannedTo === undefined ? from : await this.#repeat(this.#range(from, plannedTo), new Set());
    for (const end = storedTo ?? -1; next <= end;) {
      const range = this.#range(next, Math.min(end, next + batchLimits.rowsMax - 1));
      const stored = await this.#untilDone('position', () => storedOffsets(this.#deps.warehouse, range));
      next = await this.#repeat(range, stored);
    }
    return next;
  }

  /** Stores what an earlier attempt may have left out; gives the next offset. `stored`: what came under other tokens. */
  async #repeat(range: OffsetRange, stored: ReadonlySet<number>): Promise<number> {
    const records = await this.#reader.range(range.from, range.to);
    await this.#write(decodeRecords(records, this.#claim.incarnation), range, stored);
    return range.to + 1;
  }

  /** Moves what is due into the warehouse; gives the next offset. */
  async #step(from: number): Promise<number> {
    const records = await this.#reader.gather(from);
    if (records.length === 0) return from;
    const batch = decodeRecords(records, this.#claim.incarnation);
    const range = this.#range(from, from + batch.length - 1);
    if (this.#deps.plansRanges) {
      await this.#untilDone('plan', () => this.#plan(range));
      await this.#deps.fault('planned');
    }
    await this.#write(batch, range);
    return range.to + 1;
  }

  #range(from: number, to: number): OffsetRange {
    const { incarnation, partition } = this.#claim;
    return { incarnation, partition, from, to };
  }

  async #plan({ from, to }: OffsetRange): Promise<void> {
    await this.#claim.commit(planCommit(from, to));
    this.#committedAtMs = performance.now();
  }

  /** Inserts the rows of a range under its own token, sets aside what can never be inserted, and commits. `stored`, of a repeated range: offsets that were inserted under other tokens. */
  async #write(batch: readonly Decoded[], range: OffsetRange, stored?: ReadonlySet<number>): Promise<void> {
    const { instruments, fault, memory, settlesCopies } = this.#deps;
    const decoded = batch.flatMap((one) => (one.kind === 'row' ? [one.row] : []));
    const missing = stored ? decoded.filter((row) => !stored.has(row.offset)) : decoded;
    const rows = await this.#untilDone('deduplicate', () => this.#duplicates.drop(missing, stored !== undefined));
    if (rows.length > 0) await this.#insert(rows, range, stored !== undefined);
    instruments.duplicates.inc(missing.length - rows.length);
    await fault('inserted');
    if (settlesCopies) {
      // An earlier attempt may have ended before it had looked.
      const removed = await this.#untilDone('settle', () => this.#duplicates.settle(stored ? decoded : rows));
      instruments.copiesRemoved.inc(removed);
    }
    memory.advance(this.#claim, range.to);
    await fault('settled');
    await this.#setAside(batch);
    await this.#untilDone('commit', () => this.#claim.commit(doneCommit(range.to + 1)));
    await fault('committed');
  }

  async #insert(rows: readonly EventRow[], range: OffsetRange, isRepeated: boolean): Promise<void> {
    const { checksRepeats, instruments, now, plansRanges, warehouse } = this.#deps;
    let attempts = isRepeated ? 1 : 0;
    const stop = instruments.insertSeconds.startTimer();
    await this.#untilDone('insert', async () => {
      if (plansRanges && performance.now() - this.#committedAtMs > commitAgeMsMax) await this.#plan(range);
      await insertRange(warehouse, range, rows, checksRepeats && attempts++ > 0);
    });
    stop();
    instruments.batchRows.observe(rows.length);
    instruments.rows.inc(rows.length);
    instruments.freshnessSeconds.observe(Math.max(0, now() - Math.min(...rows.map((row) => row.receivedAt))) / 1000);
  }

  async #setAside(batch: readonly Decoded[]): Promise<void> {
    const deadLetters = batch.flatMap((one) => (one.kind === 'dead-letter' ? [one.deadLetter] : []));
    if (deadLetters.length === 0) return;
    const records = deadLetters.map((letter) => ({
      key: String(letter.record.partition),
      value: deadLetterValue(letter),
    }));
    await this.#untilDone('dead-letters', () => this.#deps.bus.publish('dead-letters', records));
    this.#deps.instruments.deadLetters.inc(deadLetters.length);
    this.#deps.logger.error(
      { partition: this.#claim.partition, offset: deadLetters[0]?.record.offset, reason: deadLetters[0]?.reason },
      `${deadLetters.length} records can never be inserted and were set aside`,
    );
  }

  #untilDone<Result>(step: string, attempt: () => Promise<Result>): Promise<Result> {
    return untilDone(attempt, this.#claim.revoked, (error) => {
      this.#deps.instruments.retries.inc({ step });
      this.#deps.logger.warn(
        { partition: this.#claim.partition, step, err: error },
        'A step failed and will be tried again',
      );
    });
  }
}
