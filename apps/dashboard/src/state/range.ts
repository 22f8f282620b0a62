/** The range of the page: by name, or by its first and last day. */
import { addDays, addMonths, countDays, dayMs, dayOf, type Days, firstOfMonth, isDay, lastOfMonth } from './days.ts';
import { clockMs, startOfDay } from './zone.ts';

export const rangeNames = ['today', 'yesterday', '7d', '30d', '90d', 'month', 'lastmonth', '12m', 'year'] as const;
type RangeName = (typeof rangeNames)[number];
/** A name, or two days as `2026-11-01..2026-11-15`. */
export type Range = RangeName | `${string}..${string}`;

export const comparisons = ['previous', 'year'] as const;
export type Comparison = (typeof comparisons)[number];

/** `start` and `end` as the API reads them. */
export interface Bounds {
  start: string;
  end: string;
}

/** The longest range that the API accepts. */
const rangeYearsMax = 5;
/** An earlier range that is cut at the time of day moves in these steps, so that its results can be cached. */
const cutMs = 5 * 60_000;

const lengths: Readonly<Partial<Record<Range, number>>> = { '7d': 7, '30d': 30, '90d': 90 };
/** On average. */
const daysPerMonth = 30.44;
/** The ranges that move by months; all others with a name move by days. */
const monthsByName: Readonly<Partial<Record<Range, number>>> = { month: 1, lastmonth: 1, '12m': 12, year: 12 };

export function isRange(text: string): text is Range {
  if (isNamed(text)) return true;
  const [first = '', last = '', ...more] = text.split('..');
  if (more.length > 0 || !isDay(first) || !isDay(last) || first > last) return false;
  return addMonths(first, 12 * rangeYearsMax) > last;
}

function isNamed(text: string): text is RangeName {
  return rangeNames.some((name) => name === text);
}

/** `localMs` is what the clocks of the workspace's zone show, as in all of the page: see `clockMs`. */
export function daysOf(range: Range, localMs: number): Days {
  const today = dayOf(localMs);
  const length = lengths[range];
  if (length !== undefined) return { first: addDays(today, 1 - length), last: today };
  if (range === 'today') return { first: today, last: today };
  if (range === 'yesterday') return { first: addDays(today, -1), last: addDays(today, -1) };
  if (range === 'month') return { first: firstOfMonth(today), last: today };
  if (range === 'lastmonth') return wholeMonths(addMonths(firstOfMonth(today), -1), 1);
  if (range === '12m') return { first: addMonths(firstOfMonth(today), -11), last: today };
  if (range === 'year') return { first: `${today.slice(0, 4)}-01-01`, last: today };
  const [first = today, last = today] = range.split('..');
  return { first, last };
}

/** Moves the range by its own length, backward or forward; whole months and years by months. Moving forward stops at today. */
export function move(range: Range, steps: -1 | 1, localMs: number): Range {
  const today = dayOf(localMs);
  const days = daysOf(range, localMs);
  const months = isNamed(range) ? (monthsByName[range] ?? 0) : monthsIn(days, today);
  const moved = months
    ? wholeMonths(addMonths(days.first, steps * months), months)
    : shift(days, steps * countDays(days));
  if (steps < 0 || moved.last <= today) return rangeOf(moved, today, months);
  return moved.first > today ? range : rangeOf({ first: moved.first, last: today }, today, months);
}

/** Returns the days of the comparison, or those that correspond to `days` until one of them. */
export function earlierDays(days: Days, comparison: Comparison, until = days.last): Days {
  const earlier = (day: string) => (comparison === 'year' ? addMonths(day, -12) : addDays(day, -countDays(days)));
  return { first: earlier(days.first), last: earlier(until) };
}

export function boundsOf({ first, last }: Days): Bounds {
  return { start: first, end: last };
}

/**
 * Returns the part of the earlier days that is comparable: if `days` are not over yet, the earlier ones end at the
 * same time of day, so that a morning is not compared with a whole day. Undefined if there is none yet, or if it is
 * longer than the API accepts: as many days can be over five years if they have fewer leap days.
 */
export function comparableBounds(days: Days, comparison: Comparison, localMs: number): Bounds | undefined {
  const today = dayOf(localMs);
  const isOver = days.last < today;
  const earlier = earlierDays(days, comparison, isOver ? days.last : today);
  if (!isRange(`${earlier.first}..${earlier.last}`)) return undefined;
  if (isOver) return boundsOf(earlier);
  const untilMs = Date.parse(earlier.last) + Math.floor((localMs % dayMs) / cutMs) * cutMs;
  const end = new Date(Math.max(untilMs, Date.parse(earlier.first) + cutMs)).toISOString();
  // Without an offset it is a local time, like the days.
  return { start: earlier.first, end: end.replace('.000Z', '') };
}

/** Returns true if the bounds are one instant, because clocks skip the time between them. */
export function isEmpty({ start, end }: Bounds, timezone: string): boolean {
  return end.includes('T') && Date.parse(`${end}Z`) <= clockMs(startOfDay(start, timezone), timezone);
}

/** Returns the number of whole months, the last of which may end today; 0 if there are others or only one day. A year until today counts as a whole one. */
function monthsIn({ first, last }: Days, today: string): number {
  if (first !== firstOfMonth(first) || first === last || ![lastOfMonth(last), today].includes(last)) return 0;
  const count = Math.round(countDays({ first, last: lastOfMonth(last) }) / daysPerMonth);
  return last === today && count > 1 && first === daysOf('year', Date.parse(today)).first ? 12 : count;
}

function wholeMonths(first: string, count: number): Days {
  return { first, last: addDays(addMonths(first, count), -1) };
}

function shift({ first, last }: Days, count: number): Days {
  return { first: addDays(first, count), last: addDays(last, count) };
}

/**
 * Returns the range of these days: by name if it has one, so that a bookmark of today shows today tomorrow.
 * `months` is what it moves by, which tells apart names of the same days; 0 if it moves by days. In December, the last 12 months are `year`.
 */
export function rangeOf({ first, last }: Days, today: string, months: number): Range {
  const named = rangeNames.findLast((name) => {
    const days = daysOf(name, Date.parse(today));
    return days.first === first && days.last === last && (monthsByName[name] ?? 0) === months;
  });
  return named ?? `${first}..${last}`;
}
