/** The range of a request, and the range to compare with. */
import { dateName, dayMs, hourMs, readTime, timestampName } from './calendar.ts';
import { firstInstant, localDate, localTime, midnight, utc } from './zone.ts';

/** A range of time in epoch milliseconds, the end exclusive. */
export interface Range {
  startMs: number;
  endMs: number;
}

interface RangeParams {
  start?: string;
  end?: string;
  timezone?: string;
}

/** Returns the range of `start` and `end` in the time zone of the request: by default the 30 days before now. A date-only end includes its day. */
export function readRange(params: RangeParams, nowMs: number): Range {
  const { start, end, timezone = utc } = params;
  return {
    startMs: start === undefined ? nowMs - 30 * dayMs : readBound(timezone, start, 0),
    endMs: end === undefined ? nowMs : readBound(timezone, end, 1),
  };
}

function readBound(zone: string, text: string, daysMore: number): number {
  const { epochMs, dateOnly, hasOffset } = readTime(text);
  if (dateOnly) return midnight(zone, dateName(epochMs + daysMore * dayMs));
  return hasOffset ? epochMs : firstInstant(zone, timestampName(epochMs).slice(0, -1));
}

/** Maps a requested range to the one that is used. */
export type Bounds = (range: Range) => Range;

export const exactBounds: Bounds = (range) => range;

/** Widens bounds inside an hour to whole hours, as rollups do. */
export const wholeHours: Bounds = ({ startMs, endMs }) => ({
  startMs: Math.floor(startMs / hourMs) * hourMs,
  endMs: Math.ceil(endMs / hourMs) * hourMs,
});

/** Returns the range of equal length that ends where `range` starts. */
export function rangeBefore({ startMs, endMs }: Range): Range {
  return { startMs: startMs - (endMs - startMs), endMs: startMs };
}

export type Comparison = 'previous' | 'year';

/** Returns the range that the parameter `compare` names. */
export function comparedRange(range: Range, comparison: Comparison, zone: string): Range {
  return comparison === 'year' ? sameDatesEarlier(range, zone) : localRangeBefore(range, zone);
}

/** Returns the same local dates a year earlier, of which 29 February may be none. */
function sameDatesEarlier({ startMs, endMs }: Range, zone: string): Range {
  const lastDate = localDate(zone, endMs - 1);
  const isWholeDate = midnight(zone, dateName(readTime(lastDate).epochMs + dayMs)) === endMs;
  return {
    startMs: yearEarlier(zone, startMs),
    endMs: isWholeDate ? endOfDate(zone, yearBefore(lastDate)) : yearEarlier(zone, endMs),
  };
}

/** Returns the midnight after a date; after the day before if the date does not exist. */
function endOfDate(zone: string, date: string): number {
  const { epochMs } = readTime(date);
  return midnight(zone, dateName(dateName(epochMs) === date ? epochMs + dayMs : epochMs));
}

/** Returns as many local days before, for whole local days, whatever clocks did meanwhile. */
function localRangeBefore(range: Range, zone: string): Range {
  const days = wholeDays(range, zone);
  if (days === undefined) return rangeBefore(range);
  const first = readTime(localDate(zone, range.startMs)).epochMs;
  return { startMs: midnight(zone, dateName(first - days * dayMs)), endMs: range.startMs };
}

/** Returns the number of local days in a range; undefined if it does not begin and end at a midnight. */
export function wholeDays({ startMs, endMs }: Range, zone: string): number | undefined {
  const isMidnight = (epochMs: number) => midnight(zone, localDate(zone, epochMs)) === epochMs;
  if (!isMidnight(startMs) || !isMidnight(endMs)) return undefined;
  return (readTime(localDate(zone, endMs)).epochMs - readTime(localDate(zone, startMs)).epochMs) / dayMs;
}

/** Returns the same local date and time a year earlier; the end of the 28th if February had no 29th. */
function yearEarlier(zone: string, epochMs: number): number {
  const local = localTime(zone, epochMs);
  const date = local.slice(0, 10);
  const isOfDate = midnight(zone, date) === epochMs || date.endsWith('-02-29');
  // A date that does not exist is read as the day after.
  return isOfDate
    ? midnight(zone, dateName(readTime(yearBefore(date)).epochMs))
    : firstInstant(zone, yearBefore(local));
}

/** Returns a local date or time with the year before. */
function yearBefore(local: string): string {
  return `${String(Number(local.slice(0, 4)) - 1).padStart(4, '0')}${local.slice(4)}`;
}

/**
 * Returns the part of the compared range that corresponds to the elapsed part of `range`, so that a morning is not compared with a day: the same
 * dates and times for a year and for whole days, and otherwise as much time.
 */
export function comparedPart(range: Range, comparison: Comparison, nowMs: number, zone: string): Range {
  if (nowMs >= range.endMs) return comparedRange(range, comparison, zone);
  const { startMs, endMs } = comparedRange(range, comparison, zone);
  if (nowMs <= range.startMs) return { startMs, endMs: startMs };
  if (comparison === 'year') return sameDatesEarlier({ startMs: range.startMs, endMs: nowMs }, zone);
  const days = wholeDays(range, zone);
  if (days === undefined) return { startMs, endMs: startMs + nowMs - range.startMs };
  const local = localTime(zone, nowMs);
  const date = local.slice(0, 10);
  const dateEarlier = dateName(readTime(date).epochMs - days * dayMs);
  const isOfDate = midnight(zone, date) === nowMs;
  const sameTimeMs = isOfDate ? midnight(zone, dateEarlier) : firstInstant(zone, dateEarlier + local.slice(10));
  return { startMs, endMs: Math.min(endMs, Math.max(startMs, sameTimeMs)) };
}

export function holds({ startMs, endMs }: Range, epochMs: number): boolean {
  return startMs <= epochMs && epochMs < endMs;
}
