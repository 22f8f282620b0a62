/** Goals: pageviews or events that a site wants from its visitors. */
import { generateId } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { canonicalPath, type Goal, type GoalInput, goalLimits, propsSchema } from '@footfall/schemas';
import { z } from 'zod';
import type { Table, Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import { type BelongingStore, createBelongingStore, type Kind } from './belonging-store.ts';
import { hasNotEnded, momentsTable, time } from './stored-values.ts';

export const createdGoalsTable: Table<Goal & { createdAtMs: number }> = {
  name: 'goals',
  columns: [
    { name: 'goal_id', type: 'String', value: (row) => row.goalId },
    { name: 'workspace_id', type: 'String', value: (row) => row.workspaceId },
    { name: 'name', type: 'String', value: (row) => row.name },
    { name: 'type', type: 'String', value: (row) => row.type ?? '' },
    { name: 'path', type: 'String', value: (row) => row.path ?? '' },
    { name: 'props', type: 'String', value: (row) => (row.props ? JSON.stringify(row.props) : '') },
    { name: 'value_prop', type: 'String', value: (row) => row.valueProp ?? '' },
    { name: 'created_at', type: time, value: (row) => row.createdAtMs },
  ],
};

export const goalEndsTable = momentsTable('goals', 'goal_id', 'ended_at');

const storedGoal = z
  .object({
    goalId: z.string(),
    workspaceId: z.string(),
    name: z.string(),
    type: z.string(),
    path: z.string(),
    props: z.string(),
    valueProp: z.string(),
  })
  .transform(({ goalId, workspaceId, name, type, path, props, valueProp }): Goal => ({
    goalId,
    workspaceId,
    name,
    ...(type !== '' && { type }),
    // Earlier versions stored paths as they were sent.
    ...(path !== '' && { path: canonicalPath(path) }),
    ...(props !== '' && { props: propsSchema.parse(JSON.parse(props)) }),
    ...(valueProp !== '' && { valueProp }),
  }));

/** Selects the goals that were not removed, oldest first; includes those of deleted workspaces until a purge. */
export function readGoals(warehouse: Pick<Warehouse, 'read'>): Promise<Goal[]> {
  return readRows(warehouse, storedGoal, {
    sql: `SELECT goal_id AS goalId, workspace_id AS workspaceId, name, type, path, props, value_prop AS valueProp
          FROM goals FINAL
          WHERE ${hasNotEnded}
          ORDER BY created_at, goal_id`,
  });
}

/** Lists them oldest first. */
export type GoalStore = BelongingStore<Goal, GoalInput>;

const goals: Kind<Goal, GoalInput> = {
  noun: 'goal',
  countMax: goalLimits.goalsMax,
  requireWithinLimits,
  idOf: ({ goalId }) => goalId,
  make: (workspaceId, { name, type, path, props, valueProp }) => ({
    goalId: generateId('goal'),
    workspaceId,
    name,
    ...(type !== undefined && { type }),
    ...(path !== undefined && { path }),
    ...(props !== undefined && { props }),
    ...(valueProp !== undefined && { valueProp }),
  }),
  createdTable: createdGoalsTable,
  endsTable: goalEndsTable,
  readAll: readGoals,
};

/** Returns the goal store in `warehouse`. Create one per process. */
export function createGoalStore(warehouse: Warehouse, now: () => number): GoalStore {
  return createBelongingStore(warehouse, now, goals);
}

function requireWithinLimits(input: GoalInput, others: readonly Goal[]): void {
  const { propsMax } = goalLimits;
  const count = [input, ...others].reduce((sum, { props = {} }) => sum + Object.keys(props).length, 0);
  if (count <= propsMax) return;
  throw new AppError(
    'CONFLICT',
    `The goals of a workspace can have at most ${propsMax} properties together, got ${count}; remove a goal first`,
  );
}
