import { eventAfter, noon, pageview, runSteps } from '../arrival.fixture.ts';
import type { RequestFacts } from '../arrival.ts';
import { shownValue } from '@footfall/schemas';
import { time } from './time.ts';
import { readTimestamp } from '../../lookups/timestamp.ts';

const day = 86_400_000;

function timeOf(timestamp: unknown, request: Partial<RequestFacts> = {}): unknown {
  const outcome = runSteps(pageview({ timestamp }, request), time);
  return 'code' in outcome ? outcome.code : [outcome.event.timestamp - noon, outcome.event.timestampSource];
}

describe('the time of an event', () => {
  it('is the time received if none was sent', () => {
    const event = eventAfter(pageview(), time);
    expect([event.timestamp, event.timestampSource]).toEqual([noon, 'received']);
  });

  it('is as sent, as ISO 8601 or in epoch milliseconds', () => {
    expect(timeOf(noon - 1000)).toEqual([-1000, 'client']);
    expect(timeOf('2026-03-05T11:59:59Z')).toEqual([-1000, 'client']);
    expect(timeOf('2026-03-05T12:59:59.5+01:00')).toEqual([-500, 'client']);
  });

  it('is corrected by the offset of the client’s clock', () => {
    expect(timeOf(noon - 3_600_000, { clockOffsetMs: 3_599_000 })).toEqual([-1000, 'corrected']);
    expect(timeOf(noon + 10 * day, { clockOffsetMs: -10 * day - 5 })).toEqual([-5, 'corrected']);
    expect(timeOf(noon, { clockOffsetMs: 0.5 })).toEqual([0, 'corrected']);
  });

  it.each([
    ['exactly 7 days old', noon - 7 * day, [-7 * day, 'client']],
    ['older than 7 days', noon - 7 * day - 1, [0, 'received']],
    ['exactly 5 minutes ahead', noon + 300_000, [300_000, 'client']],
    ['more than 5 minutes ahead', noon + 300_001, [0, 'received']],
    ['1970', 0, [0, 'received']],
    ['negative', -5, [0, 'received']],
    ['below all dates', -1e300, [0, 'received']],
    ['above all dates', 1e300, [0, 'received']],
    ['the year 9999', '9999-12-31T23:59:59Z', [0, 'received']],
    ['a year ago', '2025-03-05T12:00:00Z', [0, 'received']],
    ['tomorrow', '2026-03-06T12:00:00Z', [0, 'received']],
    ['no time', 'yesterday', 'INVALID_TIMESTAMP'],
    ['a number in text', String(noon), 'INVALID_TIMESTAMP'],
    ['an impossible date', '2026-02-30', 'INVALID_TIMESTAMP'],
    ['empty', '', 'INVALID_TIMESTAMP'],
  ])('E20 with a public key: %s', (_case, timestamp, expected) => {
    expect(timeOf(timestamp)).toEqual(expected);
  });

  it.each([
    ['the first moment of 2000', '2000-01-01', [946_684_800_000 - noon, 'client']],
    ['a moment before 2000', '1999-12-31T23:59:59.999Z', 'INVALID_TIMESTAMP'],
    ['seconds instead of milliseconds', noon / 1000, 'INVALID_TIMESTAMP'],
    ['negative', -5, 'INVALID_TIMESTAMP'],
    ['below all dates', -1e300, 'INVALID_TIMESTAMP'],
    ['ten years old', '2016-03-05T12:00:00Z', [Date.UTC(2016, 2, 5, 12) - noon, 'client']],
    ['exactly 5 minutes ahead', noon + 300_000, [300_000, 'client']],
    ['no time', 'now()', 'INVALID_TIMESTAMP'],
  ])('E20 with a secret key: %s', (_case, timestamp, expected) => {
    expect(timeOf(timestamp, { keyType: 'secret' })).toEqual(expected);
  });

  it.each([
    ['more than 5 minutes ahead', noon + 300_001],
    ['the year 9999', '9999-12-31T23:59:59Z'],
    ['above all dates', 1e300],
  ])('A3 with a secret key is never changed silently: %s', (_case, timestamp) => {
    expect(runSteps(pageview({ timestamp }, { keyType: 'secret' }), time)).toEqual({
      code: 'INVALID_TIMESTAMP',
      message: 'timestamp must not be in the future',
      got: shownValue(timestamp),
    });
  });

  it.each([
    ['in the future', noon, 300_001, 'timestamp must not be in the future, once it is corrected by sentAt'],
    ['before 2000', noon, -30 * 365 * day, /^timestamp must be 2000-01-01 or later.*, once it is corrected by sentAt$/],
  ])('A3 with a secret key is refused if sentAt moves it %s, which the message states', (...row) => {
    const [, timestamp, clockOffsetMs, message] = row;
    expect(runSteps(pageview({ timestamp }, { keyType: 'secret', clockOffsetMs }), time)).toEqual({
      code: 'INVALID_TIMESTAMP',
      message: expect.stringMatching(message),
      got: String(noon),
    });
  });
});

describe('a timestamp as clients write it', () => {
  it.each([
    ['2026-03-05', '2026-03-05T00:00:00.000Z'],
    ['2026-03-05T10:20', '2026-03-05T10:20:00.000Z'],
    ['2026-03-05 10:20:30', '2026-03-05T10:20:30.000Z'],
    ['2026-03-05t10:20:30z', '2026-03-05T10:20:30.000Z'],
    [' 2026-03-05T10:20:30Z ', '2026-03-05T10:20:30.000Z'],
    ['2026-03-05T10:20:30.123456789Z', '2026-03-05T10:20:30.123Z'],
    ['2026-03-05T10:20:30,1Z', '2026-03-05T10:20:30.100Z'],
    ['2026-03-05T10:20:30+05:45', '2026-03-05T04:35:30.000Z'],
    ['2026-03-05T10:20:30-0330', '2026-03-05T13:50:30.000Z'],
    ['2026-03-05T10:20:30+01', '2026-03-05T09:20:30.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0050-01-01', '0050-01-01T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2017-01-01T05:29:60.5+05:30', '2017-01-01T00:00:00.500Z'],
  ])('E20 reads %s', (text, expected) => {
    expect(new Date(readTimestamp(text) ?? NaN).toISOString()).toBe(expected);
  });

  it.each([
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-03-05T24:00:00Z',
    '2026-03-05T10:60Z',
    '2026-03-05T10:20:60Z',
    '2026-03-05T10:20:30+99:00',
    '2026-03-05T10:20:30+01:60',
    '2026-03-05T10',
    '20260305',
    '10000-01-01',
    '+2026-03-05',
    '-2026-03-05',
    '2026-3-5',
    '2026',
    '05/03/2026',
    'Thu, 05 Mar 2026 12:00:00 GMT',
    '2026-03-05T10:20:30.Z',
    '２０２６-03-05',
    'null',
    '0',
  ])('E20 does not read %s', (text) => {
    expect(readTimestamp(text)).toBeUndefined();
  });

  it('E19 truncates fractions of a millisecond, and refuses values that are not finite', () => {
    expect(readTimestamp(1.9)).toBe(1);
    expect(readTimestamp(-0)).toBe(0);
    expect(Object.is(readTimestamp(-0), 0)).toBe(true);
    expect(readTimestamp(NaN)).toBeUndefined();
    expect(readTimestamp(Infinity)).toBeUndefined();
  });
});
