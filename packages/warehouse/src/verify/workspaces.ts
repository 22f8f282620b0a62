/** The workspaces that are compared, and the times at which they have events. */
import type { Warehouse } from '../driver/port.ts';
import { inRange } from '../queries/sql/events.ts';
import type { Range } from '../queries/time/range.ts';
import type { Batch } from '../rollups/batch.ts';
import type { Hour } from './ranges.ts';
import { readSeen } from './settled.ts';

export interface Workspace {
  id: string;
  /** The number of events that have been rolled up. */
  events: number;
}

/** Resolves with all workspaces that are not deleted, by ID; only the workspace `only` unless it is ''. */
export function readWorkspaces(warehouse: Pick<Warehouse, 'read'>, batch: Batch, only: string): Promise<Workspace[]> {
  return readSeen<Workspace>(warehouse, batch, {
    sql: `
  SELECT workspace_id AS id, count() AS events
  FROM events
  WHERE ({workspaceId:String} = '' OR workspace_id = {workspaceId:String})
    AND workspace_id NOT IN (SELECT workspace_id FROM workspace_deletions)
  GROUP BY workspace_id
  ORDER BY workspace_id`,
    params: { workspaceId: only },
  });
}

/** Resolves with false if the workspace was deleted, or if neither it nor an event of it has ever been stored. */
export async function hasWorkspace(warehouse: Pick<Warehouse, 'read'>, workspaceId: string): Promise<boolean> {
  const found = await warehouse.read({
    sql: `
  SELECT 1 FROM (SELECT workspace_id FROM workspaces UNION ALL SELECT workspace_id FROM events)
  WHERE workspace_id = {workspaceId:String}
    AND workspace_id NOT IN (SELECT workspace_id FROM workspace_deletions)
  LIMIT 1`,
    params: { workspaceId },
  });
  return found.length > 0;
}

/** Resolves with the hours of the range in which the workspace has events, in order. */
export function readHours(
  warehouse: Pick<Warehouse, 'read'>,
  batch: Batch,
  range: Range,
  workspaceId: string,
): Promise<Hour[]> {
  return readSeen<Hour>(warehouse, batch, {
    sql: `
  SELECT toInt64(toUnixTimestamp(toStartOfHour(timestamp))) * 1000 AS startMs, count() AS events
  FROM events
  WHERE ${inRange(range)}
  GROUP BY startMs
  ORDER BY startMs`,
    params: { workspaceId },
  });
}
