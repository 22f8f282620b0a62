/** The hours, days, weeks or months of a range, moved into the range that it is compared with: each moment counts where it lies when it is moved forward. */
import { bucketName, bucketNames } from './buckets.ts';
import { dateName, dayMs, type Granularity, readTime } from './calendar.ts';
import { factsIn, type Happened, sessionsIn } from './facts.ts';
import { groupBy } from './group.ts';
import type { Bucket } from './in-buckets.ts';
import { type Comparison, type Range, wholeDays } from './range.ts';
import { firstInstant, localDate, localTime, midnight, quarterMs, quarterOf } from './zone.ts';

interface Moving {
  granularity: Granularity;
  comparison: Comparison;
  zone: string;
}

/** Returns the counterpart of each bucket of `range`, named by the local date on which it begins, or the hour; undefined if no time of the earlier range is in it. */
export function movedBuckets(happened: Happened, range: Range, earlier: Range, moving: Moving): (Bucket | undefined)[] {
  const { granularity, zone } = moving;
  const nameOf = namesLater(range, moving);
  const starts = groupBy(
    granularity === 'hour' ? quarters(earlier, range, moving) : startsOfDays(earlier, range, moving),
    nameOf,
  );
  const dateOf = (epochMs: number) => bucketName(zone, granularity === 'hour' ? 'hour' : 'day', epochMs);
  const facts = groupBy(factsIn(happened, earlier), (fact) => nameOf(fact.timestampMs));
  const sessions = groupBy(sessionsIn(happened, earlier), (session) => nameOf(session.startMs));
  return bucketNames(zone, granularity, range).map((name) => {
    const start = starts.get(name)?.[0];
    if (start === undefined) return undefined;
    return { date: dateOf(start), facts: facts.get(name) ?? [], sessions: sessions.get(name) ?? [] };
  });
}

/** Returns the name of the bucket of `range` that a moment of the earlier range is in when it is moved forward. */
function namesLater(range: Range, { granularity, comparison, zone }: Moving): (epochMs: number) => string {
  const days = wholeDays(range, zone);
  const later = (epochMs: number) => {
    if (comparison === 'year') return laterLocally(zone, epochMs, yearLater);
    if (days === undefined) return epochMs + range.endMs - range.startMs;
    return laterLocally(zone, epochMs, (date) => dateName(readTime(date).epochMs + days * dayMs));
  };
  return (epochMs) => bucketName(zone, granularity, Math.min(Math.max(later(epochMs), range.startMs), range.endMs - 1));
}

/** Returns the instant of the same local time on a later date; of two, the one of the same rank; in a gap, the moment before it. */
function laterLocally(zone: string, epochMs: number, dateLater: (date: string) => string): number {
  const local = localTime(zone, epochMs);
  const wanted = `${dateLater(local.slice(0, 10))}${local.slice(10)}`;
  // 29 February in a year without it.
  if (dateName(readTime(wanted).epochMs) !== wanted.slice(0, 10)) {
    return midnight(zone, dateName(readTime(wanted).epochMs)) - 1;
  }
  const first = firstInstant(zone, wanted);
  if (localTime(zone, first) !== wanted) return first - 1;
  const second = first + epochMs - firstInstant(zone, local);
  return localTime(zone, second) === wanted ? second : first;
}

/** Returns the date a year later, which may not exist. */
function yearLater(date: string): string {
  return `${String(Number(date.slice(0, 4)) + 1).padStart(4, '0')}${date.slice(4)}`;
}

/** Returns the start of the earlier range and each later moment in it that is at a quarter of an hour, when it is moved forward if the range moves by its length. */
function quarters(earlier: Range, range: Range, moving: Moving): number[] {
  const lengthMs = movedLengthMs(range, moving);
  const starts = [earlier.startMs];
  for (let at = quarterOf(earlier.startMs + lengthMs) + quarterMs; at < earlier.endMs + lengthMs; at += quarterMs) {
    starts.push(at - lengthMs);
  }
  return starts;
}

/** Returns the start of the earlier range and each later moment at which a day, moved if the range moves by its length, begins in it. */
function startsOfDays(earlier: Range, range: Range, moving: Moving): number[] {
  const { zone } = moving;
  const lengthMs = movedLengthMs(range, moving);
  const starts = [earlier.startMs];
  const first = readTime(localDate(zone, earlier.startMs + lengthMs)).epochMs;
  for (let day = first + dayMs; ; day += dayMs) {
    const startMs = midnight(zone, dateName(day)) - lengthMs;
    if (startMs >= earlier.endMs) return starts;
    starts.push(startMs);
  }
}

/** Returns the length of the range if it moves by that; 0 if it moves by local time. */
function movedLengthMs(range: Range, { comparison, zone }: Moving): number {
  return comparison === 'previous' && wholeDays(range, zone) === undefined ? range.endMs - range.startMs : 0;
}
