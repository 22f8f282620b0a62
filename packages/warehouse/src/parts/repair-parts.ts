/** Takes damaged parts out of use, so that a store can be opened again. */
import { z } from 'zod';
import type { Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import { kindOf } from '../schema/tables.ts';
import type { DamagedPart } from './damaged-part.ts';
import { noteRepaired } from './repaired-parts.ts';

/**
 * Detaches damaged parts, whose files stay in `detached/`, and empties every derived table if one of them is damaged: they
 * are only consistent together, and the consumer fills them again from `events`. May be killed at any point and run again.
 */
export async function repairParts(
  warehouse: Warehouse,
  damaged: readonly DamagedPart[],
  now: () => number,
): Promise<void> {
  if (damaged.length === 0) return;
  if (damaged.some(({ table }) => kindOf(table) === 'derived')) await emptyDerivedTables(warehouse);
  for (const { table, part, fault } of damaged) {
    if (fault !== 'unreadable' || kindOf(table) === 'derived') continue;
    await warehouse.command({ sql: `ALTER TABLE ${table} DETACH PART '${part}'` });
  }
  await noteRepaired(warehouse, damaged, now);
}

async function emptyDerivedTables(warehouse: Warehouse): Promise<void> {
  const stored = await readRows(warehouse, z.object({ name: z.string() }), {
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'`,
  });
  for (const { name } of stored.filter((table) => kindOf(table.name) === 'derived')) {
    // By default a table larger than 50 GB cannot be emptied.
    await warehouse.command({ sql: `TRUNCATE TABLE ${name} SETTINGS max_table_size_to_drop = 0` });
  }
}
