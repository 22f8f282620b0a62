/** Names of drawers, countries, devices and dimensions, and filters as sentences. */
import { type Filter, parseFilter } from '../state/filter.ts';
import type { View } from '../state/view.ts';
import { words } from './words.ts';

const countries = new Intl.DisplayNames('en', { type: 'region' });
/** ISO 3166 reserves this code for private use; here it is an unknown country. */
export const unknownCountry = 'ZZ';

export function countryName(code: string): string {
  if (code === unknownCountry) return words.unknown;
  try {
    return countries.of(code) ?? code;
  } catch {
    // The text is not a code.
    return code;
  }
}

export function deviceName(device: string): string {
  const names: Readonly<Record<string, string>> = words.devices;
  return names[device] ?? device;
}

/** Returns the shown name of a type of event: in words for automatic ones, which start with `$`. */
export function typeName(type: string): string {
  if (type === '$pageleave') return words.pageLeft;
  return type.replace(/^\$(.)(.*)/, (_, first, rest) => first.toUpperCase() + rest.replaceAll('_', ' '));
}

/** Returns the name of the open drawer; undefined if none is. */
export function drawerName({ open = '', metric }: View): string | undefined {
  const names = { ...words.panels, ...words.explore, chart: words.figures[metric] };
  return new Map(Object.entries(names)).get(open);
}

const noNames: ReadonlyMap<string, string> = new Map();

/** Returns the shown name of a value; goals are identified by their IDs. */
export function valueName(dimension: string, value: string, goals: ReadonlyMap<string, string> = noNames): string {
  if (dimension === 'goal') return goals.get(value) ?? value;
  if (dimension === 'country') return countryName(value);
  if (dimension === 'type') return typeName(value);
  return dimension === 'device' ? deviceName(value) : value;
}

export function dimensionName(dimension: string): string {
  const names: Readonly<Record<string, string>> = words.dimensions;
  return names[dimension] ?? dimension.slice('prop:'.length);
}

/** Matches letters that are written from right to left. */
export const rightToLeft = /[\u0590-\u08ff]/;

/** Isolates each segment of a value that is written from right to left, so that neither the segments nor the sentence around them change their order. */
function isolated(value: string): string {
  return rightToLeft.test(value) ? value.replace(/[^/]+/g, '\u2068$&\u2069') : value;
}

/** Returns the shown value of a filter; a part of a value is shown as it is stored. */
export function filterValueName({ dimension, operator, value }: Filter, goals = noNames): string {
  return operator.startsWith('is') ? valueName(dimension, value, goals) : value;
}

/** `Country is Germany`, `Campaign is not set` */
export function filterSentence(filter: Filter, goals = noNames): string {
  const { dimension, operator, value } = filter;
  const name = dimensionName(dimension);
  if (value === '' && operator === 'is') return `${name} ${words.filters.notSet}`;
  if (value === '' && operator === 'is_not') return `${name} ${words.filters.set}`;
  return `${name} ${words.operators[operator]} ${isolated(filterValueName(filter, goals))}`;
}

/** Returns the sentence of a filter as the API writes it. */
export function filterTextSentence(text: string, goals = noNames): string {
  const filter = parseFilter(text);
  return filter ? filterSentence(filter, goals) : text;
}
