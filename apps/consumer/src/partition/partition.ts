/**
 * Moves one partition of the bus into the warehouse, each event once: read, plan a range, drop duplicates, insert, commit. While a full
 * batch is written, the next one is read and decoded.
 */
import type { Bus, Assignment } from '@footfall/bus';
import type { Logger } from '@footfall/process';
import type { EventRow, Warehouse } from '@footfall/warehouse';
import { Duplicates } from '../duplicates/duplicates.ts';
import type { IdMemory } from '../duplicates/id-memory.ts';
import { BatchReader } from './batch-reader.ts';
import { type Decoded, decodeRecords } from './batch.ts';
import { type DeadLetter, deadLetterValue } from './dead-letters.ts';
import { insertRange } from './insert-range.ts';
import type { Instruments } from './instruments.ts';
import { batchLimits } from './limits.ts';
import type { Outage } from './outage.ts';
import { doneCommit, planCommit, type PlannedRange } from './planned-range.ts';
import { findPosition } from './position.ts';
import { untilDone } from './retry.ts';

/**
 * The maximum age of the last accepted commit before an insert. A process that was frozen for longer learns that it
 * has lost the partition before it inserts a range that the next owner has also inserted, so long ago that the
 * warehouse has forgotten the token.
 */
const commitAgeMsMax = 10_000;

export interface PartitionDeps {
  bus: Bus;
  warehouse: Warehouse;
  memory: IdMemory;
  logger: Logger;
  instruments: Instruments;
  outage: Outage;
  now: () => number;
  skipsLostRecords: boolean;
  /** Aborts when the process is about to leave all partitions: the batch in progress is the last one. */
  leaving: AbortSignal;
}

interface Batch {
  range: PlannedRange;
  decoded: Decoded;
}

export class PartitionWriter {
  readonly #deps: PartitionDeps;
  readonly #assignment: Assignment;
  readonly #duplicates: Duplicates;
  readonly #reader: BatchReader;
  #committedAtMs = Number.NEGATIVE_INFINITY;

  constructor(assignment: Assignment, deps: PartitionDeps) {
    this.#deps = deps;
    this.#assignment = assignment;
    this.#duplicates = new Duplicates(deps.warehouse, deps.memory);
    this.#reader = new BatchReader(assignment, (step, attempt) => this.#untilDone(step, attempt), deps.leaving);
  }

  /** Runs until the partition is revoked or the process leaves. Rejects with a StartError if the committed position cannot be trusted. */
  async run(): Promise<void> {
    const { revoked } = this.#assignment;
    try {
      let next = await this.#resume();
      let batch: Batch | undefined;
      while (!revoked.aborted && !this.#deps.leaving.aborted) {
        batch ??= await this.#gather(next);
        if (batch === undefined) continue;
        next = batch.range.to + 1;
        batch = await this.#move(batch);
      }
    } catch (error) {
      if (!revoked.aborted) throw error;
    }
  }

  /** Repeats exactly the insert that was in progress when the partition was last left, and the one stored beyond it; returns the next offset. */
  async #resume(): Promise<number> {
    const { memory } = this.#deps;
    const { partition, partitionCount } = this.#assignment;
    const { from, plannedTo, storedTo } = await this.#untilDone('position', () =>
      findPosition(this.#assignment, this.#deps),
    );
    // After the position: it then reads everything that the last owner stored before its last commit.
    await this.#untilDone('position', () => memory.take(partition, partitionCount));
    let next = plannedTo === undefined ? from : await this.#repeat(from, plannedTo);
    for (const end = storedTo ?? -1; next <= end;) {
      next = await this.#repeat(next, Math.min(end, next + batchLimits.rowsMax - 1));
    }
    // At once, because the position may be after records that are missing, and it can be long until the next event.
    if (next === from) await this.#untilDone('commit', () => this.#assignment.commit(doneCommit(next)));
    return next;
  }

  /** Stores the rows of a range that an earlier attempt may have omitted; returns the next offset. */
  async #repeat(from: number, to: number): Promise<number> {
    const records = await this.#reader.range(from, to);
    await this.#write(await decodeRecords(records, this.#assignment), this.#range(from, to), true);
    return to + 1;
  }

  /** Returns the next batch; undefined if no event arrives. */
  async #gather(from: number): Promise<Batch | undefined> {
    const records = await this.#reader.gather(from);
    if (records.length === 0) return undefined;
    const decoded = await decodeRecords(records, this.#assignment);
    return { range: this.#range(from, from + records.length - 1), decoded };
  }

  /** Writes a batch, and returns the next one if more events are probably waiting. */
  async #move({ range, decoded }: Batch): Promise<Batch | undefined> {
    await this.#untilDone('plan', () => this.#plan(range));
    const isFull = range.to - range.from + 1 === batchLimits.rowsMax;
    const ahead = isFull ? this.#gather(range.to + 1) : Promise.resolve(undefined);
    const writing = this.#write(decoded, range);
    // If one fails, the other is no longer in progress when this does.
    await Promise.allSettled([writing, ahead]);
    await writing;
    return ahead;
  }

  #range(from: number, to: number): PlannedRange {
    const { topicId, partition } = this.#assignment;
    return { topicId, partition, from, to };
  }

  async #plan({ from, to }: PlannedRange): Promise<void> {
    // Read before the commit, because the process may be frozen right after the commit was accepted.
    const committedAtMs = performance.now();
    await this.#assignment.commit(planCommit(from, to));
    this.#committedAtMs = committedAtMs;
  }

  /** Inserts the rows of a range under its token, publishes records that can never be inserted as dead letters, and commits. */
  async #write(decoded: Decoded, range: PlannedRange, isRepeated = false): Promise<void> {
    const rows = await this.#untilDone('deduplicate', () => this.#duplicates.drop(decoded.rows));
    if (rows.length > 0) await this.#insert(rows, range, isRepeated);
    this.#duplicates.remember(rows);
    this.#deps.instruments.duplicates.inc(decoded.rows.length - rows.length);
    await this.#publishDeadLetters(decoded.deadLetters);
    await this.#untilDone('commit', () => this.#assignment.commit(doneCommit(range.to + 1)));
  }

  async #insert(rows: readonly EventRow[], range: PlannedRange, isRepeated: boolean): Promise<void> {
    const { instruments, now, warehouse } = this.#deps;
    let attempts = isRepeated ? 1 : 0;
    const stop = instruments.insertSeconds.startTimer();
    const missing = await this.#untilDone('insert', async () => {
      if (performance.now() - this.#committedAtMs > commitAgeMsMax) await this.#plan(range);
      return insertRange(warehouse, range, rows, attempts++ > 0);
    });
    // Rows that an earlier owner stored are not counted again; those of a local attempt that seemed to fail are.
    const stored = isRepeated ? missing : rows;
    if (stored.length === 0) return;
    stop();
    instruments.batchRows.observe(stored.length);
    instruments.rows.inc(stored.length);
    instruments.freshnessSeconds.observe(Math.max(0, now() - Math.min(...stored.map((row) => row.receivedAt))) / 1000);
  }

  async #publishDeadLetters(deadLetters: readonly DeadLetter[]): Promise<void> {
    const [first] = deadLetters;
    if (!first) return;
    const { partition } = this.#assignment;
    const records = deadLetters.map((letter) => ({
      key: String(partition),
      value: deadLetterValue(partition, letter),
    }));
    await this.#untilDone('dead-letters', () => this.#deps.bus.publish('dead-letters', records));
    this.#deps.instruments.deadLetters.inc(deadLetters.length);
    this.#deps.logger.error(
      { partition, offset: first.record.offset, reason: first.reason },
      `${deadLetters.length} records can never be inserted and are kept as dead letters`,
    );
  }

  async #untilDone<Result>(name: string, attempt: () => Promise<Result>): Promise<Result> {
    const { instruments, outage } = this.#deps;
    const { partition, revoked } = this.#assignment;
    const step = { partition, step: name };
    try {
      const result = await untilDone(attempt, revoked, (error) => {
        instruments.retries.inc({ step: name });
        outage.failed(step, error);
      });
      outage.succeeded(step);
      return result;
    } catch (error) {
      outage.abandoned(step);
      throw error;
    }
  }
}
