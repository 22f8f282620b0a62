/** The admin API of goals. */
import { noSuch } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { always, goalInputSchema, goalSchema } from '@footfall/schemas';
import type { ShareRecord } from '@footfall/warehouse';
import { z } from 'zod';
import { defineRoute } from '../route.ts';

export const listGoals = defineRoute({
  id: 'listGoals',
  summary: 'List the goals of a workspace.',
  method: 'get',
  path: '/workspaces/:workspaceId/goals',
  data: z.array(goalSchema).meta({ id: 'Goals' }),
  handle: ({ goals }, { params }) => goals.listOf(params.workspaceId),
});

export const createGoal = defineRoute({
  id: 'createGoal',
  summary: 'Create a goal.',
  method: 'post',
  path: '/workspaces/:workspaceId/goals',
  body: goalInputSchema.meta({ id: 'GoalInput' }),
  data: goalSchema.meta({ id: 'Goal' }),
  status: 201,
  handle: ({ goals }, { params, body }) => goals.create(params.workspaceId, body),
});

/** Rejects with CONFLICT if an open share filters by the goal: without it, the share would have no results. */
export const removeGoal = defineRoute({
  id: 'removeGoal',
  summary: 'Remove a goal.',
  method: 'delete',
  path: '/workspaces/:workspaceId/goals/:goalId',
  data: goalSchema.pick({ goalId: true }).extend({ removed: always }).meta({ id: 'GoalRemoved' }),
  async handle({ goals, people, now }, { params: { workspaceId, goalId } }) {
    const goal = await goals.find(goalId);
    if (goal?.workspaceId !== workspaceId) throw noSuch('goal', goalId);
    const share = (await people.listShares()).find((one) => isFilteredBy(one, goalId) && isOpen(one, now()));
    if (share) {
      const shown = JSON.stringify(share.name || share.shareId);
      throw new AppError('CONFLICT', `The share ${shown} filters by this goal; revoke the share first`);
    }
    await goals.remove(goalId);
    return { goalId, removed: true };
  },
});

function isFilteredBy({ filters }: ShareRecord, goalId: string): boolean {
  return filters.some((filter) => filter === `goal:is:${goalId}` || filter === `goal:is_not:${goalId}`);
}

function isOpen({ expiresAtMs }: ShareRecord, nowMs: number): boolean {
  return expiresAtMs === null || expiresAtMs > nowMs;
}
