/** Rebuilds of the rollups that were asked for: who asks writes a row, and who rolls up sees it and says how far it is. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Table, Warehouse } from '../driver/port.ts';
import { integer, readRows } from '../queries/sql/read-rows.ts';

const rebuildStates = ['requested', 'running', 'exchanging', 'done', 'failed'] as const;
type RebuildState = (typeof rebuildStates)[number];

/** As it is shown. Times are ISO 8601. */
export interface Rebuild {
  rebuildId: string;
  state: RebuildState;
  requestedAt: string;
  /** Offsets of the logs: seen, and to see. */
  done: number;
  total: number;
  finishedAt: string | null;
  /** Why it failed. */
  error: string | null;
}

/** As it is stored. */
export interface RebuildRow {
  rebuildId: string;
  version: number;
  state: RebuildState;
  requestedAtMs: number;
  done: number;
  total: number;
  /** 0 while it is not finished. */
  finishedAtMs: number;
  error: string;
  /** While it exchanges: the new tables, as `<name> <uuid>`. */
  tables: readonly string[];
}

const rebuildsTable: Table<RebuildRow> = {
  name: 'rollup_rebuilds',
  columns: [
    { name: 'rebuild_id', type: 'String', value: (row) => row.rebuildId },
    { name: 'version', type: 'UInt64', value: (row) => row.version },
    { name: 'state', type: 'String', value: (row) => row.state },
    { name: 'requested_at', type: "DateTime64(3, 'UTC')", value: (row) => row.requestedAtMs },
    { name: 'done', type: 'UInt64', value: (row) => row.done },
    { name: 'total', type: 'UInt64', value: (row) => row.total },
    { name: 'finished_at', type: "DateTime64(3, 'UTC')", value: (row) => row.finishedAtMs },
    { name: 'error', type: 'String', value: (row) => row.error },
    { name: 'tables', type: 'Array(String)', value: (row) => row.tables },
  ],
};

const storedRow = z.object({
  rebuildId: z.string(),
  version: integer,
  state: z.enum(rebuildStates),
  requestedAtMs: integer,
  done: integer,
  total: integer,
  finishedAtMs: integer,
  error: z.string(),
  tables: z.array(z.string()),
});

const rowsSql = `
  SELECT rebuild_id AS rebuildId, version, state, toUnixTimestamp64Milli(requested_at) AS requestedAtMs, done, total,
    toUnixTimestamp64Milli(finished_at) AS finishedAtMs, error, tables
  FROM rollup_rebuilds FINAL`;

/** Asks for a rebuild; gives the one that was asked for before when that is not finished. */
export async function requestRebuild(
  warehouse: Pick<Warehouse, 'read' | 'insert'>,
  now: () => number,
): Promise<Rebuild> {
  const open = await readOpenRebuild(warehouse);
  if (open) return toRebuild(open);
  const row: RebuildRow = {
    rebuildId: randomUUID(),
    version: 1,
    state: 'requested',
    requestedAtMs: now(),
    done: 0,
    total: 0,
    finishedAtMs: 0,
    error: '',
    tables: [],
  };
  await warehouse.insert(rebuildsTable, [row]);
  return toRebuild(row);
}

/** Undefined when nobody asked for such a rebuild. */
export async function readRebuild(warehouse: Pick<Warehouse, 'read'>, rebuildId: string): Promise<Rebuild | undefined> {
  const sql = `${rowsSql} WHERE rebuild_id = {rebuildId:String}`;
  const [row] = await readRows(warehouse, storedRow, { sql, params: { rebuildId } });
  return row && toRebuild(row);
}

/** The one that was asked for last. */
export async function readLatestRebuild(warehouse: Pick<Warehouse, 'read'>): Promise<Rebuild | undefined> {
  const sql = `${rowsSql} ORDER BY requested_at DESC, rebuild_id DESC LIMIT 1`;
  const [row] = await readRows(warehouse, storedRow, { sql });
  return row && toRebuild(row);
}

/** The one to work at: of those that are not finished the one that was asked for first. */
export async function readOpenRebuild(warehouse: Pick<Warehouse, 'read'>): Promise<RebuildRow | undefined> {
  const sql = `${rowsSql} WHERE state NOT IN ('done', 'failed') ORDER BY requested_at, rebuild_id LIMIT 1`;
  const [row] = await readRows(warehouse, storedRow, { sql });
  return row;
}

/** Writes down what has changed; gives the row as it is now. */
export async function updateRebuild(
  warehouse: Pick<Warehouse, 'insert'>,
  row: RebuildRow,
  changed: Partial<Omit<RebuildRow, 'rebuildId' | 'version' | 'requestedAtMs'>>,
): Promise<RebuildRow> {
  const next = { ...row, ...changed, version: row.version + 1 };
  await warehouse.insert(rebuildsTable, [next]);
  return next;
}

function toRebuild({ requestedAtMs, finishedAtMs, error, ...row }: RebuildRow): Rebuild {
  const { rebuildId, state, done, total } = row;
  return {
    rebuildId,
    state,
    requestedAt: new Date(requestedAtMs).toISOString(),
    done,
    total,
    finishedAt: finishedAtMs === 0 ? null : new Date(finishedAtMs).toISOString(),
    error: error === '' ? null : error,
  };
}
