/** Keeps the tables from which results are read merged: each part costs each statement about 3 ms. */
import { z } from 'zod';
import type { Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';

/** The tables, and the processor time for merging one row of each. */
const mergeMsPerRow: Readonly<Record<string, number>> = { breakdown: 0.001, titles: 0.001, visits: 0.005 };
/** The share of a core that merges may use, while events arrive and while none do. */
const coreShareMax = { busy: 0.01, idle: 0.1 };
/** The interval between batches while events arrive. */
const batchEveryMs = 10_000;
/** The size above which tables are left to the engine, because a merge would delay other writes. */
export const mergedBytesMax = 256 << 20;

const parts = z.object({
  name: z.string(),
  bytes: z.int(),
  storedRows: z.int(),
  /** The age of the largest part, which the last merge of the table created. Its time is in the future if the clock was set back since. */
  ageMs: z.int(),
});

/** Merges each table with several parts into one part, if its last merge is old enough for the cost of the next one. */
export async function mergeReadTables(
  warehouse: Pick<Warehouse, 'read' | 'command'>,
  load: 'busy' | 'idle',
): Promise<void> {
  const stored = await readRows(warehouse, parts, {
    sql: `SELECT table AS name, sum(bytes_on_disk) AS bytes, sum(rows) AS storedRows,
            abs(1000 * dateDiff('second', argMax(modification_time, bytes_on_disk), now())) AS ageMs
          FROM system.parts
          WHERE database = currentDatabase() AND active AND table IN {names:Array(String)}
          GROUP BY table HAVING count() > 1`,
    params: { names: Object.keys(mergeMsPerRow) },
  });
  for (const { name, bytes, storedRows, ageMs } of stored) {
    const mergeMs = storedRows * (mergeMsPerRow[name] ?? 0);
    const isDue = mergeMs <= coreShareMax[load] * (ageMs + batchEveryMs);
    if (isDue && bytes <= mergedBytesMax) await warehouse.command({ sql: `OPTIMIZE TABLE ${name} FINAL` });
  }
}
