/** Finds names in the environment that are probably misspelled settings. */
import { distance } from 'fastest-levenshtein';
import type { Environment } from './settings.ts';

/** The minimum length: a shorter name resembles many unrelated ones. */
const nameCharsMin = 6;
const distanceMax = 2;

/** Endings that a misspelled setting may have, such as PROXIES or DIRECTORY; Kubernetes adds further words to the names of services. */
const endingPattern = /^[A-Z]*$/;

/** Returns a line for each name that is close to one of `known`, but none of them. Values are not shown. */
export function describeUnknown(environment: Environment, known: readonly string[]): string[] {
  const candidates = known.filter((name) => name.length >= nameCharsMin);
  return Object.entries(environment).flatMap(([given, value]) => {
    if (value === '' || known.includes(given)) return [];
    const written = given.toUpperCase();
    const nearest =
      candidates.find((name) => distance(written, name) <= distanceMax) ??
      candidates.find((name) => isVariation(written, name));
    return nearest === undefined ? [] : [`${given} is not a setting of Footfall: did you mean ${nearest}?`];
  });
}

/** Returns true if `given` begins with `name` without its last letter, and continues within the same word. */
function isVariation(given: string, name: string): boolean {
  const beginning = name.slice(0, -1);
  return given.startsWith(beginning) && endingPattern.test(given.slice(beginning.length));
}
