/** Options whose value is a whole number. */
import { InvalidArgumentError } from 'commander';

/** Returns the integer, 0 or more, that an option was given. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be an integer from 0 to 999,999,999.');
  return Number(text);
}
