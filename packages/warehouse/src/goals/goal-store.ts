/** Goals in the warehouse, for any driver. */
import { generateId, revocationMsMax } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { type Goal, type GoalInput, goalLimits } from '@footfall/schemas';
import type { Warehouse } from '../driver/port.ts';
import { Snapshot } from '../keys/snapshot.ts';
import { createdGoalsTable, goalEndsTable, readGoals } from '../schema/tables/goals.ts';

/** All methods reject with UNAVAILABLE when the store does not answer. What another process has changed is known within five seconds. */
export interface GoalStore {
  /** Those of a workspace, oldest first. */
  goalsOf(workspaceId: string): Promise<readonly Goal[]>;
  /** Undefined when unknown or removed. */
  findGoal(goalId: string): Promise<Goal | undefined>;
  /** Rejects with CONFLICT when the workspace has as many as it can have. */
  createGoal(workspaceId: string, input: GoalInput): Promise<Goal>;
  /** Rejects with NOT_FOUND when there is none. */
  removeGoal(goalId: string): Promise<void>;
  /** Called when another process has changed something: what is remembered counts no more. */
  forget(): void;
}

/** As people's: what another process has removed is gone in time, with a second to read it; what it made is found almost at once. */
const snapshotLimits = { ageMsMax: revocationMsMax - 1_000, unknownAgeMsMax: 100 };

/** The goals that were not removed, as every request looks them up. */
interface Contents {
  byId: ReadonlyMap<string, Goal>;
  byWorkspace: ReadonlyMap<string, readonly Goal[]>;
}

/** The goal store in `warehouse`. One object of it serves a whole process. */
export function createGoalStore(warehouse: Warehouse, now: () => number = Date.now): GoalStore {
  const snapshot = new Snapshot(() => readContents(warehouse), snapshotLimits);
  // The next look-up sees the change, even when it failed halfway.
  const change = <Result>(work: () => Promise<Result>) =>
    warehouse.alone('goals', work).finally(() => snapshot.forget());

  return {
    async goalsOf(workspaceId) {
      return (await snapshot.find(({ byWorkspace }) => byWorkspace.get(workspaceId) ?? none)) ?? none;
    },
    findGoal: (goalId) => snapshot.find(({ byId }) => byId.get(goalId)),
    createGoal: (workspaceId, { name, type, path, props, valueProp }) =>
      change(async () => {
        const { length } = (await readGoals(warehouse)).filter((goal) => goal.workspaceId === workspaceId);
        if (length >= goalLimits.goalsMax) {
          throw new AppError('CONFLICT', `A workspace can have at most ${goalLimits.goalsMax} goals; remove one first`);
        }
        const goal: Goal = {
          goalId: generateId('goal'),
          workspaceId,
          name,
          ...(type !== undefined && { type }),
          ...(path !== undefined && { path }),
          ...(props !== undefined && { props }),
          ...(valueProp !== undefined && { valueProp }),
        };
        await warehouse.insert(createdGoalsTable, [{ ...goal, createdAtMs: now() }]);
        return goal;
      }),
    removeGoal: (goalId) =>
      change(async () => {
        const isKnown = (await readGoals(warehouse)).some((goal) => goal.goalId === goalId);
        if (!isKnown) throw new AppError('NOT_FOUND', 'No such goal');
        await warehouse.insert(goalEndsTable, [{ goalId, endedAtMs: now() }]);
      }),
    forget: () => snapshot.forget(),
  };
}

const none: readonly Goal[] = [];

async function readContents(warehouse: Warehouse): Promise<Contents> {
  const byId = new Map<string, Goal>();
  const byWorkspace = new Map<string, Goal[]>();
  for (const goal of await readGoals(warehouse)) {
    byId.set(goal.goalId, goal);
    const goals = byWorkspace.get(goal.workspaceId);
    if (goals) goals.push(goal);
    else byWorkspace.set(goal.workspaceId, [goal]);
  }
  return { byId, byWorkspace };
}
