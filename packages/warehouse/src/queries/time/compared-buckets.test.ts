import { hourMs } from '@footfall/schemas';
import { comparedBuckets } from './compared-buckets.ts';
import { comparedRange, type Comparison } from './compared-range.ts';
import { type Granularity, timeBuckets } from './time-buckets.ts';
import { instantAt, zoneOf } from './zone.ts';

/** Returns the name of each bucket between two local times, and of its counterpart. */
function pairs(zoneName: string, granularity: Granularity, comparison: Comparison, start: string, end: string) {
  const { now, earlier } = compared(zoneName, granularity, comparison, start, end);
  return now.dates.map((date, bucket) => {
    const counterpart = earlier.counterparts[bucket];
    return counterpart === undefined ? [date] : [date, earlier.dates[counterpart]];
  });
}

function compared(zoneName: string, granularity: Granularity, comparison: Comparison, start: string, end: string) {
  const zone = zoneOf(zoneName);
  const instant = (local: string) => instantAt(Date.parse(`${local}Z`), zone);
  const range = { startMs: instant(start), endMs: instant(end) };
  const now = timeBuckets(range, granularity, zone);
  const before = comparedRange(range, comparison, zone) ?? range;
  const earlier = comparedBuckets({ range, dates: now.dates }, before, { granularity, comparison, zone });
  return { now, earlier };
}

it('has beside a month as many days, wherever they begin', () => {
  expect(pairs('UTC', 'month', 'previous', '2026-09-15T00:00', '2026-11-01T00:00')).toEqual([
    ['2026-09-01', '2026-07-30'],
    ['2026-10-01', '2026-08-15'],
  ]);
});

it('has beside a week the same dates a year earlier', () => {
  expect(pairs('UTC', 'week', 'year', '2025-10-20T00:00', '2025-11-03T00:00')).toEqual([
    ['2025-10-20', '2024-10-20'],
    ['2025-10-27', '2024-10-27'],
  ]);
});

it('begins weeks at local midnights, on whichever day clocks change', () => {
  const { earlier } = compared('Europe/Berlin', 'week', 'previous', '2026-04-06T00:00', '2026-04-20T00:00');
  expect(earlier.dates).toEqual(['2026-03-23', '2026-03-30']);
  expect(earlier.buckets).toEqual([
    { startMs: Date.parse('2026-03-22T23:00Z'), widthMs: 167 * hourMs, count: 1 },
    { startMs: Date.parse('2026-03-29T22:00Z'), widthMs: 168 * hourMs, count: 1 },
  ]);
});

it('moves the buckets of any other range by its length', () => {
  const { earlier } = compared('UTC', 'week', 'previous', '2026-03-08T18:00', '2026-03-09T06:00');
  expect(earlier).toMatchObject({
    dates: ['2026-03-08', '2026-03-08'],
    buckets: [{ startMs: Date.parse('2026-03-08T06:00Z') }, { startMs: Date.parse('2026-03-08T12:00Z') }],
  });
});

it('counts 29 February with the day before, and compares it with nothing', () => {
  expect(pairs('UTC', 'month', 'year', '2025-02-01T00:00', '2025-04-01T00:00')).toEqual([
    ['2025-02-01', '2024-02-01'],
    ['2025-03-01', '2024-03-01'],
  ]);
  expect(pairs('UTC', 'month', 'year', '2024-02-29T00:00', '2024-03-11T00:00')).toEqual([
    ['2024-02-01'],
    ['2024-03-01', '2023-03-01'],
  ]);
  // A Monday.
  expect(pairs('UTC', 'week', 'year', '2016-02-22T00:00', '2016-03-01T00:00')).toEqual([
    ['2016-02-22', '2015-02-22'],
    ['2016-02-29'],
  ]);
});

it('leaves out no time of the earlier range if the range is not of whole days', () => {
  const day = compared('UTC', 'day', 'previous', '2026-11-11T07:00', '2026-11-11T19:00').earlier;
  expect(day).toMatchObject({
    dates: ['2026-11-10'],
    counterparts: [0],
    buckets: [{ startMs: Date.parse('2026-11-10T19:00Z') }],
  });
  const days = compared('UTC', 'day', 'previous', '2026-03-01T18:00', '2026-03-02T06:00').earlier;
  expect(days).toMatchObject({
    dates: ['2026-03-01', '2026-03-01'],
    counterparts: [0, 1],
    buckets: [{ startMs: Date.parse('2026-03-01T06:00Z') }, { startMs: Date.parse('2026-03-01T12:00Z') }],
  });
  const hours = compared('Asia/Kathmandu', 'hour', 'previous', '2026-03-01T07:15', '2026-03-01T08:45').earlier;
  expect(hours).toMatchObject({
    dates: ['2026-03-01T05:00:00+05:45', '2026-03-01T06:00:00+05:45'],
    counterparts: [0, 1],
    buckets: [{ startMs: Date.parse('2026-03-01T00:00Z') }, { startMs: Date.parse('2026-03-01T00:45Z') }],
  });
});

it('has beside each hour and day of whole days that at the same position, or of the same date a year earlier', () => {
  expect(pairs('UTC', 'day', 'previous', '2026-03-01T00:00', '2026-03-03T00:00')).toEqual([
    ['2026-03-01', '2026-02-27'],
    ['2026-03-02', '2026-02-28'],
  ]);
  // One of the two days has 23 hours.
  expect(pairs('Europe/Berlin', 'hour', 'previous', '2026-03-30T00:00', '2026-03-31T00:00').slice(1, 4)).toEqual([
    ['2026-03-30T01:00:00+02:00', '2026-03-29T01:00:00+01:00'],
    ['2026-03-30T02:00:00+02:00', '2026-03-29T03:00:00+02:00'],
    ['2026-03-30T03:00:00+02:00', '2026-03-29T04:00:00+02:00'],
  ]);
  expect(pairs('UTC', 'day', 'year', '2024-02-28T00:00', '2024-03-02T00:00')).toEqual([
    ['2024-02-28', '2023-02-28'],
    ['2024-02-29'],
    ['2024-03-01', '2023-03-01'],
  ]);
});
