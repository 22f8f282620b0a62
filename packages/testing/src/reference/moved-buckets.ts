/** The weeks or months of a range, moved into the range that it is compared with: each moment counts where it lies when it is moved forward. */
import { bucketName, bucketNames, dateBucket } from './buckets.ts';
import { dateName, dayMs, readTime } from './calendar.ts';
import type { Happened } from './facts.ts';
import { groupBy } from './group.ts';
import type { Bucket } from './in-buckets.ts';
import { type Comparison, holds, type Range, wholeDays } from './range.ts';
import { localDate, midnight } from './zone.ts';

interface Moving {
  granularity: 'week' | 'month';
  comparison: Comparison;
  zone: string;
}

/** Returns the counterpart of each bucket of `range`, named by the local date on which it begins; undefined if no time of the earlier range is in it. */
export function movedBuckets(happened: Happened, range: Range, earlier: Range, moving: Moving): (Bucket | undefined)[] {
  const { granularity, zone } = moving;
  const nameOf = namesLater(range, moving);
  const starts = groupBy(startsOfDays(earlier, range, moving), nameOf);
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
    return { date: localDate(zone, start), facts: facts.get(name) ?? [], sessions: sessions.get(name) ?? [] };
  });
}

/** Returns the name of the bucket of `range` that a moment of the earlier range is in when it is moved forward. */
function namesLater(range: Range, { granularity, comparison, zone }: Moving): (epochMs: number) => string {
  const days = wholeDays(range, zone);
  return (epochMs) => {
    const date = localDate(zone, epochMs);
    if (comparison === 'year') return dateBucket(yearLater(date), granularity);
    if (days === undefined) return bucketName(zone, granularity, epochMs + range.endMs - range.startMs);
    return dateBucket(dateName(readTime(date).epochMs + days * dayMs), granularity);
  };
}

/** Returns the date a year later; 29 February is counted with the 28th. */
function yearLater(date: string): string {
  const later = `${String(Number(date.slice(0, 4)) + 1).padStart(4, '0')}${date.slice(4)}`;
  return later.endsWith('-02-29') ? later.replace(/29$/, '28') : later;
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
