/** Removes the events of deleted workspaces. */
import type { Warehouse } from './port.ts';

const ofDeletedWorkspaces = 'workspace_id IN (SELECT workspace_id FROM workspace_deletions)';

/** Resolves once no event of a deleted workspace is left; also those that were still on their way when it was deleted, or whose removal a kill cut short. */
export async function purgeDeletedWorkspaces(warehouse: Pick<Warehouse, 'read' | 'command'>): Promise<void> {
  const left = await warehouse.read({ sql: `SELECT 1 FROM events WHERE ${ofDeletedWorkspaces} LIMIT 1` });
  if (left.length === 0) return;
  await warehouse.command({
    sql: `ALTER TABLE events DELETE WHERE ${ofDeletedWorkspaces} SETTINGS mutations_sync = 2`,
  });
}
