import { AppError } from '@footfall/errors';
import { comparablePart, previousRange, resolveRange, toPeriod, wholeHours } from './range.ts';

const nowMs = Date.parse('2026-03-31T12:00:00.123Z');
const utc = (text: string) => Date.parse(text);

function refusal(params: { start?: number; end?: number }): AppError {
  try {
    resolveRange(params, nowMs);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('The range was taken');
}

it('is the 30 days before now by default', () => {
  expect(toPeriod(resolveRange({}, nowMs))).toEqual({
    start: '2026-03-01T12:00:00.123Z',
    end: '2026-03-31T12:00:00.123Z',
  });
});

it('starts 30 days before now, wherever it ends', () => {
  expect(toPeriod(resolveRange({ end: utc('2026-03-02') }, nowMs))).toEqual({
    start: '2026-03-01T12:00:00.123Z',
    end: '2026-03-02T00:00:00.000Z',
  });
});

it.each([
  ['a start at the end', { start: utc('2026-03-01'), end: utc('2026-03-01') }],
  ['a start after the end', { start: utc('2026-03-02'), end: utc('2026-03-01') }],
  ['a start after now', { start: nowMs + 1 }],
  ['an end before the default start', { end: utc('2026-03-01') }],
])('F4 refuses %s', (_, params) => {
  expect(refusal(params)).toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringMatching(/^start takes a time before end/),
  });
});

it('takes five years to the day and refuses a millisecond more', () => {
  const start = utc('2021-03-01');
  expect(resolveRange({ start, end: utc('2026-03-01') }, nowMs).startMs).toBe(start);
  expect(refusal({ start, end: utc('2026-03-01') + 1 })).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'start and end take a range of at most 5 years',
  });
});

it('F5 refuses ten years, with the cap named', () => {
  expect(refusal({ start: utc('2016-03-01'), end: utc('2026-03-01') }).message).toContain('at most 5 years');
});

it('has a range of equal length before it, without a gap', () => {
  const range = { startMs: 1_000, endMs: 1_600 };
  expect(previousRange(range)).toEqual({ startMs: 400, endMs: 1_000 });
});

it('compares a range that is not over with as much of the earlier one', () => {
  const range = { startMs: 1_000, endMs: 1_600 };
  const earlier = previousRange(range);
  expect(comparablePart(earlier, range, 1_250)).toEqual({ startMs: 400, endMs: 650 });
  expect(comparablePart(earlier, range, 1_600)).toEqual(earlier);
  expect(comparablePart(earlier, range, 9_000)).toEqual(earlier);
  expect(comparablePart(earlier, range, 900)).toEqual({ startMs: 400, endMs: 400 });
});

it('widens to whole hours outwards, and leaves whole hours as they are', () => {
  const range = (start: string, end: string) => ({ startMs: utc(start), endMs: utc(end) });
  const hours = range('2026-03-01T10:00:00Z', '2026-03-02T12:00:00Z');
  expect(wholeHours(range('2026-03-01T10:59:59.999Z', '2026-03-02T11:00:00.001Z'))).toEqual(hours);
  expect(wholeHours(hours)).toEqual(hours);
  const beforeTheEpoch = range('1969-12-30T22:30:00Z', '1969-12-30T23:30:00Z');
  expect(wholeHours(beforeTheEpoch)).toEqual(range('1969-12-30T22:00:00Z', '1969-12-31T00:00:00Z'));
});
