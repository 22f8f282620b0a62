/** Keeps the rollups up to date while this process is the one that does: it holds partition 0, which one process of the group does at a time. */
import type { Bus } from '@footfall/bus';
import type { Logger } from '@footfall/process';
import {
  type LogEnd,
  Rebuilds,
  type RollupPoint,
  rollupsHold,
  RollupWorker,
  type RunReport,
  type Warehouse,
} from '@footfall/warehouse';
import { setTimeout as delay } from 'node:timers/promises';
import type { Instruments } from './partition/instruments.ts';
import { rollUpDueMs } from './roll-up-due.ts';

/** How often it looks whether a run is due, or a rebuild is asked for. */
const lookMsDefault = 5_000;
/** After runs that failed the pause grows up to this. */
const pauseMsMax = 60_000;
const heldIntervalMs = 50;

export interface RollUpDeps {
  bus: Pick<Bus, 'partitions'>;
  /** Whose commits say what is stored. */
  group: string;
  warehouse: Warehouse;
  logger: Logger;
  instruments: Instruments;
  now: () => number;
  /** Up to how many events a workspace is answered from `events`. */
  eventsReadMax: number;
  /** For tests: from one run to the next, however few events are stored. */
  intervalMs?: number;
  fault?: (point: RollupPoint) => void | Promise<void>;
}

export class RollUp {
  readonly #deps: RollUpDeps;
  #hurry = new AbortController();

  constructor(deps: RollUpDeps) {
    this.#deps = deps;
  }

  /** Runs until `signal` aborts, and then to the end of the run under way. */
  async run(signal: AbortSignal): Promise<void> {
    const { warehouse, now } = this.#deps;
    const rebuilds = new Rebuilds(warehouse, { now });
    let worker = this.#createWorker();
    let older: readonly LogEnd[] | undefined;
    const lookMs = this.#deps.intervalMs ?? lookMsDefault;
    let pauseMs = lookMs;
    let ranAtMs = -Infinity;
    while (!signal.aborted) {
      const isHurried = pauseMs > 0 && (await this.#pause(pauseMs, signal));
      if (signal.aborted) return;
      try {
        older ??= await this.#olderLogs();
        const ends = [...older, ...(await this.#committed())];
        if (await rebuilds.finishExchange()) worker = this.#createWorker();
        const isDue = isHurried || pauseMs === 0 || performance.now() - ranAtMs >= this.#dueMs(ends);
        if (isDue) ranAtMs = performance.now();
        const [run] = await Promise.allSettled([isDue ? this.#observed(() => worker.run(ends)) : undefined]);
        // Also after a run that failed: a rebuild mends rollups that no run can go on with.
        const step = await rebuilds.step(ends);
        if (step === 'exchanged') worker = this.#createWorker();
        if (run.status === 'rejected' && step === 'none') throw run.reason;
        const isBehind = run.status === 'fulfilled' && (run.value?.behind ?? 0) > 0;
        pauseMs = isBehind || step !== 'none' ? 0 : lookMs;
      } catch (error) {
        ranAtMs = -Infinity;
        pauseMs = Math.min(Math.max(2 * pauseMs, lookMs), pauseMsMax);
        this.#deps.instruments.retries.inc({ step: 'roll-up' });
        this.#deps.logger.warn({ err: error }, 'The rollups could not be brought up to date, and will be');
      }
    }
  }

  /** Resolves once the rollups hold all that is stored at the time of the call, whichever process of the group rolls it up. */
  async rolledUp(): Promise<void> {
    const ends = await this.#committed();
    while (!(await rollupsHold(this.#deps.warehouse, ends))) {
      this.#hurry.abort();
      await delay(heldIntervalMs);
    }
  }

  /** How long after a run the next one is due. */
  #dueMs(ends: readonly LogEnd[]): number {
    if (this.#deps.intervalMs !== undefined) return 0;
    const stored = ends.reduce((sum, { offset }) => sum + offset, 0);
    return rollUpDueMs(stored, this.#deps.eventsReadMax);
  }

  #createWorker(): RollupWorker {
    const { warehouse, now, fault } = this.#deps;
    return new RollupWorker(warehouse, { now, ...(fault && { fault }) });
  }

  async #observed(run: () => Promise<RunReport | undefined>): Promise<RunReport | undefined> {
    const { instruments, logger } = this.#deps;
    const stop = instruments.rollUpSeconds.startTimer();
    const report = await run();
    instruments.rollUpBehind.set(report?.behind ?? 0);
    if (!report) return undefined;
    const seconds = stop();
    instruments.rolledUp.inc(report.events);
    logger.debug({ events: report.events, behind: report.behind, seconds }, 'rolled up');
    return report;
  }

  /** What the group has stored for good: below a commit nothing is missing, and nothing is still on its way. */
  async #committed(): Promise<LogEnd[]> {
    const partitions = await this.#deps.bus.partitions(this.#deps.group);
    return partitions.flatMap(({ incarnation, partition, committed }) =>
      committed === undefined ? [] : [{ incarnation, partition, offset: committed.offset }],
    );
  }

  /** The whole of logs that are in `events` and no longer on the bus: nothing is written to them any more. */
  async #olderLogs(): Promise<LogEnd[]> {
    const current = await this.#deps.bus.partitions(this.#deps.group);
    const stored = await this.#deps.warehouse.read<LogEnd>({
      sql: 'SELECT incarnation, partition, max(offset) + 1 AS offset FROM events GROUP BY incarnation, partition',
    });
    return stored.filter(
      (log) => !current.some((one) => one.incarnation === log.incarnation && one.partition === log.partition),
    );
  }

  /** Whether somebody waits for the next run. */
  async #pause(pauseMs: number, signal: AbortSignal): Promise<boolean> {
    await delay(pauseMs, undefined, { signal: AbortSignal.any([signal, this.#hurry.signal]), ref: false }).catch(
      () => {},
    );
    const isHurried = this.#hurry.signal.aborted;
    if (isHurried) this.#hurry = new AbortController();
    return isHurried;
  }
}
