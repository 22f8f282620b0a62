/** The ends of the logs in `events`. */
import type { LogEnd, Warehouse } from '@footfall/warehouse';

/** Resolves with the last stored offset plus one of each partition and topic ID that has rows. */
export function readStoredEnds(warehouse: Pick<Warehouse, 'read'>): Promise<LogEnd[]> {
  return warehouse.read<LogEnd>({
    sql: 'SELECT incarnation AS topicId, partition, max(offset) + 1 AS offset FROM events GROUP BY incarnation, partition',
  });
}
