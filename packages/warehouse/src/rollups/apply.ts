/** The second half of a run, from the stage into the rollups: each of them gets it once. */
import { AppError } from '@footfall/errors';
import type { Warehouse } from '../driver/port.ts';
import type { Run } from './marks.ts';
import {
  type ChangeTable,
  changeTables,
  type RollupTables,
  type RollupTarget,
  rollupTargets,
  stagedTables,
} from './tables.ts';
import { readView } from './views.ts';

/**
 * A block for each table: a part with the run's marker row then has all of the run, or does not exist. What is read is
 * squashed into one block before the views get it, and what each of them gives, in however many blocks, before it is
 * written; the tables have no partitions, so that a block is a part. Rows of one key are left to merges, which add them
 * up at a quarter of what it costs during the insert.
 */
const asOneBlock = `SETTINGS max_insert_threads = 1, max_threads = 1, min_insert_block_size_rows = 1000000000,
  min_insert_block_size_bytes = 0, max_insert_block_size = 1000000000, optimize_on_insert = 0`;
const retryAfterSeconds = 1;

/** Carries a run from the stage into every rollup. Rejects when it is not known which of them have got it: `finishRun` tells. */
export async function applyRun(warehouse: Warehouse, tables: RollupTables, run: Run): Promise<void> {
  for (const from of changeTables) await applyAll(warehouse, tables, from, run);
}

/** The same for a run that may have arrived at some of them, or at all. Rejects with UNAVAILABLE while an earlier attempt still runs. */
export async function finishRun(warehouse: Warehouse, tables: RollupTables, run: Run): Promise<void> {
  const before = await arrivals(warehouse, tables, run);
  const missing = rollupTargets.filter((_, index) => before[index] === run.run - 1);
  for (const from of changeTables) {
    const lacking = missing.filter((target) => target.from === from);
    const all = rollupTargets.filter((target) => target.from === from);
    if (lacking.length === all.length) await applyAll(warehouse, tables, from, run);
    else for (const target of lacking) await applyOne(warehouse, tables, target, run);
  }
  requireAll(missing.length === 0 ? before : await arrivals(warehouse, tables, run), run);
}

/** Whether the run, and all before it, have arrived at every target. */
export async function haveAll(
  warehouse: Pick<Warehouse, 'read'>,
  tables: RollupTables,
  { run }: Run,
): Promise<boolean> {
  return (await readArrivals(warehouse, tables)).every((arrived) => arrived === run);
}

/** How many runs have arrived at each target, when nothing that an earlier attempt has begun still runs. */
async function arrivals(warehouse: Warehouse, tables: RollupTables, { attempt }: Run): Promise<number[]> {
  const [running] = await warehouse.read<{ inserts: number }>({
    sql: `SELECT count() AS inserts FROM system.processes
          WHERE query LIKE 'INSERT INTO%' AND position(query, 'attempt = ${attempt}') > 0`,
  });
  if (!running || running.inserts > 0) {
    throw new AppError('UNAVAILABLE', 'An earlier attempt to apply the run still runs', { retryAfterSeconds });
  }
  return readArrivals(warehouse, tables);
}

async function readArrivals(warehouse: Pick<Warehouse, 'read'>, tables: RollupTables): Promise<number[]> {
  const counts = rollupTargets.map(
    ({ table, arrived }) => `(SELECT toUInt64(${arrived}) FROM ${tables(table)} WHERE workspace_id = '')`,
  );
  const [row] = await warehouse.read<{ arrived: number[] }>({ sql: `SELECT [${counts.join(', ')}] AS arrived` });
  return row?.arrived ?? [];
}

function requireAll(arrived: readonly number[], { run }: Run): void {
  const wrong = rollupTargets.find((_, index) => arrived[index] !== run);
  if (!wrong) return;
  throw new AppError(
    'INTERNAL_ERROR',
    `Table ${wrong.table} has not had the runs that it must have had (${run}): run footfall rebuild`,
  );
}

async function applyAll(
  warehouse: Warehouse,
  tables: RollupTables,
  from: ChangeTable,
  { attempt }: Run,
): Promise<void> {
  await warehouse.command({
    sql: `INSERT INTO ${tables(from)} SELECT * FROM ${tables(`staged_${from}`)} WHERE attempt = ${attempt} ${asOneBlock}`,
  });
}

/** What the view would have done. */
async function applyOne(
  warehouse: Warehouse,
  tables: RollupTables,
  target: RollupTarget,
  { attempt }: Run,
): Promise<void> {
  const { table, view, from } = target;
  const staged = `(SELECT * FROM ${tables(`staged_${from}`)} WHERE attempt = ${attempt})`;
  const { columns, select } = await readView(warehouse, tables(view), tables(from), staged);
  await warehouse.command({
    sql: `INSERT INTO ${tables(table)} (${columns.join(', ')}) ${select} ${asOneBlock}`,
  });
}

/** Forgets all that is staged: what has been applied, and what was never decided. */
export async function clearStage(warehouse: Pick<Warehouse, 'command'>, tables: RollupTables): Promise<void> {
  for (const table of stagedTables) await warehouse.command({ sql: `TRUNCATE TABLE ${tables(table)}` });
}

/** Forgets the staged events, which are in memory. */
export async function clearEvents(warehouse: Pick<Warehouse, 'command'>, tables: RollupTables): Promise<void> {
  await warehouse.command({ sql: `TRUNCATE TABLE ${tables('staged_events')}` });
}
