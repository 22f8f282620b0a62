/** Options whose value is a day. */
import { InvalidArgumentError, Option } from 'commander';

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Returns an option whose value becomes the start of the day in UTC, in epoch milliseconds. */
export function dayOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text) => {
    const epochMs = dayPattern.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
    // Some engines read the 31st of a shorter month as a day of the next.
    if (!Number.isNaN(epochMs) && new Date(epochMs).toISOString().startsWith(text)) return epochMs;
    throw new InvalidArgumentError('It must be a date such as 2026-03-01.');
  });
}
