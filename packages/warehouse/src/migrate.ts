/** Brings a store up to date: runs the files of `migrations/` it does not have yet, in order, forward only. */
import { StartError } from '@footfall/errors';
import { readdirSync, readFileSync } from 'node:fs';
import type { Table, Warehouse } from './port.ts';

const migrationsDirectory = new URL('../migrations/', import.meta.url);
const filePattern = /^\d{4}_\w+\.sql$/;

interface Applied {
  name: string;
  atMs: number;
}

const migrationsTable: Table<Applied> = {
  name: 'migrations',
  columns: [
    { name: 'name', type: 'String', value: (row) => row.name },
    { name: 'applied_at', type: "DateTime64(3, 'UTC')", value: (row) => row.atMs },
  ],
};

/** Runs what is missing; each statement is idempotent, or is run only when its condition holds, so that a migration cut short is run again, and several processes may run it at once. Gives the names of what it ran. Throws a StartError when the store knows a migration that this version does not. */
export async function migrate(
  warehouse: Warehouse,
  now: () => number,
  directory = migrationsDirectory,
): Promise<string[]> {
  await warehouse.command({
    sql: `CREATE TABLE IF NOT EXISTS migrations (name String, applied_at DateTime64(3, 'UTC')) ENGINE = MergeTree
      ORDER BY name SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
  });
  const rows = await warehouse.read<{ name: string }>({ sql: 'SELECT name FROM migrations' });
  const applied = new Set(rows.map((row) => row.name));
  const known = readdirSync(directory)
    .filter((name) => filePattern.test(name))
    .toSorted();
  const unknown = [...applied].find((name) => !known.includes(name));
  if (unknown) {
    throw new StartError(
      `The store was written by a newer version (it has migration ${unknown}): upgrade, or use another DATA_DIR or CLICKHOUSE_DATABASE`,
    );
  }
  const missing = known.filter((name) => !applied.has(name));
  for (const name of missing) {
    for (const sql of splitStatements(readFileSync(new URL(name, directory), 'utf8'))) {
      if (await isMeant(warehouse, sql)) await warehouse.command({ sql });
    }
    await warehouse.insert(migrationsTable, [{ name, atMs: now() }]);
  }
  return missing;
}

/** Whether the condition of a statement holds, a count of what it is about: `-- when: SELECT …` on a line of its own. */
async function isMeant(warehouse: Warehouse, statement: string): Promise<boolean> {
  const condition = /^-- when: (.+)$/m.exec(statement)?.[1];
  if (condition === undefined) return true;
  const [row] = await warehouse.read<{ found: number }>({ sql: `SELECT (${condition}) AS found` });
  return row !== undefined && row.found > 0;
}

/** The statements of a file: each ends with a semicolon at the end of a line. */
function splitStatements(text: string): string[] {
  return text
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
