/** Filters, in the form of the parameter `filter`. */
import type { Dimension, Filter, Operator } from './endpoints.ts';

/** The operators of a dimension: a goal can only be equal or not. */
type OperatorOf<Name extends Dimension> = Name extends 'goal' ? 'is' | 'is_not' : Operator;

/** Returns a filter on `dimension`. With `is`, an empty value means "not set". */
export function filter<Name extends Dimension>(dimension: Name, operator: OperatorOf<Name>, value: string): Filter;
export function filter(dimension: string, operator: string, value: string): string {
  return `${dimension}:${operator}:${value}`;
}
