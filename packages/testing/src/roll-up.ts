/** Rolls up everything that is stored, beside the consumer's worker or without one. */
import { type LogEnd, RollupWorker, type Warehouse } from '@footfall/warehouse';

/** More failures in a row than workers that meet, or faults that a test puts in, bring about. */
const failuresMax = 200;

/** Resolves once the rollups have all that is in `events`. */
export async function rollUp(warehouse: Warehouse, now = Date.now): Promise<void> {
  const ends = await warehouse.read<LogEnd>({
    sql: 'SELECT incarnation, partition, max(offset) + 1 AS offset FROM events GROUP BY incarnation, partition',
  });
  const worker = new RollupWorker(warehouse, { now });
  for (let failures = 0; ;) {
    try {
      if ((await worker.advance(ends)) === undefined) return;
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures > failuresMax) throw error;
    }
  }
}
