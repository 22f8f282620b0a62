/** The buckets of a compared range, and the one of them that each bucket of the range is compared with. */
import { hourMs } from '@footfall/schemas';
import { type Comparison, movedStart } from './compared-range.ts';
import { isEmpty, type Range } from './range.ts';
import { type Bucket, bucketsIn, type Granularity, namesOf, type TimeBuckets, toTimeBuckets } from './time-buckets.ts';
import { localAt, type Zone } from './zone.ts';

interface ComparedBuckets extends TimeBuckets {
  /** For each bucket of the range the number of its counterpart; undefined if it has none. */
  counterparts: readonly (number | undefined)[];
}

interface Division {
  granularity: Granularity;
  comparison: Comparison;
  zone: Zone;
}

/**
 * Returns the buckets of `range`, moved into `earlier`, the range that it is compared with. Each ends where the next one starts, so that together they
 * are all of it: an hour that only the earlier clocks repeat counts with the one before. One without any time there, such as 29 February, is omitted.
 */
export function comparedBuckets(
  range: Range,
  earlier: Range,
  { granularity, comparison, zone }: Division,
): ComparedBuckets {
  const move = movedStart(range, comparison, zone);
  let endMs = earlier.endMs;
  const parts = bucketsIn(range, granularity, zone)
    .toReversed()
    .map((bucket, index, { length }) => {
      const isFirst = index === length - 1;
      const part = { startMs: isFirst ? earlier.startMs : Math.min(move(bucket.startMs), endMs), endMs };
      endMs = part.startMs;
      return part;
    })
    .toReversed();
  const buckets = parts
    .filter((part) => !isEmpty(part))
    .map(({ startMs }) => ({ startMs, localMs: localAt(startMs, zone) }));
  let count = 0;
  return {
    ...toTimeBuckets(buckets, earlier, granularity, zone),
    dates: namesOf(
      granularity === 'hour' ? buckets.map((bucket) => startOfHour(bucket, zone)) : buckets,
      granularity,
      zone,
    ),
    counterparts: parts.map((part) => (isEmpty(part) ? undefined : count++)),
  };
}

/** Returns the start of the local hour in which a part starts, by which it is named: a whole hour, or a clock change after it. */
function startOfHour({ startMs, localMs }: Bucket, zone: Zone): Bucket {
  const offset = zone.offsetsIn({ startMs: startMs - hourMs, endMs: startMs }).at(-1);
  const sinceChangeMs = startMs - (offset?.fromMs ?? -Infinity);
  const passedMs = Math.min(localMs - Math.floor(localMs / hourMs) * hourMs, sinceChangeMs);
  return { startMs: startMs - passedMs, localMs: localMs - passedMs };
}
