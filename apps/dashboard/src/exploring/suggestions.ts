/** Values of a dimension that occur in the range, as suggestions for a filter. */
import { useGoalNames } from '../panels/goals.ts';
import type { Access } from '../questions/api.ts';
import { analyticsQuestion } from '../questions/question.ts';
import { useAnswer } from '../questions/use-answer.ts';
import { type Dimension, parseFilter } from '../state/filter.ts';
import type { Bounds } from '../state/range.ts';
import { valueName } from '../words/names.ts';

export interface Suggestion {
  value: string;
  /** The name that the page shows. */
  name: string;
}

const suggestionsMax = 50;
/** The API searches for other names of these dimensions than those shown. */
const named: readonly string[] = ['country', 'device'];
const namedMax = 1_000;

/** Returns the suggestions; a hook. `access` has the other filters; those on the dimension itself would leave nothing to choose from. */
export function useSuggestions(
  dimension: Dimension | undefined,
  text: string,
  access: Access,
  bounds: Bounds,
): readonly Suggestion[] {
  const isNamed = dimension !== undefined && named.includes(dimension);
  const { filter = [], ...scope } = access.scope ?? {};
  const others = filter.filter((one) => parseFilter(one)?.dimension !== dimension);
  const goals = useGoalNames(access, bounds, dimension === 'goal');
  const question =
    dimension &&
    dimension !== 'goal' &&
    analyticsQuestion({ ...access, scope: { ...scope, filter: others } }, 'breakdown', {
      by: dimension,
      ...bounds,
      search: isNamed ? undefined : text || undefined,
      limit: isNamed ? namedMax : suggestionsMax,
    });
  const entries: readonly object[] = useAnswer(question || undefined).last?.answer.data ?? [];
  if (dimension === undefined) return [];
  if (dimension === 'goal') return [...goals].map(([value, name]) => ({ value, name }));
  return entries.map((entry) => {
    const value = String(Reflect.get(entry, dimension));
    return { value, name: valueName(dimension, value) };
  });
}
