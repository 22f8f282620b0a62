/** The ends of the logs in `events`. */
import type { LogEnd, Warehouse } from '@footfall/warehouse';

/** Resolves with the last stored offset plus one of each partition and topic ID that has rows, except those in `omitted`: their offsets are not read, which is far less work if most rows have one of them. */
export function readStoredEnds(warehouse: Pick<Warehouse, 'read'>, omitted: readonly string[] = []): Promise<LogEnd[]> {
  return warehouse.read<LogEnd>({
    sql: `SELECT incarnation AS topicId, partition, max(offset) + 1 AS offset FROM events
          WHERE incarnation NOT IN {omitted:Array(String)} GROUP BY incarnation, partition`,
    params: { omitted },
  });
}
