import { hourMs } from '@footfall/schemas';
import { comparedRange, type Comparison } from './compared-range.ts';
import { previousRange, toPeriod } from './range.ts';
import { instantAt, utc, zoneOf } from './zone.ts';

it('compares a range that is not over with as much of the earlier one', () => {
  const range = { startMs: 1_000, endMs: 1_600 };
  const earlier = previousRange(range);
  expect(comparedRange(range, 'previous', utc, 1_250)).toEqual({ startMs: 400, endMs: 650 });
  expect(comparedRange(range, 'previous', utc, 1_600)).toEqual(earlier);
  expect(comparedRange(range, 'previous', utc, 9_000)).toEqual(earlier);
  expect(comparedRange(range, 'previous', utc, 900)).toEqual({ startMs: 400, endMs: 400 });
});

/** Ranges are given, and shown, in local time. */
function compared(zoneName: string, comparison: Comparison, start: string, end: string) {
  const zone = zoneOf(zoneName);
  const instant = (local: string) => instantAt(Date.parse(`${local}Z`), zone);
  const found = comparedRange({ startMs: instant(start), endMs: instant(end) }, comparison, zone);
  return found && toPeriod(found);
}

it('compares with nothing unless it is requested', () => {
  expect(comparedRange({ startMs: 0, endMs: 1 }, undefined, utc)).toBeUndefined();
});

it('compares whole days with as many whole days before, however long they are', () => {
  expect(compared('Europe/Berlin', 'previous', '2026-03-29T00:00', '2026-03-30T00:00')).toEqual({
    start: '2026-03-27T23:00:00.000Z',
    end: '2026-03-28T23:00:00.000Z',
  });
  expect(compared('Europe/Berlin', 'previous', '2026-03-30T00:00', '2026-04-01T00:00')).toEqual({
    start: '2026-03-27T23:00:00.000Z',
    end: '2026-03-29T22:00:00.000Z',
  });
  // The day before begins at one o'clock.
  expect(compared('America/Sao_Paulo', 'previous', '2018-11-05T00:00', '2018-11-06T00:00')).toEqual({
    start: '2018-11-04T03:00:00.000Z',
    end: '2018-11-05T02:00:00.000Z',
  });
});

it('compares anything else with a range of equal length', () => {
  expect(compared('Europe/Berlin', 'previous', '2026-03-29T00:00', '2026-03-29T12:00')).toEqual({
    start: '2026-03-28T12:00:00.000Z',
    end: '2026-03-28T23:00:00.000Z',
  });
  expect(compared('UTC', 'previous', '2026-03-29T00:00', '2026-03-29T12:00')).toEqual({
    start: '2026-03-28T12:00:00.000Z',
    end: '2026-03-29T00:00:00.000Z',
  });
});

it('compares with the same local dates a year earlier', () => {
  // Summer time began on 30 March in 2025.
  expect(compared('Europe/Berlin', 'year', '2026-03-28T00:00', '2026-03-30T00:00')).toEqual({
    start: '2025-03-27T23:00:00.000Z',
    end: '2025-03-29T23:00:00.000Z',
  });
});

it('compares with those of the same dates that the year before has', () => {
  // 2024 had a 29 February that 2025 has not, and the last date is the 28th, whatever midnight ends it.
  expect(compared('UTC', 'year', '2025-02-28T00:00', '2025-03-01T00:00')).toEqual({
    start: '2024-02-28T00:00:00.000Z',
    end: '2024-02-29T00:00:00.000Z',
  });
  expect(compared('Europe/Berlin', 'year', '2024-02-01T00:00', '2024-03-01T00:00')).toEqual({
    start: '2023-01-31T23:00:00.000Z',
    end: '2023-02-28T23:00:00.000Z',
  });
  expect(compared('UTC', 'year', '2024-02-29T08:00', '2024-02-29T10:00')).toEqual({
    start: '2023-03-01T00:00:00.000Z',
    end: '2023-03-01T00:00:00.000Z',
  });
  // That day begins at one o'clock, the one a year before at midnight.
  expect(compared('America/Sao_Paulo', 'year', '2018-11-04T00:00', '2018-11-05T00:00')).toEqual({
    start: '2017-11-04T02:00:00.000Z',
    end: '2017-11-05T02:00:00.000Z',
  });
});

it('compares a local day that is not over with the day before up to the same time, and a whole one with all of it', () => {
  const zone = zoneOf('Europe/Berlin');
  const instant = (local: string) => instantAt(Date.parse(`${local}Z`), zone);
  const day = { startMs: instant('2026-03-29T00:00'), endMs: instant('2026-03-30T00:00') };
  const before = { startMs: instant('2026-03-28T00:00'), endMs: day.startMs };
  expect(comparedRange(day, 'previous', zone, instant('2026-03-29T12:00'))?.endMs).toBe(instant('2026-03-28T12:00'));
  expect(comparedRange(day, 'previous', zone, day.endMs)).toEqual(before);
});

it.each([
  // Clocks skip midnight on 24 April in Cairo, and on 6 September in Santiago: the day begins at one o'clock.
  ['Africa/Cairo', '2026-04-25', '2026-04-26', '2026-04-25T12:00', '2026-04-24T01:00', '2026-04-24T12:00'],
  ['Africa/Cairo', '2026-04-24', '2026-04-25', '2026-04-24T12:00', '2026-04-23T00:00', '2026-04-23T12:00'],
  ['Africa/Cairo', '2026-04-24', '2026-05-01', '2026-04-24T12:00', '2026-04-17T00:00', '2026-04-17T12:00'],
  ['America/Santiago', '2026-09-07', '2026-09-08', '2026-09-07T12:00', '2026-09-06T01:00', '2026-09-06T12:00'],
  // The day before has not had the first hour yet.
  ['Africa/Cairo', '2026-04-25', '2026-04-26', '2026-04-25T00:40', '2026-04-24T01:00', '2026-04-24T01:00'],
  // Nothing of it has passed.
  ['Africa/Cairo', '2026-04-24', '2026-04-25', '2026-04-24T00:00', '2026-04-23T00:00', '2026-04-23T00:00'],
])('compares days of %s from %s to %s at %s with %s to %s', (zoneName, start, end, now, startBefore, endBefore) => {
  const zone = zoneOf(zoneName);
  const instant = (local: string) => instantAt(Date.parse(`${local.padEnd(16, 'T00:00')}Z`), zone);
  const found = comparedRange({ startMs: instant(start), endMs: instant(end) }, 'previous', zone, instant(now));
  expect(found).toEqual({ startMs: instant(startBefore), endMs: instant(endBefore) });
});

it('compares a range that is not of whole days with as much time before, whatever clocks did', () => {
  const zone = zoneOf('Europe/Berlin');
  const instant = (local: string) => instantAt(Date.parse(`${local}Z`), zone);
  // That day has 25 hours.
  const range = { startMs: instant('2026-10-25T00:00'), endMs: instant('2026-10-25T18:00') };
  const earlier = comparedRange(range, 'previous', zone);
  expect(comparedRange(range, 'previous', zone, range.startMs + 5 * hourMs)).toEqual({
    startMs: earlier?.startMs,
    endMs: (earlier?.startMs ?? NaN) + 5 * hourMs,
  });
  expect(comparedRange(range, 'previous', zone, range.endMs)).toEqual(earlier);
});

it('compares what has passed of a range with the same local dates and times a year earlier, whichever year has a 29 February', () => {
  const passed = (zoneName: string, start: string, end: string, now: string) => {
    const zone = zoneOf(zoneName);
    const instant = (local: string) => instantAt(Date.parse(`${local}Z`), zone);
    const found = comparedRange({ startMs: instant(start), endMs: instant(end) }, 'year', zone, instant(now));
    return found && toPeriod(found);
  };
  const noon = '2025-06-15T12:00';
  expect(passed('UTC', '2025-01-01T00:00', noon, noon)).toEqual({
    start: '2024-01-01T00:00:00.000Z',
    end: '2024-06-15T12:00:00.000Z',
  });
  expect(passed('Europe/Berlin', '2028-01-01T00:00', '2029-01-01T00:00', '2028-06-15T12:00')).toEqual({
    start: '2026-12-31T23:00:00.000Z',
    end: '2027-06-15T10:00:00.000Z',
  });
  // Nothing of it has passed, and the midnight before 1 March 2024 is another one than that after 28 February.
  expect(passed('UTC', '2025-03-01T00:00', '2025-04-01T00:00', '2025-02-20T00:00')).toEqual({
    start: '2024-03-01T00:00:00.000Z',
    end: '2024-03-01T00:00:00.000Z',
  });
});
