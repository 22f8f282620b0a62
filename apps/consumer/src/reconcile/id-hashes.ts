/** Rows of `events`, found by the hashes of their IDs. */
import type { Warehouse } from '@footfall/warehouse';
import { storedColumns, type StoredEvent } from '../duplicates/known-events.ts';
import type { StoredRow } from './removals.ts';

/** A row of `events` and its location on disk. */
export type LocatedEvent = StoredEvent & StoredRow;

/** A 52-bit hash of an event's identity, in SQL. */
const idHash = 'bitShiftRight(sipHash64(workspace_id, id), 12)';
/** The highest hash plus one. */
export const idHashEnd = 2 ** 52;

type Reader = Pick<Warehouse, 'read'>;

/** Returns the hashes from `from` to `to` of IDs that rows at several offsets have: at most `max`, the smallest first. */
export async function findRepeatedIds(
  warehouse: Reader,
  { from, to, max }: { from: number; to: number; max: number },
): Promise<number[]> {
  const location = 'sipHash64(incarnation, partition, offset)';
  const found = await warehouse.read<{ hash: number }>({
    sql: `SELECT ${idHash} AS hash FROM events
          WHERE hash >= {from:UInt64} AND hash < {to:UInt64}
          GROUP BY hash HAVING min(${location}) != max(${location})
          ORDER BY hash LIMIT {max:UInt64}`,
    params: { from, to, max },
  });
  return found.map((one) => one.hash);
}

/** Returns all rows whose IDs have these hashes. */
export async function findByIdHashes(warehouse: Reader, hashes: readonly number[]): Promise<LocatedEvent[]> {
  return warehouse.read<LocatedEvent>({
    sql: `SELECT ${storedColumns}, _part AS part, _part_offset AS partOffset
          FROM (SELECT *, _part, _part_offset FROM events
            WHERE ${idHash} IN arrayMap(hash -> toUInt64(hash), {hashes:Array(String)}))`,
    params: { hashes: hashes.map(String) },
  });
}
