/** Namesakes: rows of `events` that have the ID of another event. */
import { dayMs, hourMs } from '@footfall/schemas';
import { clickhouseTime, type EventRow, type Warehouse } from '@footfall/warehouse';
import type { Arrival } from './same-event.ts';

export interface StoredEvent extends Arrival {
  workspaceId: string;
  id: string;
}

/** The columns of a `StoredEvent`, as SQL. */
export const storedColumns = `workspace_id AS workspaceId, toString(id) AS id,
  toUnixTimestamp64Milli(timestamp) AS timestamp, toUnixTimestamp64Milli(received_at) AS receivedAt,
  incarnation AS topicId, partition, offset`;

/**
 * Returns rows of any partition that have the ID of another event and may be the same: for `recent` those received at most a day
 * before the first of them, for `late` those of the same hour.
 */
export async function findNamesakes(
  warehouse: Pick<Warehouse, 'read'>,
  recent: readonly EventRow[],
  late: readonly EventRow[],
): Promise<StoredEvent[]> {
  const earliest = recent.reduce((least, row) => Math.min(least, row.receivedAt), Number.POSITIVE_INFINITY);
  return [
    ...(await findWhere(warehouse, recent, `received_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')`, {
      from: earliest - dayMs,
    })),
    ...(await findWhere(warehouse, late, `toStartOfHour(timestamp) IN {hours:Array(DateTime('UTC'))}`, {
      hours: [...new Set(late.map(hourOf))],
    })),
  ];
}

async function findWhere(
  warehouse: Pick<Warehouse, 'read'>,
  rows: readonly EventRow[],
  condition: string,
  params: Record<string, number | readonly string[]>,
): Promise<StoredEvent[]> {
  if (rows.length === 0) return [];
  return warehouse.read<StoredEvent>({
    sql: `SELECT ${storedColumns}
          FROM (SELECT * FROM events
            WHERE workspace_id IN {workspaces:Array(String)} AND ${condition} AND id IN {ids:Array(UUID)})`,
    params: {
      ...params,
      workspaces: [...new Set(rows.map((row) => row.workspaceId))],
      ids: [...new Set(rows.map((row) => row.id))],
    },
  });
}

/** Returns the hour of the row's timestamp, as a parameter. */
function hourOf({ timestamp }: EventRow): string {
  return clickhouseTime(timestamp - (timestamp % hourMs)).slice(0, 19);
}
