/** The range of a request, with `start` and `end` or without. */
import { AppError } from '@footfall/errors';
import { dayMs } from '@footfall/schemas';
import { isWritable, type Range, yearsAfter } from '../time/range.ts';
import { instantAt, localAt, type Zone } from '../time/zone.ts';
import type { Moment } from './moment.ts';

const lookbackDaysDefault = 30;
const rangeYearsMax = 5;

/** The range as requests write it. */
export interface GivenRange {
  start?: Moment | undefined;
  end?: Moment | undefined;
}

/** Returns the requested range: by default `start` is 30 days before now and `end` is now. Throws BAD_REQUEST if it is empty, reversed or over 5 years. */
export function resolveRange({ start, end }: GivenRange, nowMs: number, zone: Zone): Range {
  const startMs = start ? instantOf(start, zone) : nowMs - lookbackDaysDefault * dayMs;
  const endMs = end ? instantOf(end, zone) : nowMs;
  if (!isWritable(startMs)) throw refused('start must be in the years 0000 to 9999 of UTC', { start });
  if (!isWritable(endMs))
    throw refused('end must be in the years 0000 to 9999 of UTC (a date ends with its day)', { end });
  if (startMs >= endMs) {
    if (start && end) throw refused('start must be before end', { start, end });
    if (start) throw refused('start must be in the past unless end is set', { start });
    throw refused(`end must be less than ${lookbackDaysDefault} days ago unless start is set`, { end });
  }
  if (localAt(endMs, zone) > yearsAfter(localAt(startMs, zone), rangeYearsMax)) {
    const years = `at most ${rangeYearsMax} years`;
    if (start && end) throw refused(`start must be ${years} before end (a date ends with its day)`, { start, end });
    if (start) throw refused(`start must be ${years} ago unless end is set`, { start });
    throw refused(`end must be ${years} after the start of ${lookbackDaysDefault} days ago unless start is set`, {
      end,
    });
  }
  return { startMs, endMs };
}

function instantOf({ epochMs, isLocal }: Moment, zone: Zone): number {
  return isLocal ? instantAt(epochMs, zone) : epochMs;
}

function refused(rule: string, given: GivenRange): AppError {
  const sent = Object.entries(given)
    .filter(([, moment]) => moment !== undefined)
    .map(([name, moment]: [string, Moment]) => `${name} ${moment.text}`);
  return new AppError('BAD_REQUEST', `${rule}, got ${sent.join(' and ')}`);
}
