/** How the rollups are: how far they have come, how large they are, and whether they are being rebuilt. */
import { z } from 'zod';
import type { Warehouse } from '../driver/port.ts';
import { integer, readRows } from '../queries/sql/read-rows.ts';
import { readLastRun } from './marks.ts';
import { readLatestRebuild, type Rebuild } from './rebuild-requests.ts';
import { liveTables, rollupTargets } from './tables.ts';

export interface RollupsState {
  /** 0 before the first. */
  run: number;
  /** When the last run was made, ISO 8601, and how long ago. A run is made only when there is something to do. */
  at: string | null;
  ageSeconds: number | null;
  /** Stored, seen by the runs, and not yet seen. */
  events: number;
  eventsSeen: number;
  eventsBehind: number;
  /** `bytes` on disk. */
  tables: readonly { table: string; rows: number; bytes: number }[];
  /** The one that was asked for last. */
  rebuild: Rebuild | null;
}

const eventsRow = z.object({ stored: integer, seen: integer });
const eventsSql = `
  SELECT (SELECT count() FROM events) AS stored,
    (SELECT toUInt64(greatest(sum(occurrences), 0)) FROM counters
     WHERE dimension = 'all' AND grain = 'day' AND workspace_id != '') AS seen`;

const tableRow = z.object({ table: z.string(), rows: integer, bytes: integer });
const tableNames = [...new Set(rollupTargets.map(({ table }) => table))].map((table) => `'${table}'`);
const tablesSql = `
  SELECT name AS table, ifNull(total_rows, 0) AS rows, ifNull(total_bytes, 0) AS bytes
  FROM system.tables
  WHERE database = currentDatabase() AND name IN (${tableNames.join(', ')})
  ORDER BY name`;

export async function readRollupsState(warehouse: Pick<Warehouse, 'read'>, now: () => number): Promise<RollupsState> {
  const { run, atMs } = await readLastRun(warehouse, liveTables);
  const [events = { stored: 0, seen: 0 }] = await readRows(warehouse, eventsRow, { sql: eventsSql });
  return {
    run,
    at: run === 0 ? null : new Date(atMs).toISOString(),
    ageSeconds: run === 0 ? null : Math.max(0, Math.round((now() - atMs) / 1000)),
    events: events.stored,
    eventsSeen: events.seen,
    eventsBehind: Math.max(0, events.stored - events.seen),
    tables: await readRows(warehouse, tableRow, { sql: tablesSql }),
    rebuild: (await readLatestRebuild(warehouse)) ?? null,
  };
}
