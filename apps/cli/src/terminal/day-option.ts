/** Options that take a day. */
import { InvalidArgumentError, Option } from 'commander';

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Gives the start of the day, UTC, in epoch milliseconds. */
export function dayOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text) => {
    const epochMs = dayPattern.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
    // Some engines take the 31st of a shorter month for a day of the next.
    if (!Number.isNaN(epochMs) && new Date(epochMs).toISOString().startsWith(text)) return epochMs;
    throw new InvalidArgumentError('It takes a date such as 2026-03-01.');
  });
}
