/** Workspaces in the warehouse. */
import { generateId } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { defaultPlan, originsOf, type Workspace, type WorkspaceInput, type WorkspacePatch } from '@footfall/schemas';
import type { Warehouse } from '../driver/port.ts';
import { purgeDeletedWorkspaces } from '../rollups/purge.ts';
import {
  readWorkspaces,
  toWorkspace,
  workspaceDeletionsTable,
  type WorkspaceRow,
  workspacesTable,
} from '../schema/tables/workspaces.ts';
import type { KeysBase } from './identities.ts';

export function workspacesIn({ warehouse, now, append, change }: KeysBase) {
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
      return toWorkspace(await workspaceOf(warehouse, workspaceId));
    },
    updateWorkspace: (workspaceId: string, patch: WorkspacePatch): Promise<Workspace> =>
      change(async () => {
        const before = await workspaceOf(warehouse, workspaceId);
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
        await workspaceOf(warehouse, workspaceId);
        // This row alone ends every key of the workspace.
        await warehouse.insert(workspaceDeletionsTable, [{ workspaceId, deletedAt: now() }]);
      });
      // The workspace is deleted even if this fails: the next start does it again.
      await purgeDeletedWorkspaces(warehouse).catch(() => undefined);
    },
  };
}

/** Resolves with the row of a workspace. Rejects with NOT_FOUND if there is none. */
export async function workspaceOf(warehouse: Pick<Warehouse, 'read'>, workspaceId: string): Promise<WorkspaceRow> {
  const found = (await readWorkspaces(warehouse)).find((row) => row.workspaceId === workspaceId);
  if (!found) throw new AppError('NOT_FOUND', 'No such workspace');
  return found;
}
