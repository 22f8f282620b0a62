/** The workspaces that are compared, and the times at which they have events. */
import { inRange, isIn } from '../queries/sql/events.ts';
import type { Range } from '../queries/time/range.ts';
import type { Batch } from '../rollups/batch.ts';
import type { Hour } from './ranges.ts';
import { readSeen, type Settling } from './settled.ts';

export interface Workspace {
  id: string;
  /** The number of events that have been rolled up. */
  events: number;
  /** The number of days in the range that have events. */
  days: number;
}

/** Resolves with all workspaces that are not deleted, by ID; only the workspace `only` unless it is ''. */
export function readWorkspaces(settling: Settling, batch: Batch, range: Range, only: string): Promise<Workspace[]> {
  return readSeen<Workspace>(settling, batch, {
    sql: `
  SELECT workspace_id AS id, count() AS events,
    uniqExactIf(toDate(timestamp), ${isIn('timestamp', range)}) AS days
  FROM events
  WHERE ({workspaceId:String} = '' OR workspace_id = {workspaceId:String})
    AND workspace_id NOT IN (SELECT workspace_id FROM workspace_deletions)
  GROUP BY workspace_id
  ORDER BY workspace_id`,
    params: { workspaceId: only },
  });
}

/** Resolves with false if the workspace was deleted, or if neither it nor an event of it has ever been stored. */
export async function hasWorkspace(warehouse: Settling['warehouse'], workspaceId: string): Promise<boolean> {
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
export function readHours(settling: Settling, batch: Batch, range: Range, workspaceId: string): Promise<Hour[]> {
  return readSeen<Hour>(settling, batch, {
    sql: `
  SELECT toInt64(toUnixTimestamp(toStartOfHour(timestamp))) * 1000 AS startMs, count() AS events
  FROM events
  WHERE ${inRange(range)}
  GROUP BY startMs
  ORDER BY startMs`,
    params: { workspaceId },
  });
}
