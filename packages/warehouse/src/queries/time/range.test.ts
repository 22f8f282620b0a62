import { joinRanges, previousRange, wholeHours } from './range.ts';

const utc = (text: string) => Date.parse(text);

it('has a range of equal length before it, without a gap', () => {
  const range = { startMs: 1_000, endMs: 1_600 };
  expect(previousRange(range)).toEqual({ startMs: 400, endMs: 1_000 });
});

it('widens to whole hours outwards, and leaves whole hours as they are', () => {
  const range = (start: string, end: string) => ({ startMs: utc(start), endMs: utc(end) });
  const hours = range('2026-03-01T10:00:00Z', '2026-03-02T12:00:00Z');
  expect(wholeHours(range('2026-03-01T10:59:59.999Z', '2026-03-02T11:00:00.001Z'))).toEqual(hours);
  expect(wholeHours(hours)).toEqual(hours);
  const beforeTheEpoch = range('1969-12-30T22:30:00Z', '1969-12-30T23:30:00Z');
  expect(wholeHours(beforeTheEpoch)).toEqual(range('1969-12-30T22:00:00Z', '1969-12-31T00:00:00Z'));
});

it('joins ranges that overlap or meet, and leaves out those within others', () => {
  const range = (startMs: number, endMs: number) => ({ startMs, endMs });
  const ranges = [range(35, 50), range(0, 20), range(5, 10), range(20, 25), range(30, 40)];
  expect(joinRanges(ranges)).toEqual([range(0, 25), range(30, 50)]);
});
