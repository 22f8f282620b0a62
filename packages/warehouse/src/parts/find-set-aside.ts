/** Parts that the engine could not load when it started, and moved to `detached/`. */
import { z } from 'zod';
import type { Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import { kindOf } from '../schema/tables.ts';
import type { DamagedPart } from './damaged-part.ts';
import { withoutRepaired } from './repaired-parts.ts';

const storedRange = z.object({
  table: z.string(),
  partition: z.string(),
  firstBlock: z.int(),
  lastBlock: z.int(),
});
type StoredRange = z.output<typeof storedRange>;

const setAside = storedRange.extend({ name: z.string(), changedAt: z.string() });

/**
 * Resolves with the parts that were set aside and not repaired since. A merged part that a power failure damaged is left out if the
 * engine loaded its source parts instead, which it keeps for eight minutes: then nothing is lost.
 */
export async function findSetAside(
  warehouse: Pick<Warehouse, 'read'>,
  tables?: readonly string[],
): Promise<DamagedPart[]> {
  const found = await readRows(warehouse, setAside, {
    sql: `SELECT table, name, toString(modification_time) AS changedAt, ifNull(partition_id, '') AS partition,
            ifNull(min_block_number, -1) AS firstBlock, ifNull(max_block_number, -1) AS lastBlock
          FROM system.detached_parts WHERE database = currentDatabase() AND reason LIKE 'broken%'
          ORDER BY table, name`,
  });
  const own = found.filter(({ table }) => (tables ? tables.includes(table) : kindOf(table) !== undefined));
  if (own.length === 0) return [];
  const loaded = await readRows(warehouse, storedRange, {
    sql: `SELECT table, partition_id AS partition, min_block_number AS firstBlock, max_block_number AS lastBlock
          FROM system.parts WHERE database = currentDatabase() AND active`,
  });
  const lost = own.filter((part) => !isReplaced(part, loaded));
  return withoutRepaired(
    warehouse,
    lost.map(({ table, name, changedAt }) => ({
      table,
      part: name.replace(/^broken-on-start_/, ''),
      fault: 'set aside',
      rows: null,
      fingerprint: `${name} ${changedAt}`,
    })),
  );
}

/** Returns true if loaded parts begin and end where `part` does. */
function isReplaced(part: StoredRange, loaded: readonly StoredRange[]): boolean {
  const within = loaded.filter(
    (one) =>
      one.table === part.table &&
      one.partition === part.partition &&
      one.firstBlock >= part.firstBlock &&
      one.lastBlock <= part.lastBlock,
  );
  return (
    within.some(({ firstBlock }) => firstBlock === part.firstBlock) &&
    within.some(({ lastBlock }) => lastBlock === part.lastBlock)
  );
}
