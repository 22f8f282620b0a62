/** The admin API of workspaces. */
import { AppError } from '@footfall/errors';
import { type Plan, workspaceInputSchema, workspacePatchSchema, workspaceSchema } from '@footfall/schemas';
import { roleIn } from '@footfall/warehouse';
import { z } from 'zod';
import type { AdminDeps } from '../admin-deps.ts';
import { defineRoute } from '../route.ts';

const workspace = workspaceSchema.meta({ id: 'Workspace' });

export const listWorkspaces = defineRoute({
  id: 'listWorkspaces',
  summary: 'List workspaces.',
  method: 'get',
  path: '/workspaces',
  data: z.array(workspaceSchema).meta({ id: 'Workspaces' }),
  async handle({ keyStore }, { actor }) {
    const all = await keyStore.listWorkspaces();
    if (actor.kind !== 'person') return all;
    return all.filter(({ workspaceId }) => roleIn(actor.person, workspaceId) !== undefined);
  },
});

export const createWorkspace = defineRoute({
  id: 'createWorkspace',
  summary: 'Create a workspace.',
  method: 'post',
  path: '/workspaces',
  body: workspaceInputSchema.meta({ id: 'WorkspaceInput' }),
  data: workspace,
  status: 201,
  handle: ({ keyStore }, { body }) => keyStore.createWorkspace(body),
});

export const showWorkspace = defineRoute({
  id: 'showWorkspace',
  summary: 'Show a workspace.',
  method: 'get',
  path: '/workspaces/:workspaceId',
  data: workspace,
  handle: ({ keyStore }, { params }) => keyStore.getWorkspace(params.workspaceId),
});

export const changeWorkspace = defineRoute({
  id: 'changeWorkspace',
  summary: 'Change a workspace.',
  method: 'patch',
  path: '/workspaces/:workspaceId',
  body: workspacePatchSchema.meta({ id: 'WorkspacePatch' }),
  data: workspace,
  async handle(deps, { actor, params, body }) {
    if (actor.kind === 'person' && !actor.person.isOwner) await requireSamePlan(deps, params.workspaceId, body.plan);
    return deps.keyStore.updateWorkspace(params.workspaceId, body);
  },
});

export const deleteWorkspace = defineRoute({
  id: 'deleteWorkspace',
  summary: 'Delete a workspace with its keys and its events.',
  method: 'delete',
  path: '/workspaces/:workspaceId',
  data: workspaceSchema
    .pick({ workspaceId: true })
    .extend({ deleted: z.boolean().describe('Always true. The events are then removed in the background.') })
    .meta({ id: 'WorkspaceDeleted' }),
  async handle({ keyStore }, { params: { workspaceId } }) {
    await keyStore.deleteWorkspace(workspaceId);
    return { workspaceId, deleted: true };
  },
});

/** Rejects with FORBIDDEN if `plan` is another one than the workspace has. */
async function requireSamePlan({ keyStore }: AdminDeps, workspaceId: string, plan: Plan | undefined): Promise<void> {
  if (plan === undefined || plan === (await keyStore.getWorkspace(workspaceId)).plan) return;
  throw new AppError('FORBIDDEN', 'Only an owner can change the plan');
}
