/** Removes what is stored of deleted workspaces. */
import type { Warehouse } from '../driver/port.ts';
import { targets } from './targets.ts';

const ofDeletedWorkspaces = 'workspace_id IN (SELECT workspace_id FROM workspace_deletions)';

const tables = ['events', ...targets.map(({ table }) => table)];
const left = tables.map((table) => `SELECT '${table}' AS name FROM ${table} WHERE ${ofDeletedWorkspaces} LIMIT 1`);

/**
 * Resolves once nothing of a deleted workspace is left; also of events that were still on their way when it was deleted,
 * or whose removal a kill cut short. Each table's order begins with the workspace, so that looking costs little.
 */
export async function purgeDeletedWorkspaces(warehouse: Pick<Warehouse, 'read' | 'command'>): Promise<void> {
  const deleted = await warehouse.read({ sql: 'SELECT 1 FROM workspace_deletions LIMIT 1' });
  if (deleted.length === 0) return;
  const found = await warehouse.read<{ name: string }>({ sql: left.map((each) => `(${each})`).join(' UNION ALL ') });
  for (const { name } of found) {
    await warehouse.command({
      sql: `ALTER TABLE ${name} DELETE WHERE ${ofDeletedWorkspaces} SETTINGS mutations_sync = 2`,
    });
  }
}
