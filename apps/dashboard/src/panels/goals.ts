/** The names of goals. */
import type { Access } from '../questions/api.ts';
import { analyticsQuestion } from '../questions/question.ts';
import { useAnswer } from '../questions/use-answer.ts';
import type { Bounds } from '../state/range.ts';
import { widen } from './narrow.ts';

/** Returns the question for all goals, whatever the filters are. */
export function goalsQuestion(access: Access, bounds: Bounds) {
  return analyticsQuestion(widen(access), 'goals', bounds);
}

/** Returns the names by ID once they are known; a hook. Without `isWanted` it requests nothing. */
export function useGoalNames(access: Access, bounds: Bounds, isWanted: boolean): ReadonlyMap<string, string> {
  const { last } = useAnswer(isWanted ? goalsQuestion(access, bounds) : undefined);
  return new Map(last?.answer.data.map(({ goalId, name }) => [goalId, name]));
}
