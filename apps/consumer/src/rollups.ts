/** Advances the rollups while this process owns partition 0, which is assigned to one process at a time. */
import type { Bus } from '@footfall/bus';
import type { Logger } from '@footfall/process';
import { type LogEnd, RollupWorker, type Warehouse } from '@footfall/warehouse';
import { setTimeout as delay } from 'node:timers/promises';
import type { Instruments } from './partition/instruments.ts';
import { RollupLog } from './rollup-log.ts';
import { readStoredEnds } from './partition/stored-ends.ts';

/** The pause after a batch that left nothing to do, which is the maximum delay until an event is in the rollups. */
const pauseMs = 10_000;
/** The maximum backoff after failed batches. */
const pauseMsMax = 60_000;

export interface RollupDeps {
  bus: Pick<Bus, 'partitions'>;
  warehouse: Warehouse;
  logger: Logger;
  instruments: Instruments;
  /** Epoch milliseconds. */
  now: () => number;
  /** Workspaces with up to this many events are read from `events`: until more are stored in total, there are no rollups. */
  eventsReadMax: number;
}

/** Runs until `signal` aborts and the batch in progress has finished. Never rejects. */
export async function advanceRollups(deps: RollupDeps, signal: AbortSignal): Promise<void> {
  const { warehouse, now, eventsReadMax, instruments, logger } = deps;
  const worker = new RollupWorker(warehouse, now);
  const log = new RollupLog(logger, now);
  let older: readonly LogEnd[] | undefined;
  let failures = 0;
  while (!signal.aborted) {
    let hasMore = false;
    try {
      older ??= await olderLogs(deps);
      const ends = [...older, ...(await committed(deps))];
      const stored = ends.reduce((sum, { offset }) => sum + offset, 0);
      hasMore = await advance(() => worker.advance(ends, stored > eventsReadMax), log, deps);
      failures = 0;
    } catch (error) {
      failures += 1;
      instruments.retries.inc({ step: 'roll-up' });
      logger.warn({ err: error }, 'A rollup batch failed and will be tried again');
    }
    const waitMs = hasMore ? 0 : Math.min(pauseMs * 2 ** failures, pauseMsMax);
    await delay(waitMs, undefined, { signal, ref: false }).catch(() => {});
  }
  // From now on, the next owner of the partition reports it.
  instruments.rollupLag.set(0);
}

/** Runs one batch; resolves with true if another is to follow at once. */
async function advance(
  run: () => ReturnType<RollupWorker['advance']>,
  log: RollupLog,
  { instruments, logger }: RollupDeps,
): Promise<boolean> {
  const stop = instruments.rollupSeconds.startTimer();
  const batch = await run();
  instruments.rollupLag.set(batch?.behind ?? 0);
  if (!batch) return false;
  const seconds = stop();
  const offsets = batch.ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  instruments.rolledUp.inc(offsets);
  logger.debug({ batch: batch.batch, offsets, behind: batch.behind, seconds }, 'Rollup batch applied');
  log.applied(batch);
  return batch.behind > 0 || !batch.isComplete;
}

/** Returns the committed ends of the logs: below a commit, no event is missing and no insert is in progress. */
async function committed({ bus }: RollupDeps): Promise<LogEnd[]> {
  const partitions = await bus.partitions();
  return partitions.flatMap(({ committed: position, ...log }) =>
    position === undefined ? [] : [{ topicId: log.topicId, partition: log.partition, offset: position.offset }],
  );
}

/** Returns the complete logs that are in `events` but no longer on the bus: nothing is written to them any more. */
async function olderLogs({ bus, warehouse }: RollupDeps): Promise<LogEnd[]> {
  const current = await bus.partitions();
  return readStoredEnds(warehouse, [...new Set(current.map(({ topicId }) => topicId))]);
}
