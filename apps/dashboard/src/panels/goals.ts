/** The names of goals. */
import type { Access } from '../resources/api.ts';
import { analyticsResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import type { Bounds } from '../state/range.ts';
import { widen } from './narrow.ts';

/** Returns all goals, whatever the filters are. */
export function goalsResource(access: Access, bounds: Bounds) {
  return analyticsResource(widen(access), 'goals', bounds);
}

/** Returns the names by ID once they are known; a hook. Requests nothing without `isWanted`. */
export function useGoalNames(access: Access, bounds: Bounds, isWanted: boolean): ReadonlyMap<string, string> {
  const { last } = useResource(isWanted ? goalsResource(access, bounds) : undefined);
  return new Map(last?.result.data.map(({ goalId, name }) => [goalId, name]));
}
