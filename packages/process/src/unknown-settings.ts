/** Finds names in the environment that are probably misspelled settings. */
import { distance } from 'fastest-levenshtein';
import type { Environment } from './settings.ts';

/** A shorter name resembles many that have nothing to do with Footfall. */
const nameCharsMin = 6;
const distanceMax = 2;

/** Returns a line for each name that is close to one of `known`, but none of them. Values are not shown. */
export function describeUnknown(environment: Environment, known: readonly string[]): string[] {
  const candidates = known.filter((name) => name.length >= nameCharsMin);
  return Object.entries(environment).flatMap(([given, value]) => {
    if (value === '' || known.includes(given)) return [];
    const nearest = candidates.find((name) => distance(given.toUpperCase(), name) <= distanceMax);
    return nearest === undefined ? [] : [`${given} is not a setting of Footfall: did you mean ${nearest}?`];
  });
}
