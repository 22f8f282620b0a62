/** Dates by arithmetic on days since 1970-01-01, so that the time zone of the machine has no influence. */

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export type Granularity = 'hour' | 'day' | 'week' | 'month';

/** Returns the start of the hour or day, in UTC, that contains `epochMs`. */
export function bucketStart(epochMs: number, granularity: 'hour' | 'day'): number {
  const length = granularity === 'hour' ? hourMs : dayMs;
  return Math.floor(epochMs / length) * length;
}

/** The names of days since 1970-01-01 that were needed before. */
const dateNames = new Map<number, string>();

/** Returns `YYYY-MM-DD` for the day that contains `epochMs`. */
export function dateName(epochMs: number): string {
  const days = Math.floor(epochMs / dayMs);
  const name = dateNames.get(days) ?? nameOfDay(days);
  dateNames.set(days, name);
  return name;
}

function nameOfDay(sinceEpoch: number): string {
  let days = sinceEpoch;
  let year = 1970;
  while (days < 0) days += daysInYear(--year);
  while (days >= daysInYear(year)) days -= daysInYear(year++);
  let month = 1;
  while (days >= daysInMonth(year, month)) days -= daysInMonth(year, month++);
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(days + 1, 2)}`;
}

/** Returns `YYYY-MM-DDTHH:MM:SS.mmmZ`. */
export function timestampName(epochMs: number): string {
  const ofDay = epochMs - bucketStart(epochMs, 'day');
  const part = (unitMs: number, count: number) => Math.floor(ofDay / unitMs) % count;
  const clock = [part(hourMs, 24), part(minuteMs, 60), part(1000, 60)].map((value) => digits(value, 2)).join(':');
  return `${dateName(epochMs)}T${clock}.${digits(part(1, 1000), 3)}Z`;
}

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const timestampPattern = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?(Z|([+-])(\d{2}):(\d{2}))?$/;

interface Time {
  /** Epoch milliseconds; as if in UTC if the text has no offset. */
  epochMs: number;
  dateOnly: boolean;
  /** True if the text has an offset. */
  hasOffset: boolean;
}

/** Parses a date or timestamp that is known to be well-formed. */
export function readTime(text: string): Time {
  const date = readDate(text);
  if (date !== undefined) return { epochMs: date, dateOnly: true, hasOffset: false };
  const match = timestampPattern.exec(text);
  const day = readDate(match?.[1] ?? '');
  if (!match || day === undefined) throw new Error(`not a time: ${text}`);
  const number = (index: number) => Number(match[index] ?? 0);
  const offset = (number(8) * 60 + number(9)) * minuteMs * (match[7] === '-' ? -1 : 1);
  const fraction = Number((match[5] ?? '').padEnd(3, '0'));
  const epochMs = day + number(2) * hourMs + number(3) * minuteMs + number(4) * 1000 + fraction - offset;
  return { epochMs, dateOnly: false, hasOffset: match[6] !== undefined };
}

/** The dates that were read before, in epoch milliseconds. */
const dates = new Map<string, number>();

function readDate(text: string): number | undefined {
  const match = datePattern.exec(text);
  if (!match) return undefined;
  const epochMs = dates.get(text) ?? dayOf(Number(match[1]), Number(match[2]), Number(match[3])) * dayMs;
  dates.set(text, epochMs);
  return epochMs;
}

/** Returns the number of days since 1970-01-01. */
function dayOf(year: number, month: number, day: number): number {
  let days = day - 1;
  for (let past = 1970; past < year; past++) days += daysInYear(past);
  for (let past = 1; past < month; past++) days += daysInMonth(year, past);
  return days;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function daysInYear(year: number): number {
  return isLeap(year) ? 366 : 365;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function digits(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
