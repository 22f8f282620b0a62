/** Carries one partition of the bus into the warehouse, each event once: read, plan a range, insert, commit. */
import { performance } from 'node:perf_hooks';
import type { Bus, BusRecord, PartitionClaim } from '@footfall/bus';
import { StartError } from '@footfall/errors';
import type { Logger } from '@footfall/telemetry';
import { eventsTable, type Warehouse } from '@footfall/warehouse';
import { deadLetterValue, type Decoded, decodeRecords, insertablePart } from './batch.ts';
import { Duplicates } from './duplicates.ts';
import type { Instruments } from './instruments.ts';
import { doneCommit, planCommit, readPosition } from './planned-range.ts';
import { untilDone } from './retry.ts';

const batchLimits = {
  /** Twice as many take 60 MB more, for a fifteenth less CPU time an event. */
  rowsMax: 5_000,
  bytesMax: 16 * 1024 * 1024,
  /** How long the first event of a batch waits for company. */
  flushIntervalMs: 250,
  /** How long one read waits when nothing comes. */
  idleWaitMs: 500,
} as const;

/** Where tests may stop the process: after each of the three steps of a batch. */
export type FaultPoint = 'planned' | 'inserted' | 'committed';

export interface PartitionDeps {
  bus: Bus;
  warehouse: Warehouse;
  logger: Logger;
  instruments: Instruments;
  now: () => number;
  fault: (point: FaultPoint) => void | Promise<void>;
  /** False only in tests that prove what the planned range is for. */
  plansRanges: boolean;
  /** Called whenever everything that was on the bus a moment ago is stored. */
  onCaughtUp: (partition: number, nextOffset: number) => void;
}

export class PartitionWriter {
  readonly #deps: PartitionDeps;
  readonly #claim: PartitionClaim;
  readonly #duplicates: Duplicates;

  constructor(claim: PartitionClaim, deps: PartitionDeps) {
    this.#deps = deps;
    this.#claim = claim;
    this.#duplicates = new Duplicates(deps.warehouse, claim.partition);
  }

  /** Runs until the claim is revoked. Rejects with a StartError when the committed position cannot be trusted. */
  async run(): Promise<void> {
    const { revoked } = this.#claim;
    try {
      let next = await this.#resume();
      while (!revoked.aborted) next = await this.#step(next);
    } catch (error) {
      if (!revoked.aborted) throw error;
    }
  }

  /** Repeats the insert that was under way when the partition was last left, exactly; gives the next offset. */
  async #resume(): Promise<number> {
    const commit = await this.#untilDone('position', () => this.#claim.committed());
    const { from, plannedTo } = readPosition(commit);
    if (plannedTo === undefined || !this.#deps.plansRanges) return from;
    const batch = decodeRecords(await this.#readRange(from, plannedTo), this.#claim.incarnation);
    const stored = await this.#storedOffsets(from, plannedTo);
    const missing = batch.filter((one) => one.kind === 'dead-letter' || !stored.has(one.row.offset));
    await this.#write(missing, from, plannedTo);
    return plannedTo + 1;
  }

  /** Moves what is due into the warehouse; gives the next offset. */
  async #step(from: number): Promise<number> {
    const records = await this.#gather(from);
    if (records.length === 0) {
      this.#deps.onCaughtUp(this.#claim.partition, from);
      return from;
    }
    const batch = insertablePart(decodeRecords(records, this.#claim.incarnation));
    const to = from + batch.length - 1;
    if (this.#deps.plansRanges) {
      await this.#untilDone('plan', () => this.#claim.commit(planCommit(from, to)));
      await this.#deps.fault('planned');
    }
    await this.#write(batch, from, to);
    return to + 1;
  }

  /** A batch's records: up to the limits, or what comes within the flush interval after the first. */
  async #gather(from: number): Promise<BusRecord[]> {
    const { rowsMax, bytesMax, flushIntervalMs, idleWaitMs } = batchLimits;
    const records = await this.#read(from, rowsMax, bytesMax, idleWaitMs);
    const deadline = performance.now() + flushIntervalMs;
    let bytes = totalBytes(records);
    while (records.length > 0 && records.length < rowsMax && bytes < bytesMax) {
      const waitMs = deadline - performance.now();
      if (waitMs <= 0 || this.#claim.revoked.aborted) break;
      const more = await this.#read(from + records.length, rowsMax - records.length, bytesMax - bytes, waitMs);
      bytes += totalBytes(more);
      records.push(...more);
    }
    return records;
  }

  /** Exactly the records `from..to`. */
  async #readRange(from: number, to: number): Promise<BusRecord[]> {
    const records: BusRecord[] = [];
    while (records.length < to - from + 1) {
      const next = from + records.length;
      records.push(...(await this.#read(next, to - next + 1, batchLimits.bytesMax, batchLimits.idleWaitMs)));
      this.#claim.revoked.throwIfAborted();
    }
    return records;
  }

  /** Which of `from..to` are rows already. The insert's token says the same, unless the machine lost power before the engine's note of it was on disk. */
  async #storedOffsets(from: number, to: number): Promise<ReadonlySet<number>> {
    const rows = await this.#untilDone('position', () =>
      this.#deps.warehouse.read<{ offset: number }>({
        sql: `SELECT offset FROM events
              WHERE incarnation = {incarnation:String} AND partition = {partition:UInt16}
                AND offset BETWEEN {from:UInt64} AND {to:UInt64}`,
        params: { incarnation: this.#claim.incarnation, partition: this.#claim.partition, from, to },
      }),
    );
    return new Set(rows.map(({ offset }) => offset));
  }

  async #read(from: number, recordsMax: number, bytesMax: number, waitMs: number): Promise<BusRecord[]> {
    const records = await this.#untilDone('read', () => this.#claim.read(from, { recordsMax, bytesMax, waitMs }));
    const gap = records.findIndex((record, index) => record.offset !== from + index);
    if (gap !== -1) {
      throw new StartError(
        `The bus has a gap: partition ${this.#claim.partition} gave offset ${records[gap]?.offset} where ${from + gap} belongs`,
      );
    }
    return records;
  }

  /** Inserts the rows of `from..to` under the range's own token, sets aside what can never be inserted, and commits. */
  async #write(batch: readonly Decoded[], from: number, to: number): Promise<void> {
    const { instruments, fault, warehouse, now } = this.#deps;
    const { partition, incarnation } = this.#claim;
    const decodedRows = batch.flatMap((one) => (one.kind === 'row' ? [one.row] : []));
    const rows = await this.#untilDone('deduplicate', () => this.#duplicates.drop(decodedRows));
    if (rows.length > 0) {
      const stop = instruments.insertSeconds.startTimer();
      await this.#untilDone('insert', () =>
        warehouse.insert(eventsTable, rows, `${incarnation}:${partition}:${from}-${to}`),
      );
      stop();
      instruments.batchRows.observe(rows.length);
      instruments.rows.inc(rows.length);
      instruments.freshnessSeconds.observe(Math.max(0, now() - Math.min(...rows.map((row) => row.receivedAt))) / 1000);
    }
    await fault('inserted');
    this.#duplicates.remember(rows);
    instruments.duplicates.inc(decodedRows.length - rows.length);
    await this.#setAside(batch);
    await this.#untilDone('commit', () => this.#claim.commit(doneCommit(to + 1)));
    await fault('committed');
    await this.#observeLag(to + 1);
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

  async #observeLag(next: number): Promise<void> {
    const end = await this.#claim.endOffset().catch(() => undefined);
    if (end !== undefined) this.#deps.instruments.lag.set({ partition: this.#claim.partition }, end - next);
    if (end === next) this.#deps.onCaughtUp(this.#claim.partition, next);
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

function totalBytes(records: readonly BusRecord[]): number {
  return records.reduce((sum, record) => sum + record.value.length, 0);
}
