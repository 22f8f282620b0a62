/** Keeps the rollups up to date while this process owns partition 0, which one process of the group does at a time. */
import type { Bus } from '@footfall/bus';
import type { Logger } from '@footfall/process';
import { hasRollups, type LogEnd, RollupWorker, type Warehouse } from '@footfall/warehouse';
import { setTimeout as delay } from 'node:timers/promises';
import type { Instruments } from './partition/instruments.ts';

/** The pause after a batch that left nothing behind; an event shows in the rollups at most so much later. */
const pauseMs = 10_000;
/** After batches that failed the pause grows up to this. */
const pauseMsMax = 60_000;

export interface RollUpDeps {
  bus: Pick<Bus, 'partitions'>;
  /** The group whose commits say what is stored. */
  group: string;
  warehouse: Warehouse;
  logger: Logger;
  instruments: Instruments;
  /** Epoch milliseconds. */
  now: () => number;
  /** Up to this many events a workspace is answered from `events`: until more are stored in all, nothing is rolled up. */
  eventsReadMax: number;
}

/** Runs until `signal` aborts, and then to the end of the batch under way. Never rejects. */
export async function rollUp(deps: RollUpDeps, signal: AbortSignal): Promise<void> {
  const { warehouse, now, eventsReadMax, instruments, logger } = deps;
  const worker = new RollupWorker(warehouse, { now });
  let older: readonly LogEnd[] | undefined;
  let failures = 0;
  while (!signal.aborted) {
    let behind = 0;
    try {
      older ??= await olderLogs(deps);
      const ends = [...older, ...(await committed(deps))];
      const stored = ends.reduce((sum, { offset }) => sum + offset, 0);
      if (stored > eventsReadMax || (await hasRollups(warehouse))) behind = await advance(worker, ends, deps);
      failures = 0;
    } catch (error) {
      failures += 1;
      instruments.retries.inc({ step: 'roll-up' });
      logger.warn({ err: error }, 'A rollup batch failed and will be tried again');
    }
    const waitMs = behind > 0 ? 0 : Math.min(pauseMs * 2 ** failures, pauseMsMax);
    await delay(waitMs, undefined, { signal, ref: false }).catch(() => {});
  }
}

/** One batch; returns how many offsets it left for later ones. */
async function advance(
  worker: RollupWorker,
  ends: readonly LogEnd[],
  { instruments, logger }: RollUpDeps,
): Promise<number> {
  const stop = instruments.rollUpSeconds.startTimer();
  const batch = await worker.advance(ends);
  instruments.rollUpBehind.set(batch?.behind ?? 0);
  if (!batch) return 0;
  const seconds = stop();
  const offsets = batch.ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  instruments.rolledUp.inc(offsets);
  logger.debug({ batch: batch.batch, offsets, behind: batch.behind, seconds }, 'Rollup batch applied');
  return batch.behind;
}

/** What the group has stored durably: below a commit nothing is missing, and nothing is still on its way. */
async function committed({ bus, group }: RollUpDeps): Promise<LogEnd[]> {
  const partitions = await bus.partitions(group);
  return partitions.flatMap(({ committed: position, ...log }) =>
    position === undefined ? [] : [{ incarnation: log.incarnation, partition: log.partition, offset: position.offset }],
  );
}

/** The whole of logs that are in `events` and no longer on the bus: nothing is written to them any more. */
async function olderLogs({ bus, group, warehouse }: RollUpDeps): Promise<LogEnd[]> {
  const current = await bus.partitions(group);
  const stored = await warehouse.read<LogEnd>({
    sql: 'SELECT incarnation, partition, max(offset) + 1 AS offset FROM events GROUP BY incarnation, partition',
  });
  return stored.filter(
    (log) => !current.some((one) => one.incarnation === log.incarnation && one.partition === log.partition),
  );
}
