/** Parses times as clients write them: ISO 8601 or epoch milliseconds. */
import { dayMs, minuteMs } from '@footfall/schemas';

/** The maximum time by which an event may be ahead of the server's clock. Beyond it, one from a public key gets the time of its arrival, and one from a secret key is rejected. */
export const aheadMsMax = 5 * 60_000;

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
const offsetMinutesMax = 14 * 60;

/**
 * Returns the epoch milliseconds of `value`, without fractions; undefined if it is not a time. Text is an ISO 8601 date, or date
 * and time, in its extended form; without an offset it is UTC. A number in text is not ISO 8601. The
 * leap second 23:59:60 UTC is the midnight after it.
 */
export function readTimestamp(value: string | number): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.floor(value) + 0 : undefined;
  const match = pattern.exec(value.trim());
  return match ? epochOf(match) : undefined;
}

function epochOf(match: RegExpExecArray): number | undefined {
  const [year, month, day] = [number(match[1]), number(match[2]), number(match[3])];
  const [hour, minute, second] = [number(match[4]), number(match[5]), number(match[6])];
  const offset = offsetMinutes(match[8]);
  if (offset === undefined || !isDate(year, month, day)) return undefined;
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const fraction = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const epochMs = date.setUTCHours(hour, minute, second, fraction) - offset * minuteMs;
  const isLeapSecond = epochMs - fraction === Math.floor(epochMs / dayMs) * dayMs;
  return second === 60 && !isLeapSecond ? undefined : epochMs;
}

function number(digits: string | undefined): number {
  return digits === undefined ? 0 : Number(digits);
}

function isDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1 || day > 31) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCDate() === day;
}

/** Returns the minutes east of UTC; undefined for an offset that no time zone has. */
function offsetMinutes(zone: string | undefined): number | undefined {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = zone.length > 3 ? Number(zone.slice(-2)) : 0;
  const total = hours * 60 + minutes;
  if (minutes > 59 || total > offsetMinutesMax) return undefined;
  return zone.startsWith('-') ? -total : total;
}
