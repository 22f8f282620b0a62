/** The range that a request asks for with `start` and `end`, or without. */
import { AppError } from '@footfall/errors';
import type { Moment } from './moment.ts';
import { dayMs, type Range, yearsAfter } from './range.ts';

const lookbackDaysDefault = 30;
const rangeYearsMax = 5;

/** The range as requests give it. */
export interface GivenRange {
  start?: Moment | undefined;
  end?: Moment | undefined;
}

/** The range asked for: `start` 30 days before now and `end` now unless given. Throws BAD_REQUEST when it is empty, reversed or over 5 years. */
export function resolveRange({ start, end }: GivenRange, nowMs: number): Range {
  const startMs = start?.epochMs ?? nowMs - lookbackDaysDefault * dayMs;
  const endMs = end?.epochMs ?? nowMs;
  if (startMs >= endMs) {
    if (start && end) throw refused('start must be before end', { start, end });
    if (start) throw refused('start must be in the past, or end be given, too', { start });
    throw refused(`end must be in the last ${lookbackDaysDefault} days or later, or start be given, too`, { end });
  }
  if (endMs > yearsAfter(startMs, rangeYearsMax)) {
    throw refused(`start and end must be at most ${rangeYearsMax} years apart`, { start, end });
  }
  return { startMs, endMs };
}

function refused(rule: string, given: GivenRange): AppError {
  const sent = Object.entries(given)
    .filter(([, moment]) => moment !== undefined)
    .map(([name, moment]: [string, Moment]) => `${name} ${moment.text}`);
  return new AppError('BAD_REQUEST', `${rule}, got ${sent.join(' and ')}`);
}
