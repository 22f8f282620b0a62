/** The hours, days, weeks or months of a range, moved into the range that it is compared with: each moment counts where it lies when it is moved forward. */
import { bucketName, bucketNames, dateBucket } from './buckets.ts';
import { dateName, dayMs, type Granularity, readTime } from './calendar.ts';
import type { Happened } from './facts.ts';
import { groupBy } from './group.ts';
import type { Bucket } from './in-buckets.ts';
import { type Comparison, holds, type Range, wholeDays } from './range.ts';
import { localDate, midnight, quarterMs, quarterOf } from './zone.ts';

interface Moving {
  /** Hours only for a range that moves by its length. */
  granularity: Granularity;
  comparison: Comparison;
  zone: string;
}

/** Returns the counterpart of each bucket of `range`, named by the local date on which it begins, or the hour; undefined if no time of the earlier range is in it. */
export function movedBuckets(happened: Happened, range: Range, earlier: Range, moving: Moving): (Bucket | undefined)[] {
  const { granularity, zone } = moving;
  const nameOf = namesLater(range, moving);
  const starts = groupBy(
    granularity === 'hour' ? quarters(earlier, range) : startsOfDays(earlier, range, moving),
    nameOf,
  );
  const dateOf = (epochMs: number) => bucketName(zone, granularity === 'hour' ? 'hour' : 'day', epochMs);
  const facts = groupBy(
    happened.facts.filter((fact) => holds(earlier, fact.timestampMs)),
    (fact) => nameOf(fact.timestampMs),
  );
  const sessions = groupBy(
    happened.sessions.filter((session) => holds(earlier, session.startMs)),
    (session) => nameOf(session.startMs),
  );
  return bucketNames(zone, granularity, range).map((name) => {
    const start = starts.get(name)?.[0];
    if (start === undefined) return undefined;
    return { date: dateOf(start), facts: facts.get(name) ?? [], sessions: sessions.get(name) ?? [] };
  });
}

/** Returns the name of the bucket of `range` that a moment of the earlier range is in when it is moved forward. */
function namesLater(range: Range, { granularity, comparison, zone }: Moving): (epochMs: number) => string {
  const days = wholeDays(range, zone);
  return (epochMs) => {
    const date = localDate(zone, epochMs);
    if (granularity === 'hour' || (days === undefined && comparison === 'previous')) {
      return bucketName(zone, granularity, epochMs + range.endMs - range.startMs);
    }
    if (comparison === 'year' || days === undefined) return dateBucket(yearLater(date), granularity);
    return dateBucket(dateName(readTime(date).epochMs + days * dayMs), granularity);
  };
}

/** Returns the date a year later; 29 February is counted with the 28th. */
function yearLater(date: string): string {
  const later = `${String(Number(date.slice(0, 4)) + 1).padStart(4, '0')}${date.slice(4)}`;
  return later.endsWith('-02-29') ? later.replace(/29$/, '28') : later;
}

/** Returns the start of the earlier range and each later moment in it that is at a quarter of an hour when it is moved forward by the length of the range. */
function quarters(earlier: Range, { startMs, endMs }: Range): number[] {
  const lengthMs = endMs - startMs;
  const starts = [earlier.startMs];
  for (let at = quarterOf(earlier.startMs + lengthMs) + quarterMs; at < earlier.endMs + lengthMs; at += quarterMs) {
    starts.push(at - lengthMs);
  }
  return starts;
}

/** Returns the start of the earlier range and each later moment at which a day, moved if the range moves by its length, begins in it. */
function startsOfDays(earlier: Range, range: Range, { comparison, zone }: Moving): number[] {
  const isOfLength = comparison === 'previous' && wholeDays(range, zone) === undefined;
  const lengthMs = isOfLength ? range.endMs - range.startMs : 0;
  const starts = [earlier.startMs];
  const first = readTime(localDate(zone, earlier.startMs + lengthMs)).epochMs;
  for (let day = first + dayMs; ; day += dayMs) {
    const startMs = midnight(zone, dateName(day)) - lengthMs;
    if (startMs >= earlier.endMs) return starts;
    starts.push(startMs);
  }
}
