/** Time zones: how far local time is from UTC, and since when. A local time is the epoch milliseconds at which UTC shows the same. */
import { dayMs, hourMs } from '@footfall/schemas';
import { LRUCache } from 'lru-cache';
import type { Range } from './range.ts';

/** Shorter than the time between any two clock changes since 2000, the least of which is a week. */
const probeMs = 5 * dayMs;
/** An offset is less than a day, and a change is no larger than one. */
const marginMs = 2 * dayMs;
/** Years of zones whose offsets are kept: finding them takes longer than everything else in a cached response. */
const yearsMax = 1_000;

/** An offset, in force until that of the next one. */
export interface Offset {
  /** Epoch milliseconds; -Infinity if it is in force when a span begins. */
  fromMs: number;
  /** The difference of local time from UTC; positive if it is ahead. */
  offsetMs: number;
}

export interface Zone {
  /** The offsets in force in a span, in order. */
  offsetsIn(span: Range): readonly Offset[];
}

export const utc: Zone = { offsetsIn: () => [{ fromMs: -Infinity, offsetMs: 0 }] };

/** The zone of a name that `canonicalTimezone` has returned. */
export function zoneOf(name: string): Zone {
  return name === 'UTC' ? utc : { offsetsIn: (span) => offsetsIn(name, span) };
}

/** The local time at an instant. */
export function localAt(epochMs: number, zone: Zone): number {
  return localIn(zone.offsetsIn({ startMs: epochMs, endMs: epochMs }), epochMs);
}

/** The instant of a local time. Of one that clocks show twice it is the first, of one that they skip the end of the gap. */
export function instantAt(localMs: number, zone: Zone): number {
  return instantIn(zone.offsetsIn({ startMs: localMs - marginMs, endMs: localMs + marginMs }), localMs);
}

/** The same as `localAt`, with the offsets of a span around the instant. */
export function localIn(offsets: readonly Offset[], epochMs: number): number {
  const inForce = offsets.findLast(({ fromMs }) => fromMs <= epochMs);
  return epochMs + (inForce?.offsetMs ?? 0);
}

/** The same as `instantAt`, with the offsets of a span around the instant. */
export function instantIn(offsets: readonly Offset[], localMs: number): number {
  for (const [index, { fromMs, offsetMs }] of offsets.entries()) {
    const next = offsets[index + 1];
    // It is before this offset is in force if clocks skip it.
    if (!next || localMs - offsetMs < next.fromMs) return Math.max(localMs - offsetMs, fromMs);
  }
  return localMs;
}

/** Returns true if the hours of the zone are those of UTC in a span, except for their names. */
export function hasWholeHours(zone: Zone, span: Range): boolean {
  const isWhole = (ms: number) => ms % hourMs === 0;
  return zone
    .offsetsIn(span)
    .every(({ fromMs, offsetMs }) => isWhole(offsetMs) && (fromMs === -Infinity || isWhole(fromMs)));
}

function offsetsIn(name: string, { startMs, endMs }: Range): Offset[] {
  const offsets: Offset[] = [];
  for (let year = yearOf(startMs); year <= yearOf(endMs); year += 1) {
    for (const { fromMs, offsetMs } of offsetsOfYear(name, year)) {
      if (fromMs <= startMs) offsets.splice(0, 1, { fromMs: -Infinity, offsetMs });
      else if (fromMs <= endMs && offsetMs !== offsets.at(-1)?.offsetMs) offsets.push({ fromMs, offsetMs });
    }
  }
  return offsets;
}

const yearOf = (epochMs: number) => new Date(epochMs).getUTCFullYear();
const startOfYear = (year: number) => new Date(0).setUTCFullYear(year, 0, 1);

const known = new LRUCache<string, readonly Offset[], { name: string; year: number }>({
  max: yearsMax,
  memoMethod: (_key, _stale, { context: { name, year } }) =>
    findOffsets(startOfYear(year), startOfYear(year + 1), offsetsOf(name)),
});

/** The offset in force when a year begins, and those that clocks change to in it. */
function offsetsOfYear(name: string, year: number): readonly Offset[] {
  return known.memo(`${name} ${year}`, { context: { name, year } });
}

type OffsetOf = (epochMs: number) => number;

/** Changes are found by halving: formatting each bucket of five years would take longer than to read them. */
function findOffsets(startMs: number, endMs: number, offsetOf: OffsetOf): Offset[] {
  let last = { fromMs: startMs, offsetMs: offsetOf(startMs) };
  const offsets: Offset[] = [last];
  for (let probedMs = startMs; probedMs < endMs; probedMs += probeMs) {
    const nextMs = Math.min(probedMs + probeMs, endMs);
    const offsetMs = offsetOf(nextMs);
    if (offsetMs === last.offsetMs) continue;
    last = { fromMs: changeBetween(probedMs, nextMs, offsetOf), offsetMs };
    offsets.push(last);
  }
  return offsets;
}

/** The only change after one time, up to another. */
function changeBetween(beforeMs: number, afterMs: number, offsetOf: OffsetOf): number {
  const before = offsetOf(beforeMs);
  let [fromMs, toMs] = [beforeMs, afterMs];
  while (toMs - fromMs > 1) {
    const middleMs = Math.floor((fromMs + toMs) / 2);
    if (offsetOf(middleMs) === before) fromMs = middleMs;
    else toMs = middleMs;
  }
  return toMs;
}

function offsetsOf(timeZone: string): OffsetOf {
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (epochMs) => {
    // Such as `3/29/2026, GMT+02:00`, before standard time with seconds; `GMT` where the offset is none.
    const [, sign, hours = 0, minutes = 0, seconds = 0] =
      /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(formatter.format(epochMs)) ?? [];
    const aheadMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
    return sign === '-' ? -aheadMs : aheadMs;
  };
}
