/** The admin API of goals. */
import type { ShareRecord } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { goalInputSchema } from '@footfall/schemas';
import type { AdminDeps } from '../admin-deps.ts';
import { readBody } from './input.ts';
import { announceChange } from './announce.ts';
import type { Handlers } from '../route.ts';

export function goalRoutes(deps: AdminDeps) {
  const { goals, keyStore, people, now } = deps;
  const remove = async (goalId: string) => {
    const share = (await people.listShares()).find((one) => isFilteredBy(one, goalId) && isOpen(one, now()));
    // Without the goal, the share could answer nothing.
    if (share) {
      const shown = JSON.stringify(share.name || share.shareId);
      throw new AppError('CONFLICT', `The share ${shown} filters by this goal; revoke the share first`);
    }
    await goals.remove(goalId);
    await announceChange(deps);
    return { data: { goalId, removed: true } };
  };
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
    async 'DELETE /workspaces/:workspaceId/goals/:goalId'({ id }) {
      const goal = await goals.find(id('goalId'));
      if (goal?.workspaceId !== id('workspaceId')) throw new AppError('NOT_FOUND', 'No such goal');
      return remove(goal.goalId);
    },
    'DELETE /goals/:goalId': ({ id }) => remove(id('goalId')),
  } satisfies Partial<Handlers>;
}

function isFilteredBy({ filters }: ShareRecord, goalId: string): boolean {
  return filters.some((filter) => filter === `goal:is:${goalId}` || filter === `goal:is_not:${goalId}`);
}

function isOpen({ expiresAtMs }: ShareRecord, nowMs: number): boolean {
  return expiresAtMs === null || expiresAtMs > nowMs;
}
