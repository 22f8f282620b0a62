/**
 * The second set of tables, in which rollups are rebuilt, and how it takes the place of the first.
 *
 * Views and what they read from stay where they are: a view finds the table it fills by its name, so that after an
 * exchange each set's views fill the tables that have come under that set's names. Exchanged are the tables that keep
 * something, and `removed_events`, in which each set has what it has still to take off: a view copies to both.
 */
import { AppError } from '@footfall/errors';
import type { Warehouse } from '../driver/port.ts';
import { clearStage } from './apply.ts';
import { decideRun, noRun } from './marks.ts';
import { liveTables, type RollupTables, rollupTableNames, rollupTargets } from './tables.ts';
import { readView } from './views.ts';

const prefix = 'rebuilt_';
/** The set that is being rebuilt. */
export const rebuiltTables: RollupTables = (name) => `${prefix}${name}`;
/** What the second set has still to take off. */
const rebuiltRemovals = rebuiltTables('removed_events');
const removalsView = `${rebuiltRemovals}_view`;

const views: ReadonlySet<string> = new Set(rollupTargets.map(({ view }) => view));
const tableNames = rollupTableNames.filter((name) => !views.has(name));
const keptNames = [...new Set(rollupTargets.map(({ table }) => table)), 'rollup_runs', 'removed_events'] as const;

/** By default a table larger than 50 GB is not dropped. */
const dropSettings = 'SETTINGS max_table_size_to_drop = 0, max_partition_size_to_drop = 0';
const retryAfterSeconds = 5;

/**
 * Makes the second set, empty. Its runs begin after `lastRun`: a process that still believes to be the one that rolls
 * up then finds, after the exchange too, that its next run has long been made.
 */
export async function createRebuilt(warehouse: Warehouse, lastRun: number): Promise<void> {
  await dropRebuilt(warehouse);
  for (const name of tableNames) await warehouse.command({ sql: `CREATE TABLE ${prefix}${name} AS ${name}` });
  for (const { view, table, from } of rollupTargets) {
    const { select } = await readView(warehouse, view, from, rebuiltTables(from));
    await warehouse.command({
      sql: `CREATE MATERIALIZED VIEW ${rebuiltTables(view)} TO ${rebuiltTables(table)} AS ${select}`,
    });
  }
  await copyRemovals(warehouse);
  await startAt(warehouse, lastRun);
}

/** From now on each removal reaches both sets; what both the view and the copy have brought counts once. */
async function copyRemovals(warehouse: Warehouse): Promise<void> {
  for (const sql of [
    `CREATE MATERIALIZED VIEW ${removalsView} TO ${rebuiltRemovals} AS SELECT * FROM removed_events`,
    `INSERT INTO ${rebuiltRemovals} SELECT * FROM removed_events`,
  ]) {
    await warehouse.command({ sql });
  }
}

/** As if `run` runs without any event had been made. */
async function startAt(warehouse: Warehouse, run: number): Promise<void> {
  for (const { table, arrived } of rollupTargets) {
    const column = arrived.replace(/^\w+\((\w+)\)$/, '$1');
    await warehouse.command({
      sql: `INSERT INTO ${rebuiltTables(table)} (workspace_id, ${column}) VALUES ('', ${run})`,
    });
  }
  await decideRun(warehouse, rebuiltTables, { ...noRun, run });
}

/** Whether the second set has all its tables, each with the columns of the first one's: not so when dropping it was cut short, or a migration came in between. */
export async function isRebuiltWhole(warehouse: Pick<Warehouse, 'read'>): Promise<boolean> {
  const names = rollupTableNames.map((name) => `'${name}'`).join(', ');
  const [found] = await warehouse.read<{ missing: number; copies: number }>({
    sql: `SELECT countIf(NOT (has_live AND has_rebuilt)) AS missing,
            (SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = '${removalsView}') AS copies
          FROM (
            SELECT if(startsWith(table, '${prefix}'), substring(table, ${prefix.length + 1}), table) AS of_set, name, type,
              max(table = of_set) AS has_live, max(table != of_set) AS has_rebuilt
            FROM system.columns
            WHERE database = currentDatabase() AND of_set IN (${names})
            GROUP BY of_set, name, type)`,
  });
  return found?.missing === 0 && found.copies === 1;
}

/** Drops what there is of the second set. Views first: an insert into what they read would reach a table that is not there. */
export async function dropRebuilt(warehouse: Warehouse): Promise<void> {
  const drop = (name: string) => warehouse.command({ sql: `DROP TABLE IF EXISTS ${name} SYNC ${dropSettings}` });
  await drop(removalsView);
  for (const view of views) await drop(`${prefix}${view}`);
  for (const name of tableNames) await drop(`${prefix}${name}`);
}

/** The tables of the second set that are to take the place of the first one's, as `<name> <uuid>`. Rejects with UNAVAILABLE while an insert of an earlier run is under way. */
export async function readExchange(warehouse: Pick<Warehouse, 'read'>): Promise<string[]> {
  const [running] = await warehouse.read<{ inserts: number }>({
    sql: `SELECT count() AS inserts FROM system.processes
          WHERE current_database = currentDatabase() AND query LIKE 'INSERT INTO%' AND position(query, 'staged_') > 0`,
  });
  if (!running || running.inserts > 0) {
    throw new AppError('UNAVAILABLE', 'An earlier run of the rollups still inserts', { retryAfterSeconds });
  }
  const uuids = await readUuids(warehouse);
  return keptNames.map((name) => `${name} ${uuids.get(`${prefix}${name}`)}`);
}

/** Puts the tables of `exchange` under the names of the first set, unless they have them already. `fault` is for tests that stop the process before each. */
export async function exchangeTables(
  warehouse: Warehouse,
  exchange: readonly string[],
  fault: () => void | Promise<void>,
): Promise<void> {
  // What an earlier run has left there would otherwise be applied to the new tables.
  await clearStage(warehouse, liveTables);
  const uuids = await readUuids(warehouse);
  for (const [name = '', uuid] of exchange.map((entry) => entry.split(' '))) {
    if (uuids.get(name) === uuid) continue;
    await fault();
    await warehouse.command({ sql: `EXCHANGE TABLES ${name} AND ${prefix}${name}` });
  }
}

async function readUuids(warehouse: Pick<Warehouse, 'read'>): Promise<Map<string, string>> {
  const rows = await warehouse.read<{ name: string; uuid: string }>({
    sql: 'SELECT name, toString(uuid) AS uuid FROM system.tables WHERE database = currentDatabase()',
  });
  return new Map(rows.map(({ name, uuid }) => [name, uuid]));
}
