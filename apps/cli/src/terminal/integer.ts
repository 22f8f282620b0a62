/** Options whose value is an integer. */
import { InvalidArgumentError } from 'commander';
import { count } from './table.ts';

/** Returns the parser of an integer from `min` to `max`. */
export function integerFrom(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be an integer from ${count(min)} to ${count(max)}.`);
  };
}
