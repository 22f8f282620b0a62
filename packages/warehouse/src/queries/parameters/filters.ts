/** Filters, as requests write them. */
import { AppError } from '@footfall/errors';
import { filtersMax, type Goal, shownValue } from '@footfall/schemas';
import { type Dimension, dimensionNames, listedName, readDimension } from './dimension.ts';
import { textsParam } from './parameters.ts';

export const operators = ['is', 'is_not', 'contains', 'contains_not', 'starts_with'] as const;
export type Operator = (typeof operators)[number];

export type Filter = (
  | { dimension: Exclude<Dimension, { name: 'goal' }>; operator: Operator; value: string }
  | { dimension: { kind: 'happened'; name: 'goal' }; operator: 'is' | 'is_not'; goal: Goal }
) & {
  /** Set if it applies in addition to all other filters on its dimension. */
  isFixed?: true;
};

const rule = 'must be <dimension>:<operator>:<value>';
/** The form of a filter up to its value, for every dialect of regular expressions. */
const filterPattern = `^(prop:[\\s\\S]+|[a-z_]+):(${operators.join('|')}):`;

/** The texts of the filters, sorted, so that equal requests share a cache entry. */
export const filterParam = textsParam(`filter must be given at most ${filtersMax} times`, 0, filtersMax)
  .transform((texts) => [...new Set(texts)].toSorted())
  .optional()
  .meta({
    description: `Filters the result: \`<dimension>:<operator>:<value>\`, once for each filter. Dimensions: ${dimensionNames.join(', ')}. Operators: ${operators.join(', ')}. Without a value, \`is\` matches what is not set. Values are case-sensitive; countries are two-letter codes in capitals (ISO 3166-1), such as DE. A filter on type, a property or goal keeps whole sessions, with all of their events: to count events of one type, use events, goals, properties or a breakdown by type. With \`is_not\`, such a filter keeps sessions with any other event; it does not exclude sessions with an event that has the value.`,
    type: 'array',
    items: { type: 'string', pattern: filterPattern },
    maxItems: filtersMax,
    param: { style: 'form', explode: true },
  });

/** The fixed filters, and the goals that filters may name. */
interface Narrowing {
  fixedFilters: readonly string[];
  goals: readonly Goal[];
}

/** Reads the requested filters and adds the fixed ones. Throws BAD_REQUEST for an invalid filter. */
export function readFilters(texts: readonly string[], { fixedFilters, goals }: Narrowing): Filter[] {
  return [
    ...texts.map((text) => readFilter('filter', text, goals)),
    ...fixedFilters.map((text) => ({ ...readFilter('filters of the share', text, goals), isFixed: true as const })),
  ];
}

const form = new RegExp(`^(prop:.+?|[^:]*):(${operators.join('|')}):(.*)$`, 's');

/** Reads the text of one filter, the value of the parameter `name`, on one of the dimensions `allowed`. Throws BAD_REQUEST. */
export function readFilter(name: string, text: string, goals: readonly Goal[], allowed = dimensionNames): Filter {
  const dimensionRule = `must have one of the dimensions ${allowed.join(', ')}`;
  const dimensionOf = (dimensionText: string) => {
    const found = readDimension(dimensionText);
    return found && allowed.includes(listedName(found)) ? found : undefined;
  };
  const refused = (must: string, sent: string) =>
    new AppError('BAD_REQUEST', `${name} ${must}, got ${shownValue(sent)}`);
  const [, dimensionGiven, operatorGiven, value = ''] = form.exec(text) ?? [];
  const operator = operators.find((one) => one === operatorGiven);
  if (dimensionGiven === undefined || operator === undefined) {
    const [first = ''] = text.split(':', 1);
    const isWrongDimension = text.includes(':') && first !== 'prop' && dimensionOf(first) === undefined;
    throw isWrongDimension
      ? refused(dimensionRule, first)
      : refused(`${rule} with one of the operators ${operators.join(', ')}`, text);
  }
  const dimension = dimensionOf(dimensionGiven);
  if (dimension === undefined) throw refused(dimensionRule, dimensionGiven);
  if (dimension.name !== 'goal') return { dimension, operator, value: value.toWellFormed() };
  if (operator !== 'is' && operator !== 'is_not') {
    throw refused('on goal must have one of the operators is, is_not', operator);
  }
  return { dimension: { kind: 'happened', name: 'goal' }, operator, goal: readGoal(name, value, goals) };
}

/** Returns the goal whose ID the parameter `name` contains. Throws BAD_REQUEST. */
export function readGoal(name: string, goalId: string, goals: readonly Goal[]): Goal {
  const goal = goals.find((one) => one.goalId === goalId);
  if (goal) return goal;
  throw new AppError('BAD_REQUEST', `${name} must name a goal of the workspace by its ID, got ${shownValue(goalId)}`);
}
