/** Goals in the warehouse, for any driver. */
import { generateId } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { type Goal, type GoalInput, goalLimits } from '@footfall/schemas';
import type { Warehouse } from '../driver/port.ts';
import { createdGoalsTable, goalEndsTable, readGoals } from '../schema/tables/goals.ts';
import { type BelongingStore, createBelongingStore } from './belonging-store.ts';

/** Lists them oldest first. */
export type GoalStore = BelongingStore<Goal, GoalInput>;

/** Returns the goal store in `warehouse`. Create one per process. */
export function createGoalStore(warehouse: Warehouse, now: () => number): GoalStore {
  return createBelongingStore(warehouse, now, {
    noun: 'goal',
    countMax: goalLimits.goalsMax,
    requireRoom,
    idOf: ({ goalId }) => goalId,
    readAll: () => readGoals(warehouse),
    async insert(workspaceId, { name, type, path, props, valueProp }: GoalInput, createdAtMs) {
      const goal: Goal = {
        goalId: generateId('goal'),
        workspaceId,
        name,
        ...(type !== undefined && { type }),
        ...(path !== undefined && { path }),
        ...(props !== undefined && { props }),
        ...(valueProp !== undefined && { valueProp }),
      };
      await warehouse.insert(createdGoalsTable, [{ ...goal, createdAtMs }]);
      return goal;
    },
    insertEnd: (goalId, endedAtMs) => warehouse.insert(goalEndsTable, [{ goalId, endedAtMs }]),
  });
}

function requireRoom(input: GoalInput, others: readonly Goal[]): void {
  const { propsMax } = goalLimits;
  const count = [input, ...others].reduce((sum, { props = {} }) => sum + Object.keys(props).length, 0);
  if (count <= propsMax) return;
  throw new AppError(
    'CONFLICT',
    `The goals of a workspace can have at most ${propsMax} properties together, got ${count}; remove a goal first`,
  );
}
