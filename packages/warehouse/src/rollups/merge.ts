/** Keeps the tables that responses are read from merged: each part costs each of their statements some 3 ms. */
import type { Warehouse } from '../driver/port.ts';

/** The tables, and the processor time that merging a row of each takes. */
const mergeMsPerRow: Readonly<Record<string, number>> = { breakdown: 0.001, titles: 0.001, visits: 0.005 };
/** The share of a core that merges may take: while events arrive, and once none do. */
const coreShareMax = { busy: 0.01, idle: 0.1 };
/** The interval between batches while events arrive. */
const batchEveryMs = 10_000;
/** Larger tables are left to the engine: a merge would keep other writes waiting. */
const mergedBytesMax = 256 << 20;

interface Parts {
  name: string;
  bytes: number;
  storedRows: number;
  /** The age of the largest part, which the last merge of the table made. */
  ageMs: number;
}

/** Merges each table of several parts into one, if its last merge was long enough ago for what the next one takes. */
export async function mergeReadTables(
  warehouse: Pick<Warehouse, 'read' | 'command'>,
  load: 'busy' | 'idle',
): Promise<void> {
  const stored = await warehouse.read<Parts>({
    sql: `SELECT table AS name, sum(bytes_on_disk) AS bytes, sum(rows) AS storedRows,
            1000 * dateDiff('second', argMax(modification_time, bytes_on_disk), now()) AS ageMs
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
