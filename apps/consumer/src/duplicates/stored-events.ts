/** Finds and removes rows of `events` by the ids of others. */
import { clickhouseTime, type EventRow, type Warehouse } from '@footfall/warehouse';
import { type Arrival, dayMs } from './same-event.ts';

const hourMs = 3_600_000;

export interface StoredEvent extends Arrival {
  workspaceId: string;
  id: string;
}

/** An id in its workspace. */
export const eventKey = ({ workspaceId, id }: Pick<EventRow, 'workspaceId' | 'id'>) => `${workspaceId}/${id}`;

/** The time from which on a row can have been received that is within a day of one of `rows`. */
export function earliestReceived(rows: readonly Pick<EventRow, 'receivedAt'>[]): number {
  return rows.reduce((earliest, row) => Math.min(earliest, row.receivedAt), Number.POSITIVE_INFINITY);
}

/** All rows with an id of `rows` received up to a day before the first of them, or later. */
export async function findRecent(
  warehouse: Pick<Warehouse, 'read'>,
  rows: readonly EventRow[],
): Promise<StoredEvent[]> {
  if (rows.length === 0) return [];
  return findWhere(warehouse, rows, `received_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')`, {
    from: earliestReceived(rows) - dayMs,
  });
}

/** All rows with an id and the hour of one of `rows`. */
export async function findSameHour(
  warehouse: Pick<Warehouse, 'read'>,
  rows: readonly EventRow[],
): Promise<StoredEvent[]> {
  if (rows.length === 0) return [];
  return findWhere(warehouse, rows, `toStartOfHour(timestamp) IN {hours:Array(DateTime('UTC'))}`, {
    hours: hoursOf(rows),
  });
}

/** Removes just these rows; resolves once nobody can read them. The rollups may have counted them: `removed_events` tells what to take off. */
export async function removeStored(
  warehouse: Pick<Warehouse, 'command'>,
  events: readonly StoredEvent[],
): Promise<void> {
  // By the table's order first: a place alone would make the engine read all of it.
  const areTheirs = `workspace_id IN {workspaces:Array(String)} AND toStartOfHour(timestamp) IN {hours:Array(DateTime('UTC'))}
    AND id IN {ids:Array(UUID)}
    AND concat(incarnation, ':', toString(partition), ':', toString(offset)) IN {places:Array(String)}`;
  const params = {
    workspaces: distinct(events.map((one) => one.workspaceId)),
    hours: hoursOf(events),
    ids: distinct(events.map((one) => one.id)),
    places: events.map(({ incarnation, partition, offset }) => `${incarnation}:${partition}:${offset}`),
  };
  // Before they go: killed in between, this is done again, and the same row twice is taken off once.
  await warehouse.command({ sql: `INSERT INTO removed_events SELECT * FROM events WHERE ${areTheirs}`, params });
  await warehouse.command({
    sql: `DELETE FROM events WHERE ${areTheirs} SETTINGS mutations_sync = 2, lightweight_deletes_sync = 2`,
    params,
  });
}

async function findWhere(
  warehouse: Pick<Warehouse, 'read'>,
  rows: readonly EventRow[],
  condition: string,
  params: Record<string, number | readonly string[]>,
): Promise<StoredEvent[]> {
  const found = await warehouse.read<Record<string, string | number>>({
    sql: `SELECT workspace_id, toString(id) AS event_id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms,
            toUnixTimestamp64Milli(received_at) AS received_ms, incarnation, partition, offset
          FROM events
          WHERE workspace_id IN {workspaces:Array(String)} AND ${condition} AND id IN {ids:Array(UUID)}`,
    params: {
      ...params,
      workspaces: distinct(rows.map((row) => row.workspaceId)),
      ids: distinct(rows.map((row) => row.id)),
    },
  });
  return found.map((one) => ({
    workspaceId: String(one.workspace_id),
    id: String(one.event_id),
    timestamp: Number(one.timestamp_ms),
    receivedAt: Number(one.received_ms),
    incarnation: String(one.incarnation),
    partition: Number(one.partition),
    offset: Number(one.offset),
  }));
}

/** The hours of their timestamps, as parameters. */
export function hoursOf(events: readonly Pick<EventRow, 'timestamp'>[]): string[] {
  return distinct(events.map(({ timestamp }) => clickhouseTime(timestamp - (timestamp % hourMs)).slice(0, 19)));
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
