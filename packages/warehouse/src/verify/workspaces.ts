/** The workspaces that are compared, and when they have events. */
import type { Warehouse } from '../driver/port.ts';
import { bindRange, inRange } from '../queries/sql/events.ts';
import type { Range } from '../queries/sql/range.ts';
import type { Run } from '../rollups/marks.ts';
import type { Hour } from './ranges.ts';
import { readSeen } from './settled.ts';

export interface Workspace {
  id: string;
  /** That the run has seen. */
  events: number;
  /** With events, in the range. */
  days: number;
}

/** All but deleted ones, by id; only one of them unless `only` is ''. */
export function readWorkspaces(
  warehouse: Pick<Warehouse, 'read'>,
  run: Run,
  range: Range,
  only: string,
): Promise<Workspace[]> {
  return readSeen<Workspace>(warehouse, run, {
    sql: `
  SELECT workspace_id AS id, count() AS events, uniqExactIf(toStartOfDay(toStartOfHour(timestamp), 'UTC'), timestamp >= ${bound('startMs')} AND timestamp < ${bound('endMs')}) AS days
  FROM events
  WHERE ({workspaceId:String} = '' OR workspace_id = {workspaceId:String})
    AND workspace_id NOT IN (SELECT workspace_id FROM workspace_deletions)
  GROUP BY workspace_id
  ORDER BY workspace_id`,
    params: bindRange(only, range),
  });
}

const bound = (name: string) => `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`;

/** The hours of the range in which the workspace has events, in order. */
export function readHours(
  warehouse: Pick<Warehouse, 'read'>,
  run: Run,
  range: Range,
  workspaceId: string,
): Promise<Hour[]> {
  return readSeen<Hour>(warehouse, run, {
    sql: `
  SELECT toUnixTimestamp64Milli(toDateTime64(toStartOfHour(timestamp), 3, 'UTC')) AS startMs, count() AS events
  FROM events
  WHERE ${inRange}
  GROUP BY startMs
  ORDER BY startMs`,
    params: bindRange(workspaceId, range),
  });
}
