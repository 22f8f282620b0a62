/** Keeps the tables that answers are read from merged: every part costs each of their statements some 3 ms. */
import type { Warehouse } from '../driver/port.ts';

const readTables = ['breakdown', 'titles'];

/** Up to this size a table is merged into one part after every batch: it takes less than a tenth of a second. */
const alwaysBytesMax = 16 << 20;
/** Above it, once the other parts hold this share of what the largest does; the engine's own merges do the rest. */
const restShareMin = 1 / 8;
/** Larger tables are left to the engine: a merge would keep other writes waiting. */
const mergedBytesMax = 256 << 20;

interface Parts {
  name: string;
  bytes: number;
  largest: number;
}

/** Merges each table that is worth it into one part. */
export async function mergeReadTables(warehouse: Pick<Warehouse, 'read' | 'command'>): Promise<void> {
  const stored = await warehouse.read<Parts>({
    sql: `SELECT table AS name, sum(bytes_on_disk) AS bytes, max(bytes_on_disk) AS largest
          FROM system.parts
          WHERE database = currentDatabase() AND active AND table IN {names:Array(String)}
          GROUP BY table HAVING count() > 1`,
    params: { names: readTables },
  });
  for (const { name, bytes, largest } of stored) {
    const isWorthIt = bytes <= alwaysBytesMax || bytes - largest >= restShareMin * largest;
    if (isWorthIt && bytes <= mergedBytesMax) await warehouse.command({ sql: `OPTIMIZE TABLE ${name} FINAL` });
  }
}
