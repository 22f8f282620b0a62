/** Suggestions for a text that changes while others are loaded. */
import { useRef } from 'preact/hooks';
import type { Access } from '../resources/api.ts';
import type { Known } from '../resources/cache.ts';
import { useResource } from '../resources/use-resource.ts';
import type { Dimension } from '../state/filter.ts';
import type { Bounds } from '../state/range.ts';
import { type Suggestion, suggestionsResource } from './suggestions.ts';

interface Suggestions {
  /** The known part of the suggestions for this text. */
  known: Known<readonly Suggestion[]>;
  /** The suggestions for this text, or until they are loaded the last ones of the same dimension: a list that vanished under the pointer could not be clicked. */
  shown: readonly Suggestion[];
}

/** Returns the suggestions for a text; none without a dimension. */
export function useSuggestions(
  dimension: Dimension | undefined,
  text: string,
  access: Access,
  bounds: Bounds,
): Suggestions {
  const known = useResource(dimension && suggestionsResource(dimension, text, access, bounds));
  const last = useRef<{ dimension: Dimension | undefined; shown: readonly Suggestion[] }>(null);
  if (known.last) last.current = { dimension, shown: known.last.result };
  return { known, shown: last.current && last.current.dimension === dimension ? last.current.shown : [] };
}
