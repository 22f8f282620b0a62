import { AppError } from '@footfall/errors';
import { toPeriod } from '../time/range.ts';
import { utc, zoneOf } from '../time/zone.ts';
import { resolveRange } from './given-range.ts';
import { parseEnd, parseStart } from './moment.ts';

const nowMs = Date.parse('2026-03-31T12:00:00.123Z');

/** A range as requests write it. */
const given = (start: string | undefined, end?: string) => ({
  start: start === undefined ? undefined : parseStart(start),
  end: end === undefined ? undefined : parseEnd(end),
});

function refusal(start: string | undefined, end?: string): AppError {
  try {
    resolveRange(given(start, end), nowMs, utc);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('The range was accepted');
}

it('is the 30 days before now by default', () => {
  expect(toPeriod(resolveRange({}, nowMs, utc))).toEqual({
    start: '2026-03-01T12:00:00.123Z',
    end: '2026-03-31T12:00:00.123Z',
  });
});

it('starts 30 days before now, wherever it ends', () => {
  expect(toPeriod(resolveRange(given(undefined, '2026-03-02T00:00:00Z'), nowMs, utc))).toEqual({
    start: '2026-03-01T12:00:00.123Z',
    end: '2026-03-02T00:00:00.000Z',
  });
});

it.each([
  [['2026-03-02', '2026-03-01'], 'start must be before end, got start 2026-03-02 and end 2026-03-01'],
  [
    ['2026-03-02T00:00:00Z', '2026-03-01'],
    'start must be before end, got start 2026-03-02T00:00:00Z and end 2026-03-01',
  ],
  [
    ['2021-03-01', '2026-03-01'],
    'start must be at most 5 years before end (a date ends with its day), got start 2021-03-01 and end 2026-03-01',
  ],
  [['2026-04-01', undefined], 'start must be in the past unless end is set, got start 2026-04-01'],
  [[undefined, '2026-02-28'], 'end must be less than 30 days ago unless start is set, got end 2026-02-28'],
] as const)('F4, A13 rejects %j with the received values', ([start, end], message) => {
  expect(refusal(start, end)).toMatchObject({ code: 'BAD_REQUEST', message });
});

it('accepts exactly five years and rejects a millisecond more', () => {
  const range = given('2021-03-01', '2026-03-01T00:00:00Z');
  expect(resolveRange(range, nowMs, utc).startMs).toBe(Date.parse('2021-03-01'));
  expect(refusal('2021-03-01', '2026-03-01T00:00:00.001Z')).toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('got start 2021-03-01 and end 2026-03-01T00:00:00.001Z'),
  });
});

it('F5 rejects ten years, with the limit named', () => {
  expect(refusal('2016-03-01', '2026-03-01').message).toContain('at most 5 years');
  expect(refusal('2016-03-01').message).toBe(
    'start must be at most 5 years ago unless end is set, got start 2016-03-01',
  );
  expect(refusal(undefined, '2036-03-01').message).toBe(
    'end must be at most 5 years after the start of 30 days ago unless start is set, got end 2036-03-01',
  );
});

it('reads timestamps without seconds, whatever their offset', () => {
  expect(toPeriod(resolveRange(given('2026-03-01T10:00Z', '2026-03-01T14:00+02:00'), nowMs, utc))).toEqual({
    start: '2026-03-01T10:00:00.000Z',
    end: '2026-03-01T12:00:00.000Z',
  });
});

it('F4 rejects years that no response can contain', () => {
  for (const start of ['0000-01-01T00:00:00+05:00', '9999-12-31T23:00:00-05:00']) {
    expect(refusal(start).message).toBe(`start must be in the years 0000 to 9999 of UTC, got start ${start}`);
  }
  const last = '9999-12-31T23:59:59.999Z';
  expect(toPeriod(resolveRange(given('9999-12-01', last), nowMs, utc)).end).toBe(last);
  expect(refusal('9999-12-01', '9999-12-31')).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'end must be in the years 0000 to 9999 of UTC (a date ends with its day), got end 9999-12-31',
  });
});

describe('in a time zone', () => {
  const periodIn = (name: string, start: string, end: string) =>
    toPeriod(resolveRange(given(start, end), nowMs, zoneOf(name)));

  it.each([
    // 23 hours, and 25.
    ['Europe/Berlin', '2026-03-29', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    // 23.5 hours, and 24.5.
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-04', '2026-10-03T13:30:00.000Z', '2026-10-04T13:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-05', '2026-04-04T13:00:00.000Z', '2026-04-05T13:30:00.000Z'],
    ['Asia/Kathmandu', '2026-03-01', '2026-03-02', '2026-02-28T18:15:00.000Z', '2026-03-02T18:15:00.000Z'],
    // Clocks were set from midnight to one.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
  ])('%s reads dates from %s to %s as local days', (zone, start, end, startsAt, endsAt) => {
    expect(periodIn(zone, start, end)).toEqual({ start: startsAt, end: endsAt });
  });

  it('reads timestamps without an offset as local, and others as they are', () => {
    expect(periodIn('America/New_York', '2026-03-01T10:00', '2026-07-01T10:00:00')).toEqual({
      start: '2026-03-01T15:00:00.000Z',
      end: '2026-07-01T14:00:00.000Z',
    });
    expect(periodIn('America/New_York', '2026-03-01T10:00:00Z', '2026-07-01T10:00:00+02:00')).toEqual({
      start: '2026-03-01T10:00:00.000Z',
      end: '2026-07-01T08:00:00.000Z',
    });
  });

  it('accepts exactly five local years across clock changes, and rejects a millisecond more', () => {
    // 2021-10-31 begins in summer time, 2026-10-31 in winter time.
    expect(periodIn('Europe/Berlin', '2021-10-31', '2026-10-30').end).toBe('2026-10-30T23:00:00.000Z');
    expect(() => periodIn('Europe/Berlin', '2021-10-31', '2026-10-31T00:00:00.001')).toThrow(
      'start must be at most 5 years before end',
    );
  });

  it('rejects a date that the zone has skipped, and years that no response can contain', () => {
    expect(() => periodIn('Pacific/Apia', '2011-12-30', '2011-12-30')).toThrow('start must be before end');
    expect(() => periodIn('America/New_York', '9999-12-31', '9999-12-31T23:00')).toThrow(
      'end must be in the years 0000 to 9999 of UTC (a date ends with its day), got end 9999-12-31T23:00',
    );
  });
});
