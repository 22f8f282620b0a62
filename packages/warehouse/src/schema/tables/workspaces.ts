/** The tables of workspaces and their deletions. */
import { type Plan, plans, type Workspace } from '@footfall/schemas';
import { z } from 'zod';
import type { Table, Warehouse } from '../../driver/port.ts';
import { readRows } from '../../driver/read-rows.ts';
import { optionalText } from './stored-values.ts';

/** One state of a workspace; the highest version counts. */
export interface WorkspaceRow {
  workspaceId: string;
  version: number;
  name: string;
  plan: Plan;
  domain: string | null;
  timezone: string | null;
  allowedOrigins: string[];
  /** Epoch milliseconds. */
  createdAt: number;
}

export const workspacesTable: Table<WorkspaceRow> = {
  name: 'workspaces',
  columns: [
    { name: 'workspace_id', type: 'String', value: (row) => row.workspaceId },
    { name: 'version', type: 'UInt64', value: (row) => row.version },
    { name: 'name', type: 'String', value: (row) => row.name },
    { name: 'plan', type: 'String', value: (row) => row.plan },
    { name: 'domain', type: 'String', value: (row) => row.domain ?? '' },
    { name: 'timezone', type: 'String', value: (row) => row.timezone ?? '' },
    { name: 'allowed_origins', type: 'Array(String)', value: (row) => row.allowedOrigins },
    { name: 'created_at', type: "DateTime64(3, 'UTC')", value: (row) => row.createdAt },
  ],
};

export const workspaceDeletionsTable: Table<{ workspaceId: string; deletedAt: number }> = {
  name: 'workspace_deletions',
  columns: [
    { name: 'workspace_id', type: 'String', value: (row) => row.workspaceId },
    { name: 'deleted_at', type: "DateTime64(3, 'UTC')", value: (row) => row.deletedAt },
  ],
};

const storedWorkspace = z.object({
  workspaceId: z.string(),
  version: z.number(),
  name: z.string(),
  plan: z.enum(plans),
  domain: optionalText,
  timezone: optionalText,
  allowedOrigins: z.array(z.string()),
  createdAt: z.number(),
});

/** Selects the workspaces that are not deleted, oldest first. */
export function readWorkspaces(warehouse: Pick<Warehouse, 'read'>): Promise<WorkspaceRow[]> {
  return readRows(warehouse, storedWorkspace, {
    sql: `SELECT workspace_id AS workspaceId, version, name, plan, domain, timezone, allowed_origins AS allowedOrigins,
            toUnixTimestamp64Milli(created_at) AS createdAt
          FROM workspaces FINAL
          WHERE workspace_id NOT IN (SELECT workspace_id FROM workspace_deletions)
          ORDER BY created_at, workspace_id`,
  });
}

/** Returns the workspace of a row, as it is shown. */
export function toWorkspace(row: WorkspaceRow): Workspace {
  const { workspaceId, name, plan, domain, timezone, allowedOrigins, createdAt } = row;
  return { workspaceId, name, plan, domain, timezone, allowedOrigins, createdAt: new Date(createdAt).toISOString() };
}
