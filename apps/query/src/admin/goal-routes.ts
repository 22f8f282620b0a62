/** The admin API of goals. */
import { goalInputSchema } from '@footfall/schemas';
import type { AdminDeps } from './admin-deps.ts';
import { readBody } from './admin-input.ts';
import { announceChange } from './announce.ts';
import type { Handlers } from './route.ts';

export function goalRoutes(deps: AdminDeps) {
  const { goals, keyStore } = deps;
  return {
    async 'GET /workspaces/:workspaceId/goals'({ id }) {
      const { workspaceId } = await keyStore.getWorkspace(id('workspaceId'));
      return { data: await goals.listOf(workspaceId) };
    },
    async 'POST /workspaces/:workspaceId/goals'({ request, id }) {
      const input = readBody(goalInputSchema, request);
      const { workspaceId } = await keyStore.getWorkspace(id('workspaceId'));
      const goal = await goals.create(workspaceId, input);
      await announceChange(deps);
      return { status: 201, data: goal };
    },
    async 'DELETE /goals/:goalId'({ id }) {
      const goalId = id('goalId');
      await goals.remove(goalId);
      await announceChange(deps);
      return { data: { goalId, removed: true } };
    },
  } satisfies Partial<Handlers>;
}
