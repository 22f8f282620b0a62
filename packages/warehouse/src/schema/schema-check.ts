/** Checks at startup that the tables are as the guarantees require: an operator may have changed or created them by other means. */
import { StartError } from '@footfall/errors';
import { z } from 'zod';
import type { Table, Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import { tables } from './tables.ts';

/** The minimum number of inserts whose tokens a table remembers. With fewer, a late retry could be stored twice. */
const windowMin = 10_000;

/** The settings without which an insert is not durable. */
const syncs = ['fsync_after_insert = 1', 'fsync_part_directory = 1'];

const storedTable = z.object({
  name: z.string(),
  engine: z.string(),
  /** The engine, its clauses and its settings. */
  definition: z.string(),
  partitionKey: z.string(),
});
type StoredTable = z.output<typeof storedTable>;

const storedColumn = z.object({ name: z.string(), type: z.string() });

/** Throws a StartError that says what differs and what to do about it. */
export async function checkSchema(warehouse: Pick<Warehouse, 'read'>): Promise<void> {
  const stored = await readTables(warehouse);
  const columns = await readColumns(warehouse);
  const tokenTables = tables.filter(({ hasTokens }) => hasTokens);
  const problem =
    tables.map(({ name, engine }) => engine && findTableProblem(name, engine, stored.get(name))).find(Boolean) ??
    tables
      .flatMap(({ written = [] }) => written)
      .map((table) => findColumnProblem(table, columns))
      .find(Boolean) ??
    tokenTables.map(({ name }) => findWindowProblem(name, stored.get(name)?.definition ?? '')).find(Boolean);
  if (problem) throw new StartError(`The schema of the warehouse is not as expected: ${problem}`);
}

async function readTables(warehouse: Pick<Warehouse, 'read'>): Promise<Map<string, StoredTable>> {
  const rows = await readRows(warehouse, storedTable, {
    sql: `SELECT name, engine, engine_full AS definition, partition_key AS partitionKey
          FROM system.tables WHERE database = currentDatabase()`,
  });
  return new Map(rows.map((table) => [table.name, table]));
}

/** Returns the type of each column, by `<table>.<column>`. */
async function readColumns(warehouse: Pick<Warehouse, 'read'>): Promise<Map<string, string>> {
  const columns = await readRows(warehouse, storedColumn, {
    sql: `SELECT concat(table, '.', name) AS name, type FROM system.columns WHERE database = currentDatabase()`,
  });
  return new Map(columns.map(({ name, type }) => [name, type]));
}

function findTableProblem(name: string, engine: string, table: StoredTable | undefined): string | undefined {
  if (!table) return `there is no table ${name}; restore it from a backup, or use another database`;
  if (table.engine !== engine) {
    return `table ${name} is a ${table.engine} and not a ${engine}; copy its rows to a table as in migrations/`;
  }
  const missing = syncs.find((setting) => !table.definition.includes(setting));
  if (missing) return `table ${name} lacks a setting; run ALTER TABLE ${name} MODIFY SETTING ${missing}`;
  // If partitioned by timestamps of clients, one insert could become hundreds of parts.
  if (name === 'events' && table.partitionKey !== 'toYYYYMM(received_at)') {
    return 'table events is not partitioned by the month of arrival; copy its rows to a table as in migrations/';
  }
  return undefined;
}

function findColumnProblem(table: Table<never>, columns: ReadonlyMap<string, string>): string | undefined {
  for (const { name, type } of table.columns) {
    const stored = columns.get(`${table.name}.${name}`);
    const alter = `run ALTER TABLE ${table.name}`;
    if (stored === undefined) return `table ${table.name} has no column ${name}; ${alter} ADD COLUMN ${name} ${type}`;
    if (plainType(stored) !== type) {
      return `column ${table.name}.${name} is ${stored}; ${alter} MODIFY COLUMN ${name} ${type}`;
    }
  }
  return undefined;
}

/** Returns the type of the values that are written into a column of type `stored`, without its encoding. */
function plainType(stored: string): string {
  const inner = /^(?:LowCardinality|SimpleAggregateFunction)\((?:\w+, )?(.+)\)$/.exec(stored)?.[1];
  return stored.startsWith('Enum8(') ? 'String' : (inner ?? stored);
}

function findWindowProblem(name: string, definition: string): string | undefined {
  const window = Number(/\bnon_replicated_deduplication_window = (\d+)/.exec(definition)?.[1] ?? 0);
  if (window >= windowMin) return undefined;
  return `${name} remembers the last ${window} inserts and not ${windowMin}, so a retried one could count twice; run ALTER TABLE ${name} MODIFY SETTING non_replicated_deduplication_window = ${windowMin}`;
}
