import { hourMs } from '@footfall/schemas';
import * as fc from 'fast-check';
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
  const earlier = comparedBuckets(range, before, { granularity, comparison, zone });
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
  const days = compared('UTC', 'day', 'year', '2025-02-28T00:00', '2025-03-02T00:00').earlier;
  expect(days).toMatchObject({
    dates: ['2024-02-28', '2024-03-01'],
    buckets: [{ startMs: Date.parse('2024-02-28'), widthMs: 48 * hourMs }, { startMs: Date.parse('2024-03-01') }],
  });
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
  // The earlier one begins a quarter of an hour after clocks were set back by half an hour.
  const changed = compared('Australia/Lord_Howe', 'hour', 'previous', '2026-04-05T03:15', '2026-04-05T04:45').earlier;
  expect(changed).toMatchObject({
    dates: ['2026-04-05T01:30:00+10:30', '2026-04-05T02:00:00+10:30'],
    buckets: [{ startMs: Date.parse('2026-04-04T15:15Z') }, { startMs: Date.parse('2026-04-04T16:00Z') }],
  });
});

it('has beside each hour and day of whole days that of the same local time, or of the same date a year earlier', () => {
  expect(pairs('UTC', 'day', 'previous', '2026-03-01T00:00', '2026-03-03T00:00')).toEqual([
    ['2026-03-01', '2026-02-27'],
    ['2026-03-02', '2026-02-28'],
  ]);
  expect(pairs('UTC', 'day', 'year', '2024-02-28T00:00', '2024-03-02T00:00')).toEqual([
    ['2024-02-28', '2023-02-28'],
    ['2024-02-29'],
    ['2024-03-01', '2023-03-01'],
  ]);
});

it('has nothing beside an hour that the earlier day skipped, and beside the second of an hour that only the later one repeats', () => {
  expect(pairs('Europe/Berlin', 'hour', 'previous', '2026-03-30T00:00', '2026-03-31T00:00').slice(1, 4)).toEqual([
    ['2026-03-30T01:00:00+02:00', '2026-03-29T01:00:00+01:00'],
    ['2026-03-30T02:00:00+02:00'],
    ['2026-03-30T03:00:00+02:00', '2026-03-29T03:00:00+02:00'],
  ]);
  expect(pairs('Europe/Berlin', 'hour', 'previous', '2026-10-25T00:00', '2026-10-26T00:00').slice(2, 5)).toEqual([
    ['2026-10-25T02:00:00+02:00', '2026-10-24T02:00:00+02:00'],
    ['2026-10-25T02:00:00+01:00'],
    ['2026-10-25T03:00:00+01:00', '2026-10-24T03:00:00+02:00'],
  ]);
});

it('counts an hour that only the earlier day repeats, or that the later one skips, with the one before', () => {
  const afterAutumn = compared('Europe/Berlin', 'hour', 'previous', '2026-10-26T00:00', '2026-10-27T00:00').earlier;
  expect(afterAutumn.dates.slice(1, 4)).toEqual([
    '2026-10-25T01:00:00+02:00',
    '2026-10-25T02:00:00+02:00',
    '2026-10-25T03:00:00+01:00',
  ]);
  expect(afterAutumn.buckets[1]).toEqual({ startMs: Date.parse('2026-10-25T00:00Z'), widthMs: 2 * hourMs, count: 1 });
  const spring = compared('Europe/Berlin', 'hour', 'previous', '2026-03-29T00:00', '2026-03-30T00:00').earlier;
  expect(spring.buckets[1]).toEqual({ startMs: Date.parse('2026-03-28T00:00Z'), widthMs: 2 * hourMs, count: 1 });
});

it('has beside each of two hours of one name the one of the same rank', () => {
  const weeks = pairs('Europe/Berlin', 'hour', 'previous', '2026-10-25T00:00', '2027-10-24T00:00').slice(2, 5);
  expect(weeks).toEqual([
    ['2026-10-25T02:00:00+02:00', '2025-10-26T02:00:00+02:00'],
    ['2026-10-25T02:00:00+01:00', '2025-10-26T02:00:00+01:00'],
    ['2026-10-25T03:00:00+01:00', '2025-10-26T03:00:00+01:00'],
  ]);
});

it('compares two hours of one name with nothing if clocks skip it in the earlier range', () => {
  expect(pairs('Europe/Berlin', 'hour', 'previous', '2026-10-25T00:00', '2027-05-23T00:00').slice(1, 5)).toEqual([
    ['2026-10-25T01:00:00+02:00', '2026-03-29T01:00:00+01:00'],
    ['2026-10-25T02:00:00+02:00'],
    ['2026-10-25T02:00:00+01:00'],
    ['2026-10-25T03:00:00+01:00', '2026-03-29T03:00:00+02:00'],
  ]);
});

it('divides all of the earlier range, whatever clocks and calendars do', () => {
  const zoneName = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
    'America/St_Johns',
    'Pacific/Apia',
    'Asia/Kathmandu',
  );
  const hoursFrom2009 = fc.nat(20 * 366 * 24);
  fc.assert(
    fc.property(
      fc.record({
        zoneName,
        granularity: fc.constantFrom<Granularity>('hour', 'day', 'week', 'month'),
        comparison: fc.constantFrom<Comparison>('previous', 'year'),
        fromHours: hoursFrom2009,
        hours: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 400 * 24 })),
        isOfDays: fc.boolean(),
      }),
      ({ zoneName: name, granularity, comparison, fromHours, hours, isOfDays }) => {
        const zone = zoneOf(name);
        const local = (at: number) => Date.UTC(2009, 0, 1) + (isOfDays ? Math.ceil(at / 24) * 24 : at) * hourMs;
        const range = { startMs: instantAt(local(fromHours), zone), endMs: instantAt(local(fromHours + hours), zone) };
        const before = comparedRange(range, comparison, zone) ?? range;
        fc.pre(range.startMs < range.endMs && before.startMs < before.endMs);
        const { buckets, counterparts } = comparedBuckets(range, before, { granularity, comparison, zone });
        const count = buckets.reduce((sum, run) => sum + run.count, 0);
        expect(buckets[0]?.startMs).toBe(before.startMs);
        for (const [index, run] of buckets.entries()) {
          const endMs = run.startMs + run.widthMs * run.count;
          // The last bucket contains the end of the range.
          expect(Math.min(endMs, before.endMs)).toBe(buckets[index + 1]?.startMs ?? before.endMs);
        }
        // Each is beside one bucket, in their order.
        expect(counterparts.filter((one) => one !== undefined)).toEqual(Array.from({ length: count }, (_, one) => one));
      },
    ),
  );
});
