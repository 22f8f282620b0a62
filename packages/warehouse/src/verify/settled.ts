/** Findings that hold while the worker behind the rollups runs. */
import type { Reader, Statement, Warehouse } from '../driver/port.ts';
import { haveAll } from '../rollups/apply.ts';
import { logName, readLastRun, type Run } from '../rollups/marks.ts';
import { liveTables } from '../rollups/tables.ts';

/** How often the same is asked again because the worker has changed the rollups meanwhile. */
const triesMax = 10;

export interface Settling {
  warehouse: Pick<Warehouse, 'read'>;
  /** Resolves when it is time to look again. */
  pause: () => Promise<unknown>;
}

/** The last run, once it has arrived in every rollup; `isWhole` is false if it has not after many tries. */
export async function readWholeRun({ warehouse, pause }: Settling): Promise<Run & { isWhole: boolean }> {
  for (let tries = 1; ; tries += 1) {
    const run = await readLastRun(warehouse, liveTables);
    const isWhole = await haveAll(warehouse, liveTables, run);
    if (isWhole || tries === triesMax) return { ...run, isWhole };
    await pause();
  }
}

/**
 * The rows of a statement that finds differences. Rows count only if no run of the worker came between, so they are read
 * again until that is so; 'unsettled' if it never is.
 */
export async function readSettled<Row>(settling: Settling, statement: Statement): Promise<Row[] | 'unsettled'> {
  const { warehouse, pause } = settling;
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const run = await readLastRun(warehouse, liveTables);
    const rows = await readSeen<Row>(warehouse, run, statement);
    if (rows.length === 0) return rows;
    const after = await readWholeRun(settling);
    if (after.run === run.run) return rows;
    await pause();
  }
  return 'unsettled';
}

/** What a statement reads as `events` are those that the run has seen: the others are no difference. */
export function readSeen<Row>(
  warehouse: Pick<Reader, 'read'>,
  { marks }: Pick<Run, 'marks'>,
  { sql, params }: Statement,
): Promise<Row[]> {
  const offsetSeen = `transform(concat(incarnation, ':', toString(\`partition\`)),
      {logs:Array(String)}, CAST({offsets:Array(String)}, 'Array(UInt64)'), toUInt64(0))`;
  return warehouse.read<Row>({
    sql: `WITH events AS (SELECT * FROM events WHERE \`offset\` < ${offsetSeen})\n${sql}`,
    params: { ...params, logs: marks.map(logName), offsets: marks.map(({ offset }) => String(offset)) },
  });
}
