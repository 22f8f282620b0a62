/** The damaged parts that were repaired. Their files stay where they are, so that they can be examined. */
import { z } from 'zod';
import type { Table, Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import type { DamagedPart } from './damaged-part.ts';

interface RepairedPart extends DamagedPart {
  atMs: number;
}

const repairedPartsTable: Table<RepairedPart> = {
  name: 'repaired_parts',
  columns: [
    { name: 'table_name', type: 'String', value: (row) => row.table },
    { name: 'part', type: 'String', value: (row) => row.part },
    { name: 'fault', type: 'String', value: (row) => row.fault },
    { name: 'fingerprint', type: 'String', value: (row) => row.fingerprint },
    { name: 'repaired_at', type: "DateTime64(3, 'UTC')", value: (row) => row.atMs },
  ],
};

export async function noteRepaired(
  warehouse: Pick<Warehouse, 'command' | 'insert'>,
  parts: readonly DamagedPart[],
  now: () => number,
): Promise<void> {
  // Not by a migration, because parts are repaired before a store is migrated.
  await warehouse.command({
    sql: `CREATE TABLE IF NOT EXISTS repaired_parts
            (table_name String, part String, fault String, fingerprint String, repaired_at DateTime64(3, 'UTC'))
          ENGINE = MergeTree ORDER BY (table_name, part) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
  });
  await warehouse.insert(
    repairedPartsTable,
    parts.map((part) => ({ ...part, atMs: now() })),
  );
}

/** Resolves with those of `parts` that have not been repaired. */
export async function withoutRepaired<Part extends DamagedPart>(
  warehouse: Pick<Warehouse, 'read'>,
  parts: readonly Part[],
): Promise<Part[]> {
  if (parts.length === 0) return [];
  const tables = await warehouse.read({
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'repaired_parts'`,
  });
  if (tables.length === 0) return [...parts];
  const repaired = await readRows(warehouse, z.object({ key: z.string() }), {
    sql: `SELECT DISTINCT concat(table_name, ' ', fingerprint) AS key FROM repaired_parts`,
  });
  const keys = new Set(repaired.map(({ key }) => key));
  return parts.filter(({ table, fingerprint }) => !keys.has(`${table} ${fingerprint}`));
}
