/** Filters, as the parameter `filter` takes them. */
import type { Dimension, Operator } from './endpoints.ts';

export type Filter = `${Dimension}:${Operator}:${string}`;

/** What a dimension can be compared with: of a goal an event is or is not. */
type OperatorOf<Name extends Dimension> = Name extends 'goal' ? 'is' | 'is_not' : Operator;

/** Returns the filter that keeps what has such a value of `dimension`. With `is`, an empty value means that none is set. */
export function filter<Name extends Dimension>(dimension: Name, operator: OperatorOf<Name>, value: string): Filter {
  return `${dimension}:${operator}:${value}`;
}
