/** Workspaces and their deletions. */
import { generateId, noSuch } from '@footfall/auth';
import {
  defaultPlan,
  originsOf,
  plans,
  type Workspace,
  type WorkspaceInput,
  type WorkspacePatch,
} from '@footfall/schemas';
import { z } from 'zod';
import type { Table, Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import { purgeDeletedWorkspaces } from '../rollups/purge.ts';
import type { StoreBase } from './store-base.ts';
import { momentsTable, optionalText, time } from './stored-values.ts';

const storedWorkspace = z.object({
  workspaceId: z.string(),
  version: z.number(),
  name: z.string(),
  plan: z.enum(plans),
  domain: optionalText,
  timezone: optionalText,
  allowedOrigins: z.array(z.string()),
  /** Epoch milliseconds. */
  createdAt: z.number(),
});

/** One state of a workspace; the highest version counts. */
type WorkspaceRow = z.output<typeof storedWorkspace>;

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
    { name: 'created_at', type: time, value: (row) => row.createdAt },
  ],
};

export const workspaceDeletionsTable = momentsTable('workspace_deletions', 'workspace_id', 'deleted_at');

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

export function workspacesIn({ warehouse, now, append, change }: StoreBase) {
  return {
    async createWorkspace(input: WorkspaceInput): Promise<Workspace> {
      const domain = input.domain ?? null;
      const row: WorkspaceRow = {
        workspaceId: generateId('ws'),
        version: 1,
        name: input.name,
        plan: input.plan ?? defaultPlan,
        domain,
        timezone: input.timezone ?? null,
        allowedOrigins: input.allowedOrigins ?? originsOf(domain),
        createdAt: now(),
      };
      await append(workspacesTable, [row]);
      return toWorkspace(row);
    },
    async listWorkspaces(): Promise<Workspace[]> {
      return (await readWorkspaces(warehouse)).map(toWorkspace);
    },
    async getWorkspace(workspaceId: string): Promise<Workspace> {
      return toWorkspace(await requireWorkspace(warehouse, workspaceId));
    },
    updateWorkspace: (workspaceId: string, patch: WorkspacePatch): Promise<Workspace> =>
      change(async () => {
        const before = await requireWorkspace(warehouse, workspaceId);
        const domain = patch.domain === undefined ? before.domain : patch.domain;
        // Origins that were not set explicitly follow the domain.
        const isDefault = String(before.allowedOrigins) === String(originsOf(before.domain));
        const row: WorkspaceRow = {
          ...before,
          // Later than the version that it replaces, even if the clock was set back.
          version: Math.max(before.version + 1, now()),
          name: patch.name ?? before.name,
          plan: patch.plan ?? before.plan,
          domain,
          timezone: patch.timezone === undefined ? before.timezone : patch.timezone,
          allowedOrigins: patch.allowedOrigins ?? (isDefault ? originsOf(domain) : before.allowedOrigins),
        };
        await warehouse.insert(workspacesTable, [row]);
        return toWorkspace(row);
      }),
    /** Revokes the workspace's keys and deletes its events. Resolves once the deletion is stored; the events are removed in the background. */
    async deleteWorkspace(workspaceId: string): Promise<void> {
      await change(async () => {
        await requireWorkspace(warehouse, workspaceId);
        // This row alone ends every key of the workspace.
        await warehouse.insert(workspaceDeletionsTable, [{ id: workspaceId, atMs: now() }]);
      });
      // The workspace is deleted even if this fails: the consumer does it again.
      await purgeDeletedWorkspaces(warehouse).catch(() => undefined);
    },
  };
}

/** Resolves with the row of a workspace. Rejects with NOT_FOUND if there is none. */
export async function requireWorkspace(warehouse: Pick<Warehouse, 'read'>, workspaceId: string): Promise<WorkspaceRow> {
  const found = (await readWorkspaces(warehouse)).find((row) => row.workspaceId === workspaceId);
  if (!found) throw noSuch('workspace', workspaceId);
  return found;
}

function toWorkspace({ version: _version, createdAt, ...row }: WorkspaceRow): Workspace {
  return { ...row, createdAt: new Date(createdAt).toISOString() };
}
