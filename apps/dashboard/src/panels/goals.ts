/** The names of goals. */
import type { Access } from '../questions/api.ts';
import { analyticsQuestion } from '../questions/question.ts';
import { useAnswer } from '../questions/use-answer.ts';
import type { Bounds } from '../state/range.ts';
import { widen } from './narrow.ts';

/** Returns the names by ID once they are known; a hook. Without `isWanted` it requests nothing. */
export function useGoalNames(access: Access, bounds: Bounds, isWanted: boolean): ReadonlyMap<string, string> {
  const question = analyticsQuestion(widen(access), 'goals', bounds);
  const { last } = useAnswer(isWanted ? question : undefined);
  return new Map(last?.answer.data.map(({ goalId, name }) => [goalId, name]));
}
