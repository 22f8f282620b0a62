/** Values of a dimension that occur in the range, as suggestions for a filter. */
import { goalsResource } from '../panels/goals.ts';
import { refresh, peek } from '../resources/cache.ts';
import type { Access } from '../resources/api.ts';
import { analyticsResource, type Resource } from '../resources/resource.ts';
import { type Dimension, parseFilter } from '../state/filter.ts';
import type { Bounds } from '../state/range.ts';
import { valueName } from '../words/names.ts';
import { searchCharsMax } from './search-field.tsx';

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

/** Returns the suggestions for a text. `access` has the other filters: those on the dimension would leave nothing to choose from. */
export function suggestionsResource(
  dimension: Dimension,
  text: string,
  access: Access,
  bounds: Bounds,
): Resource<readonly Suggestion[]> {
  if (dimension === 'goal') {
    return converted(goalsResource(access, bounds), ({ data }) =>
      data.map(({ goalId, name }) => ({ value: goalId, name })),
    );
  }
  const isWhole = whole.includes(dimension);
  const filter = access.filter?.filter((one) => parseFilter(one)?.dimension !== dimension);
  const values = analyticsResource({ ...access, filter }, 'breakdown', {
    by: dimension,
    ...bounds,
    search: (!isWhole && text.slice(0, searchCharsMax)) || undefined,
    limit: isWhole ? wholeMax : suggestionsMax,
  });
  // Custom events are more specific than automatic ones.
  const isAutomatic = ({ value }: Suggestion) => Number(dimension === 'type' && value.startsWith('$'));
  return converted(values, ({ data }) =>
    data
      .map((entry) => entry[dimension] ?? '')
      .map((value) => ({ value, name: valueName(dimension, value) }))
      .toSorted((one, other) => isAutomatic(one) - isAutomatic(other)),
  );
}

/** Resolves with the value for a typed text: an existing one if there is one, undefined if nothing can match, null if that is unknown because no suggestions could be loaded. */
export async function meantValue(
  dimension: Dimension,
  text: string,
  access: Access,
  bounds: Bounds,
): Promise<string | undefined | null> {
  const resource = suggestionsResource(dimension, text, access, bounds);
  await refresh(resource);
  const { last } = peek(resource);
  if (last === undefined && [...whole, ...closed].includes(dimension)) return null;
  const known = last?.result ?? [];
  const wanted = text.toLocaleLowerCase();
  const same =
    known.find(({ value, name }) => value === text || name === text) ??
    known.find(({ value, name }) => [value, name].some((one) => one.toLocaleLowerCase() === wanted));
  if (same) return same.value;
  if (!closed.includes(dimension)) return text;
  const [first, ...more] = known.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  return more.length === 0 ? first?.value : undefined;
}

function converted<Result>(
  values: Resource<Result>,
  convert: (result: Result) => readonly Suggestion[],
): Resource<readonly Suggestion[]> {
  return {
    key: `${values.key} suggestions`,
    async load(isFresh) {
      const { result, asOfMs } = await values.load(isFresh);
      return { result: convert(result), asOfMs };
    },
  };
}
