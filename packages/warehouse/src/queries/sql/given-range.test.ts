import { AppError } from '@footfall/errors';
import { parseEnd, parseStart } from './moment.ts';
import { resolveRange } from './given-range.ts';
import { toPeriod } from './range.ts';

const nowMs = Date.parse('2026-03-31T12:00:00.123Z');
const utc = (text: string) => Date.parse(text);

/** A range as requests give it. */
const given = (start: string | undefined, end?: string) => ({
  start: start === undefined ? undefined : parseStart(start),
  end: end === undefined ? undefined : parseEnd(end),
});

function refusal(start: string | undefined, end?: string): AppError {
  try {
    resolveRange(given(start, end), nowMs);
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
  expect(toPeriod(resolveRange(given(undefined, '2026-03-02T00:00:00Z'), nowMs))).toEqual({
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
  [['2026-04-01', undefined], 'start must be in the past, or end be given, too, got start 2026-04-01'],
  [[undefined, '2026-02-28'], 'end must be in the last 30 days or later, or start be given, too, got end 2026-02-28'],
] as const)('F4, A13 refuses %j with what came', ([start, end], message) => {
  expect(refusal(start, end)).toMatchObject({ code: 'BAD_REQUEST', message });
});

it('takes five years to the day and refuses a millisecond more', () => {
  const range = given('2021-03-01', '2026-03-01T00:00:00Z');
  expect(resolveRange(range, nowMs).startMs).toBe(utc('2021-03-01'));
  expect(refusal('2021-03-01', '2026-03-01T00:00:00.001Z')).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'start and end must be at most 5 years apart, got start 2021-03-01 and end 2026-03-01T00:00:00.001Z',
  });
});

it('F5 refuses ten years, with the limit named', () => {
  expect(refusal('2016-03-01', '2026-03-01').message).toContain('at most 5 years');
});
