/** The buckets of a time series: local hours, days, weeks or months that the range touches. */
import { AppError } from '@footfall/errors';
import { dayMs, hourMs, minuteMs } from '@footfall/schemas';
import { isWritable, type Range } from './range.ts';
import { instantIn, localIn, type Offset, utc, type Zone } from './zone.ts';

const bucketsMax = 10_000;
/** More than a bucket that begins before the range is long. */
const marginMs = 33 * dayMs;

export const granularities = ['hour', 'day', 'week', 'month'] as const;
export type Granularity = (typeof granularities)[number];

/** Buckets that follow one another, all of one width; the last one ends where the next run starts, or contains the end of the range. */
export interface Run {
  /** Epoch milliseconds. */
  startMs: number;
  widthMs: number;
  count: number;
}

/** Buckets without gaps, numbered from 0, in at least one run. The first one starts at or before the range. */
export type Buckets = readonly Run[];

export interface TimeBuckets {
  buckets: Buckets;
  /** The names of the buckets in responses: a date, with the hour and the offset if the buckets are hours. */
  dates: readonly string[];
}

export interface Bucket {
  startMs: number;
  /** The local time that it is named by. */
  localMs: number;
}

/** Day 0 of the epoch was a Thursday, so weeks start on Monday counted from three days before it. */
const fixed = {
  hour: { widthMs: hourMs, anchorMs: 0 },
  day: { widthMs: dayMs, anchorMs: 0 },
  week: { widthMs: 7 * dayMs, anchorMs: -3 * dayMs },
} as const;

/** The first bucket is whole. Throws BAD_REQUEST when they are too many, or in years that no response can write. */
export function timeBuckets(range: Range, granularity: Granularity, zone: Zone): TimeBuckets {
  return toTimeBuckets(bucketsIn(range, granularity, zone), range, granularity, zone);
}

/** Returns the buckets that the range touches; the first one can start before it. Throws BAD_REQUEST when they are too many. */
export function bucketsIn(range: Range, granularity: Granularity, zone: Zone): Bucket[] {
  const offsets = zone.offsetsIn({ startMs: range.startMs - marginMs, endMs: range.endMs + marginMs });
  const found = granularity === 'hour' ? hoursOf(range, offsets) : datesOf(range, granularity, offsets);
  const touched = found.slice(
    Math.max(
      0,
      found.findLastIndex(({ startMs }) => startMs <= range.startMs),
    ),
  );
  if (touched.length > bucketsMax) {
    throw new AppError(
      'BAD_REQUEST',
      `granularity must divide the range into at most ${bucketsMax} buckets, got ${touched.length} by ${granularity}`,
    );
  }
  return touched;
}

/** Returns buckets that divide the range, with their names. Throws BAD_REQUEST if one is in a year that no response can write. */
export function toTimeBuckets(
  touched: readonly Bucket[],
  range: Range,
  granularity: Granularity,
  zone: Zone,
): TimeBuckets {
  const beyond = touched.find(({ localMs }) => !isWritable(localMs));
  if (beyond) {
    const [date] = new Date(beyond.localMs).toISOString().split('T');
    throw new AppError(
      'BAD_REQUEST',
      `start and end must be in a range whose buckets begin in the years 0000 to 9999, got one that begins on ${date} by ${granularity}`,
    );
  }
  return {
    buckets: bucketsOf(touched, range, granularity),
    dates: namesOf(touched, granularity, zone),
  };
}

/** Returns all buckets of UTC that the range touches, however many. */
export function runInUtc({ startMs, endMs }: Range, granularity: Exclude<Granularity, 'month'>): Run {
  const { widthMs } = fixed[granularity];
  const firstMs = startOf(startMs, granularity);
  return { startMs: firstMs, widthMs, count: Math.ceil((endMs - firstMs) / widthMs) };
}

/** Returns the hours, which start at whole local hours and at clock changes. */
function hoursOf({ startMs, endMs }: Range, offsets: readonly Offset[]): Bucket[] {
  return offsets.flatMap(({ fromMs, offsetMs }, index) => {
    const untilMs = Math.min(endMs, offsets[index + 1]?.fromMs ?? endMs);
    const hours: Bucket[] = [];
    let localMs = Math.max(startOf(startMs + offsetMs, 'hour'), fromMs + offsetMs);
    for (; localMs - offsetMs < untilMs; localMs = startAfter(localMs, 'hour')) {
      hours.push({ startMs: localMs - offsetMs, localMs });
    }
    return hours;
  });
}

function datesOf({ startMs, endMs }: Range, granularity: Granularity, offsets: readonly Offset[]): Bucket[] {
  const dates: Bucket[] = [];
  for (let localMs = startOf(localIn(offsets, startMs), granularity); ; localMs = startAfter(localMs, granularity)) {
    const date = { startMs: instantIn(offsets, localMs), localMs };
    if (date.startMs >= endMs) return dates;
    // A date that the zone has skipped is none.
    if (dates.at(-1)?.startMs === date.startMs) dates.pop();
    dates.push(date);
  }
}

/** The start of the local hour, day, week or month that a local time is in. */
function startOf(localMs: number, granularity: Granularity): number {
  if (granularity === 'month') return new Date(startOf(localMs, 'day')).setUTCDate(1);
  const { widthMs, anchorMs } = fixed[granularity];
  return anchorMs + Math.floor((localMs - anchorMs) / widthMs) * widthMs;
}

/** The start of the next one. */
function startAfter(localMs: number, granularity: Granularity): number {
  const startMs = startOf(localMs, granularity);
  if (granularity !== 'month') return startMs + fixed[granularity].widthMs;
  return new Date(startMs).setUTCMonth(new Date(startMs).getUTCMonth() + 1);
}

/** Returns the buckets in runs. Only buckets of the usual width make a run, so that most are in few. */
function bucketsOf(buckets: readonly Bucket[], { endMs }: Range, granularity: Granularity): Buckets {
  const usualMs = granularity === 'month' ? 0 : fixed[granularity].widthMs;
  const runs: Run[] = [];
  for (const [index, { startMs }] of buckets.entries()) {
    const nextMs = buckets[index + 1]?.startMs ?? Math.max(endMs, startMs + usualMs);
    const widthMs = nextMs - startMs;
    const last = runs.at(-1);
    if (last?.widthMs === widthMs && widthMs === usualMs) last.count += 1;
    else runs.push({ startMs, widthMs, count: 1 });
  }
  return runs;
}

/** The names of buckets. Every part is formatted once: the buckets share few days, hours and offsets. */
export function namesOf(buckets: readonly Bucket[], granularity: Granularity, zone: Zone): string[] {
  const dateText = remembered((localMs) => new Date(localMs).toISOString().slice(0, 10));
  if (granularity !== 'hour') return buckets.map(({ localMs }) => dateText(localMs));
  const clockText = remembered((ofDayMs) => new Date(ofDayMs).toISOString().slice(10, 19));
  const offsetText = remembered(zone === utc ? () => 'Z' : offsetOf);
  return buckets.map(({ startMs, localMs }) => {
    const midnightMs = startOf(localMs, 'day');
    return `${dateText(midnightMs)}${clockText(localMs - midnightMs)}${offsetText(localMs - startMs)}`;
  });
}

function remembered(textOf: (ms: number) => string): (ms: number) => string {
  const known = new Map<number, string>();
  return (ms) => {
    const text = known.get(ms) ?? textOf(ms);
    known.set(ms, text);
    return text;
  };
}

/** Such as `+05:45`. */
function offsetOf(offsetMs: number): string {
  const minutes = Math.floor(Math.abs(offsetMs) / minuteMs);
  const digits = (count: number) => String(count).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
}
