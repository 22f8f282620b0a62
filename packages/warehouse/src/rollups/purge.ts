/** Removes the data of deleted workspaces. */
import { z } from 'zod';
import type { Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import { targets } from './targets.ts';

const ofDeletedWorkspaces = 'workspace_id IN (SELECT workspace_id FROM workspace_deletions)';

const belongings = ['annotations', 'api_keys', 'goals', 'shares', 'sign_in_links'];
const tables = ['events', ...targets.map(({ table }) => table), ...belongings];
const left = tables.map((table) => `SELECT '${table}' AS name FROM ${table} WHERE ${ofDeletedWorkspaces} LIMIT 1`);

/**
 * Makes the engine remove all rows of deleted workspaces, including events that were in transit when they were deleted. Only the rows of the workspaces themselves and of their deletion remain.
 * Resolves once the engine has recorded that. It removes them in the background and continues after a restart, because
 * rewriting the parts of a large workspace takes minutes.
 */
export async function purgeDeletedWorkspaces(warehouse: Pick<Warehouse, 'read' | 'command'>): Promise<void> {
  const deleted = await warehouse.read({ sql: 'SELECT 1 FROM workspace_deletions LIMIT 1' });
  if (deleted.length === 0) return;
  const found = await readRows(warehouse, z.object({ name: z.string() }), {
    sql: left.map((each) => `(${each})`).join(' UNION ALL '),
  });
  for (const { name } of found) {
    await warehouse.command({
      sql: `ALTER TABLE ${name} DELETE WHERE ${ofDeletedWorkspaces} SETTINGS mutations_sync = 0`,
    });
  }
}
