/** Rolls up stored events, next to the consumer's worker or without one. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Bus } from '@footfall/bus';
import { type LogEnd, RollupWorker, type Warehouse } from '@footfall/warehouse';

/** A number of consecutive failures that neither concurrent workers nor faults of a test can cause. */
const failuresMax = 200;
const pauseMs = 20;

/** Resolves with the ends of the logs on the bus. Events that are stored but not committed can be lost in a crash, and are then stored again. */
export async function committedEnds(bus: Pick<Bus, 'partitions'>): Promise<LogEnd[]> {
  const logs = await bus.partitions();
  return logs.flatMap(({ topicId, partition, committed }) =>
    committed === undefined ? [] : [{ topicId, partition, offset: committed.offset }],
  );
}

/** Resolves with the ends of the logs in `events`. */
export function storedEnds(warehouse: Pick<Warehouse, 'read'>): Promise<LogEnd[]> {
  return warehouse.read({
    sql: 'SELECT incarnation AS topicId, partition, max(offset) + 1 AS offset FROM events GROUP BY incarnation, partition',
  });
}

/** Resolves once the rollups have all events below `ends`. */
export async function rollUp(warehouse: Warehouse, ends: readonly LogEnd[], now = Date.now): Promise<void> {
  const worker = new RollupWorker(warehouse, now);
  for (let failures = 0; ;) {
    try {
      if ((await worker.advance(ends, true)) === undefined) return;
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures > failuresMax) throw error;
    }
  }
}

/** Rolls up the committed events repeatedly, so that the worker is almost always in the middle of a batch. Never resolves. */
export async function rollUpForEver(warehouse: Warehouse, bus: Pick<Bus, 'partitions'>): Promise<void> {
  const worker = new RollupWorker(warehouse, Date.now);
  for (;;) {
    try {
      await worker.advance(await committedEnds(bus), true);
    } catch {
      // Another worker is active, or the process ends.
    }
    await pause(pauseMs, undefined, { ref: false });
  }
}
