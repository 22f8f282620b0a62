/** The buckets of a compared range, and the one of them that each bucket of the range is compared with. */
import { hourMs } from '@footfall/schemas';
import { type Comparison, comparedStart, isOfWholeDays } from './compared-range.ts';
import { isEmpty, type Range } from './range.ts';
import {
  type Bucket,
  bucketsIn,
  type Granularity,
  namesOf,
  type TimeBuckets,
  timeBuckets,
  toTimeBuckets,
} from './time-buckets.ts';
import { localAt, type Zone } from './zone.ts';

interface ComparedBuckets extends TimeBuckets {
  /** For each bucket of the range the number of its counterpart; undefined if it has none. */
  counterparts: readonly (number | undefined)[];
}

/** A range and the names of its buckets. */
interface Divided {
  range: Range;
  dates: readonly string[];
}

interface Division {
  granularity: Granularity;
  comparison: Comparison;
  zone: Zone;
}

/**
 * Returns the buckets of `earlier`, the range that `now` is compared with. Hours and days are those of the clock and the calendar, if a range before `now` is of
 * whole days. Otherwise, as with weeks and months, these would cut the earlier range elsewhere, so it has those of `now`, moved.
 */
export function comparedBuckets(now: Divided, earlier: Range, division: Division): ComparedBuckets {
  const { granularity, comparison, zone } = division;
  const isOfLength = comparison === 'previous' && !isOfWholeDays(now.range, zone);
  if (isOfLength || granularity === 'week' || granularity === 'month')
    return movedBuckets(now.range, earlier, division);
  const buckets = timeBuckets(earlier, granularity, zone);
  const { dates } = buckets;
  const byPosition = now.dates.map((_, bucket) => (bucket < dates.length ? bucket : undefined));
  return { ...buckets, counterparts: comparison === 'year' ? onSameDates(now.dates, dates) : byPosition };
}

/** Returns the buckets of `range`, moved into the earlier one: each ends where the next one starts. One without any time there, such as 29 February, is omitted. */
function movedBuckets(range: Range, earlier: Range, { granularity, comparison, zone }: Division): ComparedBuckets {
  const starts = bucketsIn(range, granularity, zone).map(({ startMs }, index) => {
    const movedMs = index === 0 ? earlier.startMs : comparedStart(startMs, range, comparison, zone);
    return Math.min(movedMs, earlier.endMs);
  });
  const parts = starts.map((startMs, index) => ({ startMs, endMs: starts[index + 1] ?? earlier.endMs }));
  const kept = parts.filter((part) => !isEmpty(part));
  const buckets = kept.map(({ startMs }) => ({ startMs, localMs: localAt(startMs, zone) }));
  return {
    ...toTimeBuckets(buckets, earlier, granularity, zone),
    dates: namesOf(granularity === 'hour' ? buckets.map(startOfHour) : buckets, granularity, zone),
    counterparts: parts.map((part) => (isEmpty(part) ? undefined : kept.indexOf(part))),
  };
}

/** Returns the start of the local hour in which a part starts: it is named by that. */
function startOfHour({ startMs, localMs }: Bucket): Bucket {
  const passedMs = localMs - Math.floor(localMs / hourMs) * hourMs;
  return { startMs: startMs - passedMs, localMs: localMs - passedMs };
}

/** Returns for each date, or hour, the number of the same one a year earlier; the second of an hour that clocks repeat has the second of then. */
function onSameDates(dates: readonly string[], before: readonly string[]): (number | undefined)[] {
  const unpaired: (string | undefined)[] = before.map(localDate);
  return dates.map((date) => {
    const [year, rest] = [localDate(date).slice(0, 4), localDate(date).slice(4)];
    const index = unpaired.indexOf(`${String(Number(year) - 1).padStart(4, '0')}${rest}`);
    if (index === -1) return undefined;
    unpaired[index] = undefined;
    return index;
  });
}

/** The date of a bucket without the offset of its time zone. */
const localDate = (date: string) => date.slice(0, 'YYYY-MM-DDThh:mm'.length);
