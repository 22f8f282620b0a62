/** Events as `events` has them, found by their ids. */
import type { Warehouse } from '@footfall/warehouse';
import { storedColumns, type StoredEvent } from '../duplicates/stored-events.ts';
import type { StoredRow } from './removals.ts';

/** A row of `events` and where it lies on the disk. */
export type PlacedEvent = StoredEvent & StoredRow;

/** An event's name as a number of 52 bits, in SQL. */
const idHash = 'bitShiftRight(sipHash64(workspace_id, id), 12)';
/** One more than the highest. */
export const idHashEnd = 2 ** 52;

type Reader = Pick<Warehouse, 'read'>;

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
export async function findByIdHashes(warehouse: Reader, hashes: readonly number[]): Promise<PlacedEvent[]> {
  return warehouse.read<PlacedEvent>({
    sql: `SELECT ${storedColumns}, _part AS part, _part_offset AS partOffset
          FROM (SELECT *, _part, _part_offset FROM events
            WHERE ${idHash} IN arrayMap(hash -> toUInt64(hash), {hashes:Array(String)}))`,
    params: { hashes: hashes.map(String) },
  });
}
