/** Compares `events` with the log, and repairs the differences: each published event is stored once. */
import type { Bus } from '@footfall/bus';
import { AppError } from '@footfall/errors';
import type { Warehouse } from '@footfall/warehouse';
import { findPartitions } from './partitions.ts';
import { compareLogs, type OnProgress } from './compare.ts';
import { Repair } from './repair.ts';
import { countWaiting, hasDamage, isExact, nothingRepaired, type ReconcileReport } from './report.ts';

export type { PartitionReport, Repaired, ReconcileReport } from './report.ts';
export { restoreTail } from './tail.ts';

/** Rounds of repair; more than two are needed only if merges or consumers change the same rows meanwhile. */
const roundsMax = 10;

export interface ReconcileOptions {
  bus: Pick<Bus, 'partitions'>;
  warehouse: Warehouse;
  /** True to repair differences. */
  repairs: boolean;
  onProgress?: OnProgress;
}

/**
 * Compares everything up to the committed positions. A repair continues, round by round, until a comparison finds
 * nothing to repair; it can be killed at any point and run again, also while consumers run. If anything is changed, the
 * consumer rebuilds the rollups.
 */
export async function reconcile(options: ReconcileOptions): Promise<ReconcileReport> {
  const repair = options.repairs ? new Repair(options.warehouse) : undefined;
  try {
    return await compareInRounds(options, repair);
  } finally {
    await repair?.end();
  }
}

async function compareInRounds(
  { bus, warehouse, onProgress = () => {} }: ReconcileOptions,
  repair: Repair | undefined,
): Promise<ReconcileReport> {
  const ports = { bus, warehouse: warehouse.longReads };
  for (let round = 0; round < roundsMax; round += 1) {
    await repair?.beginRound(round);
    const found = await findPartitions(ports);
    const partitions = await compareLogs(ports, found, repair, onProgress);
    if (!repair || !partitions.some(hasDamage)) {
      return {
        isExact: isExact(partitions),
        waiting: countWaiting(partitions),
        partitions,
        repaired: repair?.done ?? nothingRepaired,
      };
    }
  }
  throw new AppError(
    'CONFLICT',
    `After ${roundsMax} rounds of repair, the log and the events still differ: stop everything else that changes events, and run it again`,
  );
}
