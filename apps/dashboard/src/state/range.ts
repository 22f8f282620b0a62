/** The range of the page: by name, or by its first and last day. */
import { addDays, addMonths, countDays, dayMs, dayOf, type Days, firstOfMonth, isDay, lastOfMonth } from './days.ts';

export const rangeNames = ['today', 'yesterday', '7d', '30d', '90d', 'month', 'lastmonth', 'year'] as const;
type RangeName = (typeof rangeNames)[number];
/** A name, or two days as `2026-11-01..2026-11-15`. */
export type Range = RangeName | `${string}..${string}`;

export const comparisons = ['previous', 'year', 'none'] as const;
export type Comparison = (typeof comparisons)[number];

/** `start` and `end` as the API reads them. */
export interface Bounds {
  start: string;
  end: string;
}

/** The longest range that the API accepts. */
const rangeYearsMax = 5;
/** An earlier range that is cut at the time of day moves in these steps, so that its answers can be cached. */
const cutMs = 5 * 60_000;

const lengths: Readonly<Partial<Record<Range, number>>> = { '7d': 7, '30d': 30, '90d': 90 };

export function isRange(text: string): text is Range {
  if (rangeNames.some((name) => name === text)) return true;
  const [first = '', last = '', ...more] = text.split('..');
  if (more.length > 0 || !isDay(first) || !isDay(last) || first > last) return false;
  return addMonths(first, 12 * rangeYearsMax) > last;
}

export function daysOf(range: Range, nowMs: number): Days {
  const today = dayOf(nowMs);
  const length = lengths[range];
  if (length !== undefined) return { first: addDays(today, 1 - length), last: today };
  if (range === 'today') return { first: today, last: today };
  if (range === 'yesterday') return { first: addDays(today, -1), last: addDays(today, -1) };
  if (range === 'month') return { first: firstOfMonth(today), last: today };
  if (range === 'lastmonth') return otherMonth({ first: firstOfMonth(today), last: today }, -1);
  if (range === 'year') return { first: `${today.slice(0, 4)}-01-01`, last: today };
  const [first = today, last = today] = range.split('..');
  return { first, last };
}

/** Moves the range by its own length, backward or forward; a whole month by months. Stops at today. */
export function move(range: Range, steps: -1 | 1, nowMs: number): Range {
  const today = dayOf(nowMs);
  const days = daysOf(range, nowMs);
  const moved = isMonth(days, today) ? otherMonth(days, steps) : shift(days, steps * countDays(days));
  if (moved.first > today) return range;
  return rangeOf({ first: moved.first, last: moved.last > today ? today : moved.last }, today);
}

/** Returns the days of the comparison. */
export function earlierDays(days: Days, comparison: Exclude<Comparison, 'none'>): Days {
  if (comparison === 'year') return { first: addMonths(days.first, -12), last: addMonths(days.last, -12) };
  return shift(days, -countDays(days));
}

export function boundsOf({ first, last }: Days): Bounds {
  return { start: first, end: last };
}

/**
 * Returns the part of the earlier days that is comparable: if `days` are not over yet, the earlier ones end at the
 * same time of day, so that a morning is not compared with a whole day.
 */
export function comparableBounds(days: Days, comparison: Exclude<Comparison, 'none'>, nowMs: number): Bounds {
  const earlier = earlierDays(days, comparison);
  if (dayOf(nowMs) !== days.last) return boundsOf(earlier);
  const untilMs = Date.parse(earlier.last) + Math.floor((nowMs % dayMs) / cutMs) * cutMs;
  const end = new Date(Math.max(untilMs, Date.parse(earlier.first) + cutMs)).toISOString();
  // Without an offset it is a local time, like the days.
  return { start: earlier.first, end: end.replace('.000Z', '') };
}

/** Returns true if the range is exactly one month, or this month until today. */
function isMonth({ first, last }: Days, today: string): boolean {
  return (
    first === firstOfMonth(first) &&
    first.slice(0, 7) === last.slice(0, 7) &&
    [lastOfMonth(first), today].includes(last) &&
    first !== last
  );
}

function otherMonth({ first }: Days, steps: number): Days {
  const other = addMonths(first, steps);
  return { first: other, last: lastOfMonth(other) };
}

function shift({ first, last }: Days, count: number): Days {
  return { first: addDays(first, count), last: addDays(last, count) };
}

/** Returns the range of these days: by name if it has one, so that a bookmark of today shows today tomorrow. */
export function rangeOf({ first, last }: Days, today: string): Range {
  const names = ['today', 'yesterday', '7d', '30d', '90d', 'month'] as const;
  const named = names.find((name) => {
    const days = daysOf(name, Date.parse(today));
    return days.first === first && days.last === last;
  });
  return named ?? `${first}..${last}`;
}
