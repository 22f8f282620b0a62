/** Brings a store up to date: runs the missing files of `migrations/` in order, forward only. */
import type { DirectoryLogger } from '@footfall/data-directory';
import { StartError } from '@footfall/errors';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Table, Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import { explainFailedMigration } from './failed-migration.ts';

const migrationsDirectory = new URL('../../migrations/', import.meta.url);
const filePattern = /^\d{4}_\w+\.sql$/;
/** The file that a new store runs instead of the migrations. */
const schemaFile = 'schema.sql';
const hasEvents =
  "SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'events' AND total_rows > 0";

/** Receives a line for each migration of a store that already has some, because one can take minutes. */
type MigrationLogger = Pick<DirectoryLogger, 'info'>;

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

const appliedRow = z.object({ name: z.string() });
const eachRow = z.object({ each: z.int() });
const foundRow = z.object({ found: z.number() });

/** The longest time that a process waits for another one's migrations, which can rewrite the largest tables. */
const waitMsMax = 3_600_000;
/** The interval at which an `until` condition is checked. */
const untilMs = 200;

/**
 * Runs the missing migrations of `directory` while no other process does, and resolves with their names. Each statement is idempotent or
 * guarded, so that an interrupted migration can run again. Rejects with a StartError if the store has a migration that this
 * version does not know, or if a migration fails.
 */
export function migrate(
  warehouse: Warehouse,
  now: () => number,
  logger?: MigrationLogger,
  directory = migrationsDirectory,
): Promise<string[]> {
  return warehouse.alone('migrate', () => runMissing(warehouse, now, directory, logger), waitMsMax);
}

async function runMissing(
  warehouse: Warehouse,
  now: () => number,
  directory: URL,
  logger: MigrationLogger | undefined,
): Promise<string[]> {
  await warehouse.command({
    sql: `CREATE TABLE IF NOT EXISTS migrations (name String, applied_at DateTime64(3, 'UTC')) ENGINE = MergeTree
      ORDER BY name SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
  });
  const rows = await readRows(warehouse, appliedRow, { sql: 'SELECT name FROM migrations' });
  const applied = new Set(rows.map((row) => row.name));
  const known = filesOf(directory);
  const unknown = [...applied].find((name) => !known.includes(name));
  if (unknown) {
    throw new StartError(
      `The store was written by a newer version (it has migration ${unknown}): upgrade, or use another DATA_DIR or CLICKHOUSE_DATABASE`,
    );
  }
  const missing = known.filter((name) => !applied.has(name));
  const record = (names: readonly string[]) =>
    warehouse.insert(
      migrationsTable,
      names.map((name) => ({ name, atMs: now() })),
    );
  const schema = new URL(schemaFile, directory);
  if (applied.size === 0 && existsSync(schema) && !(await holds(warehouse, hasEvents))) {
    await runFile(warehouse, schema, () => record(missing));
    return missing;
  }
  for (const [index, name] of missing.entries()) {
    logger?.info(`Running migration ${name} (${index + 1} of ${missing.length})`);
    await runFile(warehouse, new URL(name, directory), () => record([name]));
  }
  return missing;
}

function filesOf(directory: URL): string[] {
  return readdirSync(directory)
    .filter((name) => filePattern.test(name))
    .toSorted();
}

/** Runs the statements of a file, then `record`. Rejects with a StartError if the store fails. */
async function runFile(warehouse: Warehouse, file: URL, record: () => Promise<void>): Promise<void> {
  try {
    for (const sql of splitStatements(readFileSync(file, 'utf8'))) await run(warehouse, sql);
    await record();
  } catch (error) {
    throw explainFailedMigration(basename(file.pathname), error, warehouse.isShared);
  }
}

/**
 * Runs a statement as the comments before it say, each on a separate line: `-- when: SELECT …` runs it only if the
 * query returns more than 0, `-- until: SELECT …` waits until it does, and `-- each: SELECT … AS each` runs the
 * statement once for each number that the query returns, as `{each:UInt32}`.
 */
async function run(warehouse: Warehouse, sql: string): Promise<void> {
  const when = directive(sql, 'when');
  if (when !== undefined && !(await holds(warehouse, when))) return;
  const until = directive(sql, 'until');
  if (until !== undefined) await untilHolds(warehouse, until);
  const each = directive(sql, 'each');
  if (each === undefined) return warehouse.command({ sql });
  for (const params of await readRows(warehouse, eachRow, { sql: each })) await warehouse.command({ sql, params });
}

const directive = (sql: string, name: 'when' | 'until' | 'each') =>
  new RegExp(`^-- ${name}: (.+)$`, 'm').exec(sql)?.[1];

async function untilHolds(warehouse: Warehouse, condition: string): Promise<void> {
  while (!(await holds(warehouse, condition))) await delay(untilMs);
}

async function holds(warehouse: Warehouse, condition: string): Promise<boolean> {
  const [row] = await readRows(warehouse, foundRow, { sql: `SELECT (${condition}) AS found` });
  return row !== undefined && row.found > 0;
}

/** Returns the statements of a file, with the comments before them. Each ends with a semicolon at the end of a line. */
function splitStatements(text: string): string[] {
  return text
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => /^(?!--)./m.test(statement));
}
