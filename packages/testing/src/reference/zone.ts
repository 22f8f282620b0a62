/** Local time in a time zone. The offset is read from Intl's local clock; instants are found by searching for them. */
import { hourMs, minuteMs, readTime, timestampName } from './calendar.ts';

export const utc = 'UTC';

/** Since 2000, every zone has changed its offset on a quarter of an hour. */
export const quarterMs = 15 * minuteMs;
/** More than the offset of any zone. In twice this time, a zone changes its offset at most once. */
const offsetBoundMs = 16 * hourMs;

const clocks = new Map<string, Intl.DateTimeFormat>();
/** The known offsets of each zone, by quarter of an hour. */
const offsets = new Map<string, Map<number, number>>();

/** Returns the quarter of an hour that contains `epochMs`. */
export function quarterOf(epochMs: number): number {
  return Math.floor(epochMs / quarterMs) * quarterMs;
}

/** Returns the offset of the zone from UTC, in milliseconds. */
export function offsetMs(zone: string, epochMs: number): number {
  if (zone === utc) return 0;
  const quarter = quarterOf(epochMs);
  const known = offsets.get(zone) ?? new Map<number, number>();
  offsets.set(zone, known);
  const offset = known.get(quarter) ?? readTime(clockText(zone, quarter)).epochMs - quarter;
  known.set(quarter, offset);
  return offset;
}

function clockText(zone: string, epochMs: number): string {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  clocks.set(zone, clock);
  const parts = new Map(clock.formatToParts(epochMs).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** Returns the time that local clocks show, as if they showed UTC. */
export function localClock(zone: string, epochMs: number): number {
  return epochMs + offsetMs(zone, epochMs);
}

/** Returns `YYYY-MM-DDTHH:MM:SS.mmm`. */
export function localTime(zone: string, epochMs: number): string {
  return timestampName(localClock(zone, epochMs)).slice(0, -1);
}

/** Returns `YYYY-MM-DD`. */
export function localDate(zone: string, epochMs: number): string {
  return localTime(zone, epochMs).slice(0, 10);
}

/** Returns the first instant at which local clocks show `local` (as `localTime` writes it) or later: the earlier of two, and in a gap the instant after it. */
export function firstInstant(zone: string, local: string): number {
  const asUtcMs = readTime(local).epochMs;
  const around = [asUtcMs - offsetBoundMs, asUtcMs + offsetBoundMs].map((epochMs) => offsetMs(zone, epochMs));
  let quarter = quarterOf(asUtcMs - Math.max(...around));
  while (localClock(zone, quarter) < asUtcMs) quarter += quarterMs;
  const before = quarter - quarterMs;
  return Math.min(quarter, asUtcMs - offsetMs(zone, before));
}

/** Returns the first instant of a local date. */
export function midnight(zone: string, date: string): number {
  return firstInstant(zone, `${date}T00:00:00.000`);
}
