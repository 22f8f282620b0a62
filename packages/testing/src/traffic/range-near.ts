/** Ranges of requests near events. */
import type * as fc from 'fast-check';
import { bucketStart, dayMs, type Granularity, hourMs } from '../reference/calendar.ts';
import { readRange } from '../reference/range.ts';
import { localDate, localTime, midnight } from '../reference/zone.ts';
import { written } from './visit-events.ts';
import type { bound } from './visits.ts';

type Bound = typeof bound extends fc.Arbitrary<infer Value> ? Value : never;
interface Texts {
  start: string;
  end: string;
}

/** Returns `start` and `end` near these times; undefined if the rules would reject them. */
export function rangeNear(near: { from: Bound; to: Bound }, timesMs: readonly number[], zone: string) {
  const from = boundText(near.from, timesMs, zone);
  const to = boundText(near.to, timesMs, zone);
  return [
    { start: from, end: to },
    { start: to, end: from },
  ].find((range) => isAccepted(range, zone));
}

function isAccepted(range: Texts, timezone: string): boolean {
  const { startMs, endMs } = readRange({ ...range, timezone }, 0);
  return startMs < endMs && endMs - startMs <= 5 * 365 * dayMs;
}

/** Returns a granularity of which the range has few enough buckets. */
export function coarseEnough(granularity: Granularity, range: Texts): Granularity {
  const { startMs, endMs } = readRange(range, 0);
  return granularity !== 'hour' || endMs - startMs < 5000 * hourMs ? granularity : 'week';
}

/** The time to query if there are no events. */
const quietMs = Date.UTC(2026, 0, 1);

/** Local times that clocks skip, or show twice. */
const awkward: Readonly<Record<string, readonly string[]>> = {
  'Europe/Berlin': ['2026-03-29T02:30:00', '2026-10-25T02:30:00'],
  'America/New_York': ['2026-03-08T02:30:00', '2026-11-01T01:30:00'],
  'Australia/Lord_Howe': ['2026-10-04T02:15:00', '2026-04-05T01:45:00'],
};

function boundText({ pick, snap, shiftMs, format }: Bound, timesMs: readonly number[], zone: string): string {
  const near = timesMs[pick % Math.max(timesMs.length, 1)] ?? quietMs;
  const skipped = awkward[zone]?.[pick % 2];
  if (snap === 'hour' && shiftMs === 500 && skipped !== undefined) return skipped;
  const timeMs = snappedTo(snap, near, zone) + shiftMs;
  if (snap === 'date') return localDate(zone, timeMs);
  return format === 2 ? localTime(zone, timeMs) : String(written(timeMs, format + 1));
}

function snappedTo(snap: Bound['snap'], nearMs: number, zone: string): number {
  if (snap === 'event') return nearMs;
  return snap === 'hour' ? bucketStart(nearMs, 'hour') : midnight(zone, localDate(zone, nearMs));
}
