/** The state of the rollups: how far they have come, and how large they are. */
import type { Rollups } from '@footfall/schemas';
import { z } from 'zod';
import type { Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import { isReset, readLastBatch } from './batch.ts';
import { targets } from './targets.ts';

const eventsRow = z.object({ stored: z.int(), rolledUp: z.int() });
/** The engine removes the rows of deleted workspaces in the background, from one table after another. */
const isPresent = 'workspace_id NOT IN (SELECT workspace_id FROM workspace_deletions)';
const eventsSql = `
  SELECT (SELECT count() FROM events WHERE ${isPresent}) AS stored,
    (SELECT toUInt64(sum(breakdown.count)) FROM breakdown
     WHERE dimension = 'all' AND grain = 'day' AND last_seen = 0 AND ${isPresent}) AS rolledUp`;

const tableRow = z.object({ table: z.string(), rows: z.int(), bytes: z.int() });
const tablesSql = `
  SELECT name AS table, ifNull(total_rows, 0) AS rows, ifNull(total_bytes, 0) AS bytes
  FROM system.tables
  WHERE database = currentDatabase() AND name IN (${targets.map(({ table }) => `'${table}'`).join(', ')})
  ORDER BY name`;

/** Rejects with UNAVAILABLE if the store does not respond. */
export async function readRollupsState(warehouse: Pick<Warehouse, 'read'>, now: () => number): Promise<Rollups> {
  const last = await readLastBatch(warehouse);
  const { batch, atMs, isComplete } = last;
  const [events = { stored: 0, rolledUp: 0 }] = await readRows(warehouse, eventsRow, { sql: eventsSql });
  // After a reset the worker waits before it empties the tables, but nothing reads them any more.
  const eventsRolledUp = isReset(last) ? 0 : events.rolledUp;
  return {
    batch,
    at: batch === 0 ? null : new Date(atMs).toISOString(),
    ageSeconds: batch === 0 ? null : Math.max(0, Math.round((now() - atMs) / 1000)),
    isComplete,
    events: events.stored,
    eventsRolledUp,
    // The tables are read one after the other.
    lagEvents: Math.max(0, events.stored - eventsRolledUp),
    tables: await readRows(warehouse, tableRow, { sql: tablesSql }),
  };
}
