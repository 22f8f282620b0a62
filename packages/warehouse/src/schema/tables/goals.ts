/** The table of goals. */
import { canonicalPath, type Goal, propsSchema } from '@footfall/schemas';
import { z } from 'zod';
import type { Table, Warehouse } from '../../driver/port.ts';
import { readRows } from '../../driver/read-rows.ts';
import { bounded, hasNotEnded, time } from './stored-values.ts';

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

export const goalEndsTable: Table<{ goalId: string; endedAtMs: number }> = {
  name: 'goals',
  columns: [
    { name: 'goal_id', type: 'String', value: (row) => row.goalId },
    { name: 'ended_at', type: time, value: (row) => bounded(row.endedAtMs) },
  ],
};

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

/** Selects the goals that were not removed, oldest first; includes those of deleted workspaces. */
export function readGoals(warehouse: Pick<Warehouse, 'read'>): Promise<Goal[]> {
  return readRows(warehouse, storedGoal, {
    sql: `SELECT goal_id AS goalId, workspace_id AS workspaceId, name, type, path, props, value_prop AS valueProp
          FROM goals FINAL
          WHERE name != '' AND ${hasNotEnded}
          ORDER BY created_at, goal_id`,
  });
}
