/**
 * Rebuilds the rollups from `events`, step by step between the runs of the live set: in a second set of tables, by the same
 * worker, until that set has seen as much; then the two are exchanged. Killed anywhere, the next process goes on.
 * Only the process that rolls up may do it: docs/adr/0014-rollups.md.
 */
import { AppError } from '@footfall/errors';
import type { Warehouse } from '../driver/port.ts';
import { purgeDeletedWorkspaces } from './purge.ts';
import { type LogEnd, logName, readLastRun } from './marks.ts';
import { readOpenRebuild, type RebuildRow, updateRebuild } from './rebuild-requests.ts';
import {
  createRebuilt,
  dropRebuilt,
  exchangeTables,
  isRebuiltWhole,
  readExchange,
  rebuiltTables,
} from './rebuild-tables.ts';
import { liveTables } from './tables.ts';
import { type RollupPoint, RollupWorker } from './worker.ts';

/** More runs than the live set makes while the other one is rebuilt. */
const runsAhead = 100_000;
const errorCharsMax = 500;

/** Where tests may stop a rebuild. */
export type RebuildPoint = RollupPoint | 'made' | 'decided to exchange' | 'exchanging' | 'exchanged' | 'dropped';

export interface RebuildOptions {
  now?: () => number;
  offsetsMax?: number;
  fault?: (point: RebuildPoint) => void | Promise<void>;
}

/** `none`: nobody has asked for a rebuild. After `exchanged` the live set may be another one. */
export type RebuildStep = 'none' | 'stepped' | 'exchanged';

/** One for each time that the process becomes the one that rolls up. */
export class Rebuilds {
  readonly #warehouse: Warehouse;
  readonly #now: () => number;
  readonly #offsetsMax: number | undefined;
  readonly #fault: (point: RebuildPoint) => void | Promise<void>;
  #worker: RollupWorker | undefined;
  /** Whether an exchange may have been begun and not finished. */
  #mayExchange = true;

  constructor(warehouse: Warehouse, options: RebuildOptions = {}) {
    this.#warehouse = warehouse;
    this.#now = options.now ?? Date.now;
    this.#offsetsMax = options.offsetsMax;
    this.#fault = options.fault ?? (() => {});
  }

  /**
   * Finishes an exchange that was begun. To be called before every live run: without it one could go half to the old and
   * half to the new tables. Costs nothing unless this is the first call or a step was rejected. When it gives true, the
   * live set may be another one: a worker that was made before knows the wrong one.
   */
  async finishExchange(): Promise<boolean> {
    if (!this.#mayExchange) return false;
    const rebuild = await readOpenRebuild(this.#warehouse);
    if (rebuild?.state === 'exchanging') await this.#exchange(rebuild);
    this.#mayExchange = false;
    return true;
  }

  /**
   * One step of a rebuild that was asked for. `ends` as for a live run. After a rejection the next call goes on; a fault
   * that no retry mends ends the rebuild as failed, and leaves the live set as it is.
   */
  async step(ends: readonly LogEnd[]): Promise<RebuildStep> {
    if (await this.finishExchange()) return 'exchanged';
    const rebuild = await readOpenRebuild(this.#warehouse);
    if (!rebuild) return 'none';
    try {
      return await this.#advance(rebuild, ends);
    } catch (error) {
      this.#worker = undefined;
      if (this.#mayExchange || !(error instanceof AppError) || error.code === 'UNAVAILABLE') throw error;
      await dropRebuilt(this.#warehouse);
      const finishedAtMs = this.#now();
      await updateRebuild(this.#warehouse, rebuild, { state: 'failed', finishedAtMs, error: describe(error) });
      return 'stepped';
    }
  }

  async #advance(rebuild: RebuildRow, ends: readonly LogEnd[]): Promise<RebuildStep> {
    const live = await readLastRun(this.#warehouse, liveTables);
    const allEnds = farther(ends, live.marks);
    const total = allEnds.reduce((sum, end) => sum + end.offset, 0);
    if (rebuild.state === 'requested') {
      this.#worker = undefined;
      await createRebuilt(this.#warehouse, live.run + runsAhead);
      await this.#fault('made');
      await updateRebuild(this.#warehouse, rebuild, { state: 'running', done: 0, total });
      return 'stepped';
    }
    if (!(await isRebuiltWhole(this.#warehouse))) {
      await updateRebuild(this.#warehouse, rebuild, { state: 'requested' });
      return 'stepped';
    }
    this.#worker ??= this.#createWorker();
    const report = await this.#worker.run(allEnds);
    if (report && report.behind > 0) {
      await updateRebuild(this.#warehouse, rebuild, { done: total - report.behind, total });
      return 'stepped';
    }
    // What was removed meanwhile is taken off, too: then the new set has seen all that the live one has.
    while ((await this.#worker.run(allEnds)) !== undefined);
    const tables = await readExchange(this.#warehouse);
    this.#mayExchange = true;
    await this.#exchange(
      await updateRebuild(this.#warehouse, rebuild, { state: 'exchanging', done: total, total, tables }),
    );
    this.#mayExchange = false;
    return 'exchanged';
  }

  /** Every part of it can be done again. */
  async #exchange(rebuild: RebuildRow): Promise<void> {
    await this.#fault('decided to exchange');
    await exchangeTables(this.#warehouse, rebuild.tables, () => this.#fault('exchanging'));
    this.#worker = undefined;
    await this.#fault('exchanged');
    await dropRebuilt(this.#warehouse);
    await this.#fault('dropped');
    await purgeDeletedWorkspaces(this.#warehouse);
    await updateRebuild(this.#warehouse, rebuild, { state: 'done', finishedAtMs: this.#now(), tables: [] });
  }

  #createWorker(): RollupWorker {
    return new RollupWorker(this.#warehouse, {
      now: this.#now,
      tables: rebuiltTables,
      fault: this.#fault,
      ...(this.#offsetsMax !== undefined && { offsetsMax: this.#offsetsMax }),
    });
  }
}

/** Of each log the end that lies farther: what the live set has seen, the other one has to see, whatever `ends` has of it now. */
function farther(ends: readonly LogEnd[], marks: readonly LogEnd[]): LogEnd[] {
  const all = new Map<string, LogEnd>();
  for (const end of [...ends, ...marks]) {
    const known = all.get(logName(end));
    if (!known || known.offset < end.offset) all.set(logName(end), end);
  }
  return [...all.values()];
}

/** For an operator, who may know what callers may not. */
function describe(error: AppError): string {
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`.slice(0, errorCharsMax);
}
