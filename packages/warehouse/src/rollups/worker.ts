/**
 * Keeps the rollups up to date, in batches. A batch is planned, its changes are computed, and each target receives them once,
 * even if workers are killed or several run at the same time: docs/adr/0026-rollup-batches.md.
 */
import { AppError, unavailable } from '@footfall/errors';
import type { Warehouse } from '../driver/port.ts';
import { type Batch, hasCaughtUp, isReset, planBatch, readLastBatch } from './batch.ts';
import { mergeReadTables } from './merge.ts';
import { emptyRollups } from './rebuild.ts';
import { dropScratch, fillScratch } from './scratch.ts';
import { fillTarget, readProgress, stages, type Target, targets } from './targets.ts';
import { type LogEnd, type LogRange, nextRanges } from './watermark.ts';

/**
 * Returns the most offsets in one batch: everything computed from them must fit in memory, as one block. On the embedded engine,
 * each event of a new visitor temporarily needs 10 kB.
 */
function rollupOffsetsMax({ isShared }: Pick<Warehouse, 'isShared'>): number {
  return isShared ? 100_000 : 25_000;
}
/** While events arrive, the interval between batches is shorter than this. */
const idleAfterMs = 15_000;

export class RollupWorker {
  readonly #warehouse: Warehouse;
  readonly #now: () => number;
  readonly #offsetsMax: number;
  /** The number of the last batch that is known to be in every target; undefined if none is. */
  #finished: number | undefined;

  /** `now`: epoch milliseconds. `offsetsMax`: the most offsets in one batch. */
  constructor(warehouse: Warehouse, now: () => number, offsetsMax = rollupOffsetsMax(warehouse)) {
    this.#warehouse = warehouse;
    this.#now = now;
    this.#offsetsMax = offsetsMax;
  }

  /**
   * Advances by one batch over the offsets below `ends`, the oldest first. Resolves with the batch; undefined if there is
   * nothing to do. All events below an end must be stored. Unless `mayBegin`, the first batch is not planned: only a request to rebuild
   * starts the rollups. After a rejection, the next call completes the batch, whichever process planned it.
   */
  async advance(ends: readonly LogEnd[], mayBegin: boolean): Promise<Batch | undefined> {
    const last = await readLastBatch(this.#warehouse);
    if (last.batch === 0 && !mayBegin) return undefined;
    if (isReset(last) && !(await emptyRollups(this.#warehouse, last, this.#now()))) return undefined;
    await this.#finish(last);
    const { ranges, behind } = nextRanges(last.ranges, ends, this.#offsetsMax);
    const hasNew = ranges.some(({ start, end }) => start < end);
    // Not by this batch itself, because no result may use it before it is in every target.
    const isComplete = last.isComplete || hasCaughtUp(last);
    if (!hasNew && !isReset(last) && last.behind === behind && last.isComplete === isComplete) {
      if (this.#now() - last.atMs >= idleAfterMs) await mergeReadTables(this.#warehouse, 'idle');
      return undefined;
    }
    const { reset } = last;
    const next = { batch: last.batch + 1, reset, atMs: this.#now(), ranges, behind, isComplete };
    const planned = await planBatch(this.#warehouse, next);
    if (isReset(planned)) return undefined;
    await this.#fill(planned, []);
    this.#finished = planned.batch;
    await mergeReadTables(this.#warehouse, 'busy');
    return planned;
  }

  /** Resolves once a batch that any process planned earlier is in every target. */
  async #finish(batch: Batch): Promise<void> {
    // Not if it is lower: `rollup_batches` may have lost a part, and its numbers begin again after a reset.
    if (batch.batch === this.#finished || isReset(batch)) return;
    if ((await this.#missing(batch, targets)).length > 0) await this.#fill(batch, targets);
    this.#finished = batch.batch;
  }

  /** Inserts the batch into every target that lacks it. Only targets in `begun` may already have it. */
  async #fill(batch: Batch, begun: readonly Target[]): Promise<void> {
    await this.#warehouse.session(async (session) => {
      const run = async (...statements: string[]) => {
        for (const sql of statements) await session.command({ sql });
      };
      await run(dropScratch, ...fillScratch(anyOf(batch.ranges), batch.atMs));
      // Only now, because another process may have filled targets during the computation.
      const missing = await this.#missing(batch, begun);
      const arrived = begun.filter((target) => !missing.includes(target));
      for (const stage of stages) {
        const wanted = stage.filter((target) => !arrived.includes(target));
        if (wanted.length > 0) await this.#insert(wanted, batch, run);
      }
      await run(dropScratch);
    });
  }

  async #insert(
    among: readonly Target[],
    batch: Batch,
    run: (...statements: string[]) => Promise<void>,
  ): Promise<void> {
    let missing = among;
    // A killed server can remember the token of an insert that it has not stored.
    for (const token of [`rollup-${batch.batch}`, `rollup-${batch.batch}-again`]) {
      for (const target of missing) await run(fillTarget(target, batch, token));
      missing = await this.#missing(batch, among);
      if (missing.length === 0) return;
    }
    throw unexpected(missing.map(({ table }) => table).join(', '), batch);
  }

  /** Resolves with the targets that lack the batch. Rejects with UNAVAILABLE if another process has planned a later batch or reset the rollups. */
  async #missing(batch: Batch, among: readonly Target[]): Promise<Target[]> {
    const { planned, arrived } = await readProgress(this.#warehouse, batch, among);
    if (planned !== batch.batch) {
      throw unavailable('Another process is computing the rollups');
    }
    const wrong = among.find((_, index) => arrived[index] !== planned && arrived[index] !== planned - 1);
    if (wrong) throw unexpected(wrong.table, batch);
    return among.filter((_, index) => arrived[index] !== planned);
  }
}

function unexpected(table: string, { batch }: Batch): AppError {
  return new AppError(
    'INTERNAL_ERROR',
    `Table ${table} does not have exactly the rollup batches up to ${batch}: run footfall rebuild`,
  );
}

const anyOf = (ranges: readonly LogRange[]) =>
  ranges
    .filter(({ start, end }) => start < end)
    .map(
      ({ topicId, partition, start, end }) =>
        `(incarnation = ${quoted(topicId)} AND \`partition\` = ${partition} AND \`offset\` >= ${start} AND \`offset\` < ${end})`,
    )
    .join(' OR ') || 'false';

/** Returns a topic ID as an SQL literal. The bus generates topic IDs from these characters only. */
function quoted(text: string): string {
  if (!/^[\w:.-]+$/.test(text)) throw new AppError('INTERNAL_ERROR', 'A log has a topic ID that no bus returns');
  return `'${text}'`;
}
