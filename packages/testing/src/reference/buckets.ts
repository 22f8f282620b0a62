/** The hours, days, weeks and months of a time zone, by their names. */
import { dateName, dayMs, type Granularity, hourMs, minuteMs, readTime } from './calendar.ts';
import type { Range } from './range.ts';
import { localClock, localDate, localTime, offsetMs, quarterMs, quarterOf, utc } from './zone.ts';

/** Returns the name of the bucket that contains `epochMs`: its local date, or for an hour its local start with the offset. */
export function bucketName(zone: string, granularity: Granularity, epochMs: number): string {
  return granularity === 'hour' ? hourName(zone, epochMs) : dateBucket(localDate(zone, epochMs), granularity);
}

/** Returns the names of all buckets of a range, in order. */
export function bucketNames(zone: string, granularity: Granularity, { startMs, endMs }: Range): string[] {
  if (granularity === 'hour') return hourNames(zone, { startMs, endMs });
  const names = new Set<string>();
  const lastMs = readTime(localDate(zone, endMs - 1)).epochMs;
  for (let day = readTime(localDate(zone, startMs)).epochMs; day <= lastMs; day += dayMs) {
    names.add(dateBucket(dateName(day), granularity));
  }
  return [...names];
}

/** Returns the first day of the bucket that contains a date. */
function dateBucket(date: string, granularity: Exclude<Granularity, 'hour'>): string {
  if (granularity === 'day') return date;
  if (granularity === 'month') return `${date.slice(0, 7)}-01`;
  const { epochMs } = readTime(date);
  // 1970-01-05 was a Monday.
  const daysSinceMonday = (((epochMs / dayMs - 4) % 7) + 7) % 7;
  return dateName(epochMs - daysSinceMonday * dayMs);
}

function hourNames(zone: string, { startMs, endMs }: Range): string[] {
  const names: string[] = [];
  for (let at = quarterOf(startMs); at < endMs; at += quarterMs) {
    if (names.length === 0 || !isSameHour(zone, at - quarterMs, at)) names.push(hourName(zone, at));
  }
  return names;
}

function hourName(zone: string, epochMs: number): string {
  let start = quarterOf(epochMs);
  while (isSameHour(zone, start - quarterMs, epochMs)) start -= quarterMs;
  return `${localTime(zone, start).slice(0, 19)}${offsetName(zone, start)}`;
}

/** An hour is identified by its local date, hour and offset. */
function isSameHour(zone: string, oneMs: number, otherMs: number): boolean {
  const hour = (epochMs: number) => Math.floor(localClock(zone, epochMs) / hourMs);
  return offsetMs(zone, oneMs) === offsetMs(zone, otherMs) && hour(oneMs) === hour(otherMs);
}

function offsetName(zone: string, epochMs: number): string {
  if (zone === utc) return 'Z';
  const offset = offsetMs(zone, epochMs);
  const digits = (value: number) => String(value).padStart(2, '0');
  const absolute = Math.abs(offset);
  const minutes = Math.floor(absolute / minuteMs) % 60;
  return `${offset < 0 ? '-' : '+'}${digits(Math.floor(absolute / hourMs))}:${digits(minutes)}`;
}
