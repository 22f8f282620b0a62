import {
  formatBucket,
  formatChange,
  formatCount,
  formatDays,
  formatFigure,
  formatGrid,
  formatTick,
  formatTime,
  formatPercent,
  fullFigure,
} from './format.ts';
import { formatMoment } from './moments.ts';
import { countryName, filterTextSentence } from './names.ts';

describe('numbers', () => {
  it.each([
    [0, '0'],
    [9_999, '9,999'],
    [10_000, '10.0k'],
    [12_345, '12.3k'],
    [1_234_567, '1.2M'],
    [-12_345, '-12.3k'],
  ])('%d is %s', (count, text) => {
    expect(formatCount(count)).toBe(text);
  });

  it.each([
    [0, '0%'],
    [0.049, '<0.1%'],
    [0.05, '0.1%'],
    [0.42, '0.4%'],
    [9.94, '9.9%'],
    [9.96, '10%'],
    [10, '10%'],
    [43.6, '44%'],
    [100, '100%'],
  ])('%d percent is %s', (percent, text) => {
    expect(formatPercent(percent)).toBe(text);
  });

  it.each([
    [0, '0s'],
    [59.4, '59s'],
    [153, '2m 33s'],
    [3_840, '1h 04m'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(formatFigure(seconds, 'duration')).toBe(text);
  });

  it('are as short as possible on an axis', () => {
    expect([45, 60, 90, 3_600, 5_400].map((seconds) => formatGrid(seconds, 'duration'))).toEqual([
      '45s',
      '1m',
      '1m 30s',
      '1h',
      '1h 30m',
    ]);
    expect(formatGrid(1_000, 'count')).toBe('1,000');
    expect(formatGrid(20_000, 'count')).toBe('20k');
    expect(formatGrid(2_500_000, 'count')).toBe('2.5M');
    expect([3_000, 6_000, 9_000, 12_000].map((count) => formatGrid(count, 'count', 12_000))).toEqual([
      '3k',
      '6k',
      '9k',
      '12k',
    ]);
  });

  it.each([
    [112, 100, 'up', '▲ 12%'],
    [97, 100, 'down', '▼ 3.0%'],
    [100, 100, 'none', 'no change'],
    [100_001, 100_000, 'none', 'no change'],
    [1_099, 100, 'up', '▲ 999%'],
    [1_100, 100, 'none', '×11'],
    [5, 0, 'none', 'new'],
    [0, 5, 'down', '▼ 100%'],
    [1_434, 100, 'none', '×14'],
  ])('from %d on %d is %s: %s', (current, previous, direction, text) => {
    expect(formatChange(current, previous)).toEqual({ direction, text });
  });

  it.each([
    ['percent', 40, 31, 'up', '▲ 9 pts'],
    ['percent', 40.4, 30.6, 'up', '▲ 9 pts'],
    ['percent', 3.1, 4.2, 'down', '▼ 1.1 pts'],
    ['percent', 12, 9.4, 'up', '▲ 2.6 pts'],
    ['percent', 44, 43, 'up', '▲ 1 pt'],
    ['percent', 40, 0, 'up', '▲ 40 pts'],
    ['percent', 42.6, 43.4, 'none', 'no change'],
    ['percent', 10.4, 9.96, 'none', 'no change'],
    ['percent', 0, 0.04, 'down', '▼ <0.1 pts'],
    ['ratio', 2.42, 2.38, 'none', 'no change'],
    ['ratio', 2.4, 2, 'up', '▲ 20%'],
    ['duration', 154.4, 153.6, 'none', 'no change'],
    ['duration', 0, 154, 'down', '▼ 100%'],
    ['count', 12_349, 12_301, 'none', 'no change'],
  ] as const)(
    'of a %s, to %d from %d, agrees with the figures that are shown: %s, %s',
    (kind, now, before, ...change) => {
      const [direction, text] = change;
      expect(formatChange(now, before, kind)).toEqual({ direction, text });
    },
  );

  it('agrees with the figures where they are shown in full', () => {
    expect(formatChange(12_349, 12_301, 'count', fullFigure)?.text).toBe('▲ 0.4%');
    expect(formatChange(100_001, 100_000, 'count', fullFigure)?.text).toBe('▲ <0.1%');
  });
});

it.each([
  ['country:is:DE', 'Country is Germany'],
  ['country:contains:DE', 'Country contains DE'],
  ['utm_campaign:is:', 'Campaign is not set'],
  ['utm_campaign:is_not:', 'Campaign is set'],
  ['prop:plan:is_not:pro', 'plan is not pro'],
  ['type:is:$pageleave', 'Event is Page left'],
  ['type:is:$file_download', 'Event is File download'],
  ['goal:is:g_1', 'Goal is Signup'],
  ['path:is:/docs/שלום', 'Page is /\u2068docs\u2069/\u2068שלום\u2069'],
  ['no filter', 'no filter'],
])('the filter %s is in words: %s', (text, sentence) => {
  expect(filterTextSentence(text, new Map([['g_1', 'Signup']]))).toBe(sentence);
});

describe('dates and names', () => {
  it('name a month on the axis so that it cannot be read as a day', () => {
    expect(formatTick('2026-08-01', 'month')).toBe('Aug ’26');
  });

  it('distinguish the hours that the clocks show twice', () => {
    const [before, first, second, after] = [
      '2026-10-25T01:00:00+02:00',
      '2026-10-25T02:00:00+02:00',
      '2026-10-25T02:00:00+01:00',
      '2026-10-25T03:00:00+01:00',
    ];
    expect(formatBucket(first, 'hour', before, second)).toMatch(/(02:00|2\sAM) \(UTC\+02:00\)$/);
    expect(formatBucket(second, 'hour', first, after)).toMatch(/(02:00|2\sAM) \(UTC\+01:00\)$/);
    expect(formatBucket(after, 'hour', second, undefined)).toMatch(/(03:00|3\sAM)$/);
  });

  it('are short and in words', () => {
    expect(formatBucket('2026-11-17', 'day')).toMatch(/^Tue,? (17 Nov|Nov 17)$/);
    expect(formatBucket('2026-11-17T14:00:00+05:45', 'hour')).toMatch(/(14:00|, 2\sPM)$/);
    expect(formatTick('2026-11-17T03:00:00+00:00', 'hour', '2026-11-17T02:00:00+00:00')).toMatch(/^(03:00|3\sAM)$/);
    expect(formatTick('2026-11-17T00:00:00+00:00', 'hour')).toMatch(/^(17 Nov|Nov 17)$/);
    expect(formatTick('2026-04-05T01:30:00+10:30', 'hour', '2026-04-05T01:00:00+11:00')).toMatch(/^(01:30|1:30\sAM)$/);
    // Clocks in Santiago skip the first hour of this day.
    expect(formatTick('2026-09-06T01:00:00-03:00', 'hour', '2026-09-05T23:00:00-04:00')).toMatch(/^(6 Sep|Sep 6)$/);
    expect(formatBucket('2026-11-16', 'week')).toMatch(/^week of (16 Nov 2026|Nov 16, 2026)$/);
    expect(formatDays('2026-11-17', '2026-11-17')).toMatch(/2026/);
    expect(formatTime('2026-11-17T19:32:10Z')).toMatch(/^(19:32:10|7:32:10\sPM)$/);
    expect(formatMoment('2026-11-17T09:32:10Z')).toMatch(/^(17 Nov 2026, 09:32|Nov 17, 2026, 9:32\sAM)$/);
    expect(['DE', 'ZZ', 'not a code'].map(countryName)).toEqual(['Germany', 'Unknown', 'not a code']);
  });
});
