/** Filters, in the form of the parameter `filter`. */
import type { Dimension, Operator } from './endpoints.ts';

export type Filter = `${Dimension}:${Operator}:${string}`;

/** The operators of a dimension: a goal can only be equal or not. */
type OperatorOf<Name extends Dimension> = Name extends 'goal' ? 'is' | 'is_not' : Operator;

/** Returns a filter that keeps visits with such a value of `dimension`. With `is`, an empty value means "not set". */
export function filter<Name extends Dimension>(dimension: Name, operator: OperatorOf<Name>, value: string): Filter {
  return `${dimension}:${operator}:${value}`;
}
