/** The admin API of workspaces. */
import { roleIn } from '@footfall/auth';
import { workspaceInputSchema, workspacePatchSchema } from '@footfall/schemas';
import type { AdminDeps } from '../admin-deps.ts';
import { readBody } from './input.ts';
import { announceChange } from './announce.ts';
import type { Handlers } from '../route.ts';

export function workspaceRoutes(deps: AdminDeps) {
  const { keyStore } = deps;
  return {
    async 'GET /workspaces'({ actor }) {
      const all = await keyStore.listWorkspaces();
      if (actor.kind !== 'person') return { data: all };
      return { data: all.filter(({ workspaceId }) => roleIn(actor.person, workspaceId) !== undefined) };
    },
    async 'POST /workspaces'({ request }) {
      const workspace = await keyStore.createWorkspace(readBody(workspaceInputSchema, request));
      await announceChange(deps);
      return { status: 201, data: workspace };
    },
    async 'GET /workspaces/:workspaceId'({ id }) {
      return { data: await keyStore.getWorkspace(id('workspaceId')) };
    },
    async 'PATCH /workspaces/:workspaceId'({ request, id }) {
      const patch = readBody(workspacePatchSchema, request);
      const workspace = await keyStore.updateWorkspace(id('workspaceId'), patch);
      await announceChange(deps);
      return { data: workspace };
    },
    async 'DELETE /workspaces/:workspaceId'({ id }) {
      const workspaceId = id('workspaceId');
      await keyStore.deleteWorkspace(workspaceId);
      await announceChange(deps);
      return { data: { workspaceId, deleted: true } };
    },
  } satisfies Partial<Handlers>;
}
