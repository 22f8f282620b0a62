/** Converts filters into conditions in SQL. The values of requests are bound, under names that follow from the order of the filters. */
import type { Goal } from '@footfall/schemas';
import {
  type Dimension,
  dimensionText,
  type PageDimensionName,
  type SessionDimensionName,
} from '../parameters/dimension.ts';
import type { Filter, Operator } from '../parameters/filters.ts';
import { type Bind, binder, type Bound } from './binder.ts';
import { isPageview } from './events.ts';
import { hasProp, propText } from './props.ts';

/** The conditions of filters in SQL; one that every row meets is undefined. */
export interface Conditions {
  /** A condition on a row of `sessions`: on its attributes. */
  session: string | undefined;
  /** The attributes that `session` reads. */
  attributes: readonly SessionDimensionName[];
  /** A condition on a row of `events`: the page on which it happened. */
  page: string | undefined;
  /** A condition on a row of `events`: what happened. */
  happened: string | undefined;
  params: Record<string, Bound>;
}

/** Returns the conditions of `filters`. A statement can contain several, with different prefixes for the names of their values. */
export function conditionsOf(filters: readonly Filter[], prefix = 'filter'): Conditions {
  const { bind, params } = binder(prefix);
  const all = (kind: Dimension['kind']) =>
    allHold(
      filters.filter(({ dimension }) => dimension.kind === kind),
      bind,
    );
  const attributes = filters.flatMap(({ dimension }) => (dimension.kind === 'session' ? [dimension.name] : []));
  return { session: all('session'), page: all('page'), happened: all('happened'), attributes, params };
}

/**
 * Returns the condition that, for each dimension, at least one of the positive filters and all of the negative ones hold. Fixed filters
 * are combined separately, so that a filter of the request cannot admit more.
 */
function allHold(filters: readonly Filter[], bind: Bind): string | undefined {
  if (filters.length === 0) return undefined;
  const subjectOf = ({ dimension, isFixed }: Filter) => `${isFixed ? 'fixed ' : ''}${dimensionText(dimension)}`;
  const conditions = [...new Set(filters.map(subjectOf))].flatMap((subject) => {
    const same = filters.filter((filter) => subjectOf(filter) === subject);
    const negative = same.filter(({ operator }) => isNegative(operator)).map((filter) => conditionOf(filter, bind));
    const positive = same.filter(({ operator }) => !isNegative(operator)).map((filter) => conditionOf(filter, bind));
    return positive.length === 0 ? negative : [`(${positive.join(' OR ')})`, ...negative];
  });
  return conditions.join(' AND ');
}

const isNegative = (operator: Operator) => operator === 'is_not' || operator === 'contains_not';

function conditionOf(filter: Filter, bind: Bind): string {
  if ('goal' in filter) {
    return `${isNegative(filter.operator) ? 'NOT ' : ''}(${reachesGoal(filter.goal, bind)})`;
  }
  return conditionByOperator[filter.operator](textOf(filter.dimension, bind), bind(filter.value));
}

const conditionByOperator: Readonly<Record<Operator, (text: string, value: string) => string>> = {
  is: (text, value) => `${text} = ${value}`,
  is_not: (text, value) => `${text} != ${value}`,
  contains: (text, value) => `position(${text}, ${value}) > 0`,
  contains_not: (text, value) => `position(${text}, ${value}) = 0`,
  starts_with: (text, value) => `startsWith(${text}, ${value})`,
};

function textOf(dimension: Exclude<Dimension, { name: 'goal' }>, bind: Bind): string {
  if (dimension.kind === 'session') return attributeText(dimension.name);
  return dimension.name === 'prop' ? propText(dimension.prop, bind) : eventText(dimension.name);
}

/** Returns an attribute of a row of `sessions`, as text. */
export const attributeText = (name: SessionDimensionName) => `toString(first_${name})`;

/** Returns the path, host or type of an event, as text. */
export const eventText = (name: PageDimensionName | 'type') => `toString(events.${name})`;

/** Returns the condition that an event reaches the goal. */
export function reachesGoal(goal: Goal, bind: Bind): string {
  const conditions =
    goal.path === undefined
      ? [`${eventText('type')} = ${bind(goal.type ?? '')}`]
      : [isPageview, `${eventText('path')} LIKE ${bind(likePattern(goal.path))}`];
  const props = Object.entries(goal.props ?? {}).map(([name, value]) => hasProp(name, String(value), bind));
  return [...conditions, ...props].join(' AND ');
}

/** Returns the pattern for a path in which `*` matches any text. */
const likePattern = (pattern: string) => pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%');
