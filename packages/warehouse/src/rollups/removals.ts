/** Events that were taken out of `events` after the rollups may have counted them. */
import type { Warehouse } from '../driver/port.ts';
import { logName, type Run } from './marks.ts';
import type { RollupTables } from './tables.ts';

/** At most so many at a time: a run names each. */
const removalsMax = 1_000;

const place = "concat(incarnation, ':', toString(`partition`), ':', toString(`offset`))";

/**
 * Places of removed events that `last` and the runs before it have counted and not taken off; those whose event is still
 * in `events` wait until it is gone. Undefined when there is no removed event at all, as nearly always.
 */
export async function findRemovals(
  warehouse: Pick<Warehouse, 'read'>,
  tables: RollupTables,
  last: Run,
): Promise<string[] | undefined> {
  const removed = tables('removed_events');
  const [kept] = await warehouse.read<{ events: number }>({ sql: `SELECT count() AS events FROM ${removed}` });
  if (!kept || kept.events === 0) return undefined;
  const rows = await warehouse.read<{ place: string }>({
    sql: `SELECT DISTINCT ${place} AS place
          FROM ${removed}
          WHERE \`offset\` < transform(concat(incarnation, ':', toString(\`partition\`)),
              {logs:Array(String)}, CAST({offsets:Array(String)} AS Array(UInt64)), toUInt64(0))
            AND place NOT IN {done:Array(String)}
            AND (workspace_id, toStartOfHour(timestamp), id, ${place}) NOT IN (
              SELECT workspace_id, toStartOfHour(timestamp), id, ${place} FROM events
              WHERE (workspace_id, toStartOfHour(timestamp)) IN (
                SELECT workspace_id, toStartOfHour(timestamp) FROM ${removed}))
          ORDER BY place
          LIMIT ${removalsMax}`,
    params: {
      logs: last.marks.map(logName),
      offsets: last.marks.map(({ offset }) => String(offset)),
      done: [...last.removed],
    },
  });
  return rows.map((row) => row.place);
}

/** Forgets removals that the run has taken off. */
export async function forgetRemovals(
  warehouse: Pick<Warehouse, 'command'>,
  tables: RollupTables,
  { removed }: Run,
): Promise<void> {
  if (removed.length === 0) return;
  await warehouse.command({
    sql: `ALTER TABLE ${tables('removed_events')} DELETE WHERE ${place} IN {places:Array(String)} SETTINGS mutations_sync = 2`,
    params: { places: [...removed] },
  });
}
