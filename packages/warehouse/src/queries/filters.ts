/** Filters: what an answer is narrowed to, as requests write them. */
import { AppError } from '@footfall/errors';
import { type Goal, propLimits, shownValue } from '@footfall/schemas';
import { z } from 'zod';
import { sessionAttributes } from './dimensions.ts';

export const filtersMax = 20;
/** No value that is stored is longer, in characters of it. */
const valueCharsMax = 2_048;

/** Of a session: what its first pageview or event has, and the paths of its first and its last pageview. */
export const sessionFilterDimensions = [
  ...sessionAttributes,
  'utm_term',
  'utm_content',
  'entry_page',
  'exit_page',
] as const;
export type SessionFilterDimension = (typeof sessionFilterDimensions)[number];
/** Of an event: where it happened. */
export const placeDimensions = ['path', 'hostname'] as const;
export type PlaceDimension = (typeof placeDimensions)[number];

const operators = ['is', 'is_not', 'contains', 'contains_not', 'starts_with'] as const;
export type Operator = (typeof operators)[number];

/** By what a session or an event is found. */
export type FilterDimension =
  | { of: 'session'; name: SessionFilterDimension }
  | { of: 'place'; name: PlaceDimension }
  | { of: 'happened'; name: 'type' }
  | { of: 'happened'; name: 'prop'; prop: string }
  | { of: 'happened'; name: 'goal'; goal: Goal };

export interface Filter {
  dimension: FilterDimension;
  operator: Operator;
  value: string;
}

export const filterNames = [...sessionFilterDimensions, ...placeDimensions, 'type', 'prop:<name>', 'goal'];
const rule = 'must be <dimension>:<operator>:<value>';

/** The texts of one or several filters, in one order: it says nothing, and the same question has one cache entry. */
export const filterParam = z
  .union([z.string(), z.array(z.string())], { error: () => `filter ${rule}` })
  .transform((given, context) => {
    const texts = [...new Set(typeof given === 'string' ? [given] : given)].toSorted();
    if (texts.length <= filtersMax) return texts;
    context.addIssue({
      code: 'custom',
      message: `filter must be given at most ${filtersMax} times, got ${texts.length}`,
    });
    return z.NEVER;
  })
  .optional()
  .meta({
    description: `What the answer is narrowed to: \`<dimension>:<operator>:<value>\`, given once for each filter. Dimensions: ${filterNames.join(', ')}. Operators: ${operators.join(', ')}. \`is:\` with no value means that none is set.`,
    type: 'array',
    items: { type: 'string' },
    maxItems: filtersMax,
    param: { style: 'form', explode: true },
  });

/** Reads the texts of filters. Throws BAD_REQUEST that names what is wrong. */
export function readFilters(texts: readonly string[], goals: readonly Goal[]): Filter[] {
  return texts.map((text) => readFilter('filter', text, goals));
}

const form = new RegExp(`^(prop:.+?|[^:]*):(${operators.join('|')}):(.*)$`, 's');

/** Reads the text of one filter, which the parameter `name` has. Throws BAD_REQUEST. */
export function readFilter(name: string, text: string, goals: readonly Goal[]): Filter {
  const refuse = (must: string, sent: string) =>
    new AppError('BAD_REQUEST', `${name} ${must}, got ${shownValue(sent)}`);
  const [, dimensionText, operatorText, value = ''] = form.exec(text) ?? [];
  const operator = operators.find((one) => one === operatorText);
  if (dimensionText === undefined || operator === undefined) {
    const [first = ''] = text.split(':', 1);
    const isKnown = filterNames.includes(first) || text.startsWith('prop:');
    if (!isKnown && text.includes(':'))
      throw refuse(`must have one of the dimensions ${filterNames.join(', ')}`, first);
    throw refuse(`${rule} with one of the operators ${operators.join(', ')}`, text);
  }
  if (value.length > valueCharsMax) throw refuse(`must have a value of at most ${valueCharsMax} characters`, value);
  const dimension = dimensionOf(dimensionText, value, goals);
  if (dimension === 'unknown') throw refuse(`must have one of the dimensions ${filterNames.join(', ')}`, dimensionText);
  if (dimension === 'unknown goal') throw refuse('must name a goal of the workspace by its ID', value);
  if (dimension.name === 'goal' && operator !== 'is' && operator !== 'is_not') {
    throw refuse('on goal must have one of the operators is, is_not', operator);
  }
  // What is stored is well-formed as well.
  return { dimension, operator, value: value.toWellFormed() };
}

function dimensionOf(
  text: string,
  value: string,
  goals: readonly Goal[],
): FilterDimension | 'unknown' | 'unknown goal' {
  const ofSession = sessionFilterDimensions.find((name) => name === text);
  if (ofSession) return { of: 'session', name: ofSession };
  const ofPlace = placeDimensions.find((name) => name === text);
  if (ofPlace) return { of: 'place', name: ofPlace };
  if (text === 'type') return { of: 'happened', name: 'type' };
  if (text === 'goal') {
    const goal = goals.find(({ goalId }) => goalId === value);
    return goal ? { of: 'happened', name: 'goal', goal } : 'unknown goal';
  }
  const prop = text.startsWith('prop:') ? text.slice('prop:'.length) : '';
  return prop !== '' && prop.length <= propLimits.propKeyCharsMax
    ? { of: 'happened', name: 'prop', prop: prop.toWellFormed() }
    : 'unknown';
}
