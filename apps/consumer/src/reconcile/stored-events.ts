/** Events as `events` has them, found by their ids. */
import type { EventRow, Warehouse } from '@footfall/warehouse';
import { dayMs } from '../duplicates/same-event.ts';
import { hoursOf } from '../duplicates/stored-events.ts';
import type { StoredRow } from './removals.ts';

/** What tells whether two rows are one event, and which of them came first. */
export type PlacedEvent = Pick<
  EventRow,
  'workspaceId' | 'id' | 'timestamp' | 'receivedAt' | 'incarnation' | 'partition' | 'offset'
>;
export type StoredEvent = PlacedEvent & StoredRow;

/** An event's name as a number of 52 bits, in SQL. */
const idHash = 'bitShiftRight(sipHash64(workspace_id, id), 12)';
/** One more than the highest. */
export const idHashEnd = 2 ** 52;

const columns = `workspace_id AS workspaceId, toString(id) AS id, toUnixTimestamp64Milli(timestamp) AS timestamp,
  toUnixTimestamp64Milli(received_at) AS receivedAt, incarnation, partition, offset,
  _part AS part, _part_offset AS partOffset`;

type Reader = Pick<Warehouse, 'read'>;

/** Rows under the ids of `events` that may be the same events: received within a day of them, or of the same hour, as one of two that came late can be. */
export async function findNamesakes(warehouse: Reader, events: readonly PlacedEvent[]): Promise<StoredEvent[]> {
  if (events.length === 0) return [];
  const received = events.map((event) => event.receivedAt);
  return warehouse.read<StoredEvent>({
    sql: `SELECT ${columns} FROM events AS stored
          WHERE stored.workspace_id IN {workspaces:Array(String)} AND stored.id IN {ids:Array(UUID)}
            AND (received_at BETWEEN fromUnixTimestamp64Milli({from:Int64}, 'UTC')
                AND fromUnixTimestamp64Milli({to:Int64}, 'UTC')
              OR toStartOfHour(stored.timestamp) IN {hours:Array(DateTime('UTC'))})`,
    params: {
      workspaces: [...new Set(events.map((event) => event.workspaceId))],
      ids: [...new Set(events.map((event) => event.id))],
      from: received.reduce((least, one) => Math.min(least, one)) - dayMs,
      to: received.reduce((most, one) => Math.max(most, one)) + dayMs,
      hours: hoursOf(events),
    },
  });
}

/** Hashes between `from` and `to` of ids that rows of several places have: at most `max`, the least first. */
export async function findRepeatedIds(
  warehouse: Reader,
  { from, to, max }: { from: number; to: number; max: number },
): Promise<number[]> {
  const place = 'sipHash64(incarnation, partition, offset)';
  const found = await warehouse.read<{ hash: number }>({
    sql: `SELECT ${idHash} AS hash FROM events
          WHERE hash >= {from:UInt64} AND hash < {to:UInt64}
          GROUP BY hash HAVING min(${place}) != max(${place})
          ORDER BY hash LIMIT {max:UInt64}`,
    params: { from, to, max },
  });
  return found.map((one) => one.hash);
}

/** All rows whose ids have these hashes. */
export async function findByIdHashes(warehouse: Reader, hashes: readonly number[]): Promise<StoredEvent[]> {
  return warehouse.read<StoredEvent>({
    sql: `SELECT ${columns} FROM (SELECT *, _part, _part_offset FROM events 
            WHERE ${idHash} IN arrayMap(hash -> toUInt64(hash), {hashes:Array(String)}))`,
    params: { hashes: hashes.map(String) },
  });
}
