/** Options whose value is a whole number. */
import { InvalidArgumentError } from 'commander';

/** Returns the integer, 0 or more, that an option was given. */
export const wholeNumber = wholeNumberTo(999_999_999);

/** Returns the reader of an integer from 0 to `max`, which has at most nine digits. */
export function wholeNumberTo(max: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,9}$/.test(text) && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`It must be an integer from 0 to ${max.toLocaleString('en-US')}.`);
  };
}
