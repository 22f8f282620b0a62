/** How far the worker has come: of each log the offset below which it has seen all. */
import type { Table, Warehouse } from '../driver/port.ts';
import type { RollupTables } from './tables.ts';

/** A partition of one life of the topic, and the offset below which everything is meant. */
export interface LogEnd {
  incarnation: string;
  partition: number;
  offset: number;
}

export interface Run {
  /** From 1; 0 is none. */
  run: number;
  /** Decimal digits. */
  attempt: string;
  atMs: number;
  marks: readonly LogEnd[];
  /** Events that were stored, and not yet seen, when it ended. */
  behind: number;
  /** Places of removed events that it took off. */
  removed: readonly string[];
}

export const noRun: Run = { run: 0, attempt: '0', atMs: 0, marks: [], behind: 0, removed: [] };

/** An incarnation has no colon. */
export const logName = ({ incarnation, partition }: Omit<LogEnd, 'offset'>) => `${incarnation}:${partition}`;

interface StoredRun {
  run: number;
  attempt: string;
  atMs: number;
  logs: string[];
  offsets: string[];
  behind: number;
  removed: string[];
}

/** The last run that counts. */
export async function readLastRun(warehouse: Pick<Warehouse, 'read'>, tables: RollupTables): Promise<Run> {
  const [last] = await warehouse.read<StoredRun>({
    sql: `SELECT run, toString(attempt) AS attempt, toUnixTimestamp64Milli(at) AS atMs, logs, offsets, behind, removed
          FROM ${tables('rollup_runs')} ORDER BY run DESC LIMIT 1`,
  });
  if (!last) return noRun;
  const { logs, offsets, ...run } = last;
  return { ...run, marks: logs.map((log, index) => parseLog(log, Number(offsets[index]))) };
}

/** Makes `run` the last one, durably, unless another attempt at it was faster; gives the one that counts. */
export async function decideRun(warehouse: Warehouse, tables: RollupTables, run: Run): Promise<Run> {
  const table = runsTable(tables('rollup_runs'));
  await warehouse.insert(table, [run], `rollup-run-${run.run}`);
  const last = await readLastRun(warehouse, tables);
  if (last.run >= run.run) return last;
  // A server that was killed can remember the token of an insert that it has not stored.
  await warehouse.insert(table, [run]);
  return readLastRun(warehouse, tables);
}

function parseLog(name: string, offset: number): LogEnd {
  const colon = name.lastIndexOf(':');
  return { incarnation: name.slice(0, colon), partition: Number(name.slice(colon + 1)), offset };
}

function runsTable(name: string): Table<Run> {
  return {
    name,
    columns: [
      { name: 'run', type: 'UInt64', value: (row) => row.run },
      { name: 'attempt', type: 'UInt64', value: (row) => BigInt(row.attempt).toString(16).padStart(16, '0') },
      { name: 'at', type: "DateTime64(3, 'UTC')", value: (row) => row.atMs },
      { name: 'logs', type: 'Array(String)', value: (row) => row.marks.map(logName) },
      { name: 'offsets', type: 'Array(String)', value: (row) => row.marks.map(({ offset }) => String(offset)) },
      { name: 'behind', type: 'UInt64', value: (row) => row.behind },
      { name: 'removed', type: 'Array(String)', value: (row) => row.removed },
    ],
  };
}
