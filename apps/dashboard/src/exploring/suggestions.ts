/** Values of a dimension that occur in the range, as suggestions for a filter. */
import { goalsResource } from '../panels/goals.ts';
import { refresh, type Known, mapKnown, peek } from '../resources/cache.ts';
import type { Access } from '../resources/api.ts';
import { analyticsResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import { type Dimension, parseFilter } from '../state/filter.ts';
import type { Bounds } from '../state/range.ts';
import { valueName } from '../words/names.ts';

export interface Suggestion {
  value: string;
  /** The name that the page shows. */
  name: string;
}

const suggestionsMax = 50;
/** Dimensions whose shown names differ from the stored values, which is what the API searches and compares. */
export const named: readonly string[] = ['country', 'device', 'goal'];
const wholeMax = 1_000;
/** Dimensions whose values are all loaded, because they are shown under other names. */
const whole: readonly string[] = [...named, 'type'];
/** Dimensions whose values are not free text: the suggestions are complete. */
const closed: readonly string[] = [...named, 'channel', 'browser', 'os'];

/** Returns the suggestions; a hook. `access` has the other filters: those on the dimension would leave nothing to choose from. */
export function useSuggestions(
  dimension: Dimension | undefined,
  text: string,
  access: Access,
  bounds: Bounds,
): Known<readonly Suggestion[]> {
  const goals = useResource(dimension === 'goal' ? goalsResource(access, bounds) : undefined);
  const values = useResource(resourceOf(dimension, text, access, bounds));
  if (dimension === 'goal') return mapKnown(goals, ({ data }) => goalSuggestions(data));
  return mapKnown(values, ({ data }) => (dimension ? suggestionsOf(dimension, data) : []));
}

/** Resolves with the value for a typed text: an existing one if there is one, undefined if nothing can match. */
export async function meantValue(
  dimension: Dimension,
  text: string,
  access: Access,
  bounds: Bounds,
): Promise<string | undefined> {
  const known = await loadSuggestions(dimension, text, access, bounds);
  if (known === undefined) return text;
  const wanted = text.toLocaleLowerCase();
  const same = known.find(({ value, name }) => [value, name].some((one) => one.toLocaleLowerCase() === wanted));
  if (same) return same.value;
  if (!closed.includes(dimension)) return text;
  const [first, ...more] = known.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  return more.length === 0 ? first?.value : undefined;
}

/** Resolves with the suggestions for exactly this text; undefined if they cannot be loaded. */
async function loadSuggestions(dimension: Dimension, text: string, access: Access, bounds: Bounds) {
  if (dimension === 'goal') {
    const goals = goalsResource(access, bounds);
    await refresh(goals);
    const { last } = peek(goals);
    return last && goalSuggestions(last.result.data);
  }
  const resource = resourceOf(dimension, text, access, bounds);
  if (resource === undefined) return undefined;
  await refresh(resource);
  const { last } = peek(resource);
  return last && suggestionsOf(dimension, last.result.data);
}

function resourceOf(dimension: Dimension | undefined, text: string, access: Access, bounds: Bounds) {
  if (dimension === undefined || dimension === 'goal') return undefined;
  const isWhole = whole.includes(dimension);
  const { filter = [], ...scope } = access.scope ?? {};
  const others = filter.filter((one) => parseFilter(one)?.dimension !== dimension);
  return analyticsResource({ ...access, scope: { ...scope, filter: others } }, 'breakdown', {
    by: dimension,
    ...bounds,
    search: isWhole ? undefined : text || undefined,
    limit: isWhole ? wholeMax : suggestionsMax,
  });
}

function goalSuggestions(goals: readonly { goalId: string; name: string }[]): readonly Suggestion[] {
  return goals.map(({ goalId, name }) => ({ value: goalId, name }));
}

function suggestionsOf(dimension: Dimension, entries: readonly object[]): readonly Suggestion[] {
  const all = entries.map((entry) => {
    const value = String(Reflect.get(entry, dimension));
    return { value, name: valueName(dimension, value) };
  });
  // Custom events are more specific than automatic ones.
  const isAutomatic = ({ value }: Suggestion) => Number(dimension === 'type' && value.startsWith('$'));
  return all.toSorted((one, other) => isAutomatic(one) - isAutomatic(other));
}
