import { hourMs } from '@footfall/schemas';
import { type Buckets, type Granularity, timeBuckets } from './time-buckets.ts';
import { instantAt, utc, zoneOf } from './zone.ts';

const ms = (text: string) => Date.parse(text);

/** The buckets between two local times. */
function bucketsOf(zoneName: string, granularity: Granularity, start: string, end: string) {
  const zone = zoneOf(zoneName);
  const instant = (local: string) => instantAt(ms(`${local}Z`), zone);
  return timeBuckets({ startMs: instant(start), endMs: instant(end) }, granularity, zone);
}

/** The length of each bucket, in hours. */
function lengthsOf(buckets: Buckets): number[] {
  return buckets.flatMap(({ widthMs, count }) => Array<number>(count).fill(widthMs / hourMs));
}

it('has buckets of equal width in UTC, and months where they start', () => {
  const range = { startMs: ms('2026-03-28T10:30Z'), endMs: ms('2026-03-30T00:00Z') };
  expect(timeBuckets(range, 'day', utc)).toEqual({
    buckets: [expect.objectContaining({ startMs: ms('2026-03-28'), widthMs: 24 * hourMs })],
    dates: ['2026-03-28', '2026-03-29'],
  });
  expect(timeBuckets(range, 'week', utc)).toEqual({
    buckets: [expect.objectContaining({ startMs: ms('2026-03-23'), widthMs: 168 * hourMs })],
    dates: ['2026-03-23'],
  });
  expect(timeBuckets({ ...range, endMs: ms('2026-03-28T12:00Z') }, 'hour', utc)).toEqual({
    buckets: [expect.objectContaining({ startMs: ms('2026-03-28T10:00Z'), widthMs: hourMs })],
    dates: ['2026-03-28T10:00:00Z', '2026-03-28T11:00:00Z'],
  });
  expect(timeBuckets({ ...range, endMs: ms('2026-05-01T00:00:00.001Z') }, 'month', utc)).toMatchObject({
    buckets: [{ startMs: ms('2026-03-01') }, { startMs: ms('2026-04-01') }, { startMs: ms('2026-05-01') }],
    dates: ['2026-03-01', '2026-04-01', '2026-05-01'],
  });
});

it('refuses buckets that no date of four digits names', () => {
  const firstDay = { startMs: ms('0000-01-01T00:00Z'), endMs: ms('0000-01-02T00:00Z') };
  const message = (begins: string) =>
    `start and end must be in a range whose buckets begin in the years 0000 to 9999, got one that begins on ${begins}`;
  expect(() => timeBuckets(firstDay, 'week', utc)).toThrow(message('-000001-12-27 by week'));
  expect(timeBuckets(firstDay, 'month', utc).dates).toEqual(['0000-01-01']);
  expect(() => timeBuckets(firstDay, 'month', zoneOf('America/New_York'))).toThrow(message('-000001-12-01 by month'));
  const lastHour = { startMs: ms('9999-12-31T22:00Z'), endMs: ms('9999-12-31T23:59Z') };
  expect(() => timeBuckets(lastHour, 'hour', zoneOf('Asia/Tokyo'))).toThrow(message('+010000-01-01 by hour'));
});

it('has a day of 23 hours and one of 25', () => {
  const spring = bucketsOf('Europe/Berlin', 'day', '2026-03-27T00:00', '2026-03-31T00:00');
  expect(spring.dates).toEqual(['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30']);
  expect(lengthsOf(spring.buckets)).toEqual([24, 24, 23, 24]);
  const autumn = bucketsOf('America/New_York', 'day', '2026-10-31T00:00', '2026-11-03T00:00');
  expect(lengthsOf(autumn.buckets)).toEqual([24, 25, 24]);
});

it('has a last day of 25 hours whole', () => {
  const { buckets } = bucketsOf('Europe/Berlin', 'day', '2026-10-25T00:00', '2026-10-26T00:00');
  expect(lengthsOf(buckets)).toEqual([25]);
});

it('has days of 23.5 and 24.5 hours where clocks change by half an hour', () => {
  const april = bucketsOf('Australia/Lord_Howe', 'day', '2026-04-04T00:00', '2026-04-07T00:00');
  expect(lengthsOf(april.buckets)).toEqual([24, 24.5, 24]);
  const october = bucketsOf('Australia/Lord_Howe', 'day', '2026-10-03T00:00', '2026-10-06T00:00');
  expect(lengthsOf(october.buckets)).toEqual([24, 23.5, 24]);
});

it('names hours by their local start and offset', () => {
  expect(bucketsOf('Europe/Berlin', 'hour', '2026-03-29T01:00', '2026-03-29T05:00').dates).toEqual([
    '2026-03-29T01:00:00+01:00',
    '2026-03-29T03:00:00+02:00',
    '2026-03-29T04:00:00+02:00',
  ]);
  expect(bucketsOf('America/New_York', 'hour', '2026-11-01T00:30', '2026-11-01T02:01').dates).toEqual([
    '2026-11-01T00:00:00-04:00',
    '2026-11-01T01:00:00-04:00',
    '2026-11-01T01:00:00-05:00',
    '2026-11-01T02:00:00-05:00',
  ]);
  expect(bucketsOf('Asia/Kathmandu', 'hour', '2026-03-01T00:00', '2026-03-01T02:00')).toEqual({
    buckets: [expect.objectContaining({ startMs: ms('2026-02-28T18:15Z'), widthMs: hourMs })],
    dates: ['2026-03-01T00:00:00+05:45', '2026-03-01T01:00:00+05:45'],
  });
});

it('begins an hour where clocks change by half an hour', () => {
  const april = bucketsOf('Australia/Lord_Howe', 'hour', '2026-04-05T01:00', '2026-04-05T03:00');
  expect(april.dates).toEqual(['2026-04-05T01:00:00+11:00', '2026-04-05T01:30:00+10:30', '2026-04-05T02:00:00+10:30']);
  expect(lengthsOf(april.buckets)).toEqual([1, 0.5, 1]);
  const october = bucketsOf('Australia/Lord_Howe', 'hour', '2026-10-04T01:00', '2026-10-04T04:00');
  expect(october.dates).toEqual([
    '2026-10-04T01:00:00+10:30',
    '2026-10-04T02:30:00+11:00',
    '2026-10-04T03:00:00+11:00',
  ]);
  expect(lengthsOf(october.buckets)).toEqual([1, 0.5, 1]);
});

it('names a day without a midnight by its date, and leaves out one that never was', () => {
  const { buckets, dates } = bucketsOf('America/Sao_Paulo', 'day', '2018-11-03T00:00', '2018-11-06T00:00');
  expect(dates).toEqual(['2018-11-03', '2018-11-04', '2018-11-05']);
  expect(lengthsOf(buckets)).toEqual([24, 23, 24]);
  expect(bucketsOf('Pacific/Apia', 'day', '2011-12-28T12:00', '2012-01-02T00:00')).toEqual({
    buckets: [expect.objectContaining({ startMs: ms('2011-12-28T10:00Z'), widthMs: 24 * hourMs })],
    dates: ['2011-12-28', '2011-12-29', '2011-12-31', '2012-01-01'],
  });
});

it('has local weeks and months', () => {
  const weeks = bucketsOf('Europe/Berlin', 'week', '2026-03-25T00:00', '2026-04-08T00:00');
  expect(weeks.dates).toEqual(['2026-03-23', '2026-03-30', '2026-04-06']);
  expect(lengthsOf(weeks.buckets)).toEqual([167, 168, 168]);
  const months = bucketsOf('Asia/Kathmandu', 'month', '2026-01-31T23:59', '2026-03-01T00:00');
  expect(months.dates).toEqual(['2026-01-01', '2026-02-01']);
  expect(months.buckets).toMatchObject([{ startMs: ms('2025-12-31T18:15Z') }, { startMs: ms('2026-01-31T18:15Z') }]);
  // Clocks changed on the 8th.
  const march = bucketsOf('America/New_York', 'month', '2026-03-31T12:00', '2026-04-01T00:00');
  expect(march.buckets).toMatchObject([{ startMs: ms('2026-03-01T05:00Z') }]);
});

it('begins at the clock change at which the range begins', () => {
  // A minute past midnight, clocks were set forward to a minute past one.
  const hours = bucketsOf('America/Goose_Bay', 'hour', '2010-03-14T01:01', '2010-03-14T03:00');
  expect(hours.dates).toEqual(['2010-03-14T01:01:00-03:00', '2010-03-14T02:00:00-03:00']);
  // At midnight, clocks were set back to eleven.
  const range = { startMs: ms('2018-02-18T02:00Z'), endMs: ms('2018-02-19T03:00Z') };
  const days = timeBuckets(range, 'day', zoneOf('America/Sao_Paulo'));
  expect(days.dates).toEqual(['2018-02-17', '2018-02-18']);
});

it('has few runs in five years of days, and in as many hours as there may be', () => {
  const runsOf = (granularity: Granularity, start: string, end: string) => {
    const { buckets } = bucketsOf('Europe/Berlin', granularity, start, end);
    return buckets.length;
  };
  // Each of ten days that are longer or shorter, and what is around them.
  expect(runsOf('day', '2021-03-01T00:00', '2026-03-01T00:00')).toBe(21);
  expect(runsOf('hour', '2025-01-01T00:00', '2026-02-21T16:00')).toBe(1);
  expect(() => runsOf('hour', '2025-01-01T00:00', '2026-02-21T16:01')).toThrow(
    'granularity must divide the range into at most 10000 buckets, got 10001 by hour',
  );
});
