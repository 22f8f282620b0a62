import { addDays, addMonths, isDay } from './days.ts';
import {
  addFilters,
  canExclude,
  dimensions,
  type Filter,
  filterText,
  hasFilters,
  negated,
  parseFilter,
} from './filter.ts';
import { allowedGranularities, granularityFor } from './granularity.ts';
import { comparableBounds, daysOf, isEmpty, isRange, move, type Range } from './range.ts';
import { hrefOf, parseView } from './view.ts';
import { clockMs, endOfDay, lastDayBefore, zoneOf } from './zone.ts';

const now = Date.parse('2026-11-23T10:17:00Z');
const view = (address: string) => parseView(new URL(address, 'https://stats.test'));

describe('expiry', () => {
  it.each([
    ['2026-11-30', 'UTC', '2026-12-01T00:00:00.000Z'],
    ['2026-11-30', 'Europe/Berlin', '2026-11-30T23:00:00.000Z'],
    // The clocks change on this day, or on the next, before its midnight in UTC.
    ['2026-03-29', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-09-26', 'Pacific/Auckland', '2026-09-26T12:00:00.000Z'],
    ['2026-04-04', 'Pacific/Auckland', '2026-04-04T11:00:00.000Z'],
    // The clocks skip the midnight at which it ends.
    ['2026-04-23', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    ['2026-09-05', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['2026-03-07', 'America/Havana', '2026-03-08T05:00:00.000Z'],
    ['2026-03-28', 'Atlantic/Azores', '2026-03-29T01:00:00.000Z'],
    // The clocks show that midnight twice, or the last hour of the day.
    ['2026-10-31', 'America/Havana', '2026-11-01T04:00:00.000Z'],
    ['2026-04-04', 'America/Santiago', '2026-04-05T04:00:00.000Z'],
  ])('%s in %s ends at %s, and is the last day before that', (day, timezone, end) => {
    expect(endOfDay(day, timezone)).toBe(end);
    expect(lastDayBefore(end, timezone)).toBe(day);
  });
});

describe('ranges', () => {
  it.each<[Range, string, string]>([
    ['today', '2026-11-23', '2026-11-23'],
    ['yesterday', '2026-11-22', '2026-11-22'],
    ['7d', '2026-11-17', '2026-11-23'],
    ['30d', '2026-10-25', '2026-11-23'],
    ['90d', '2026-08-26', '2026-11-23'],
    ['month', '2026-11-01', '2026-11-23'],
    ['lastmonth', '2026-10-01', '2026-10-31'],
    ['year', '2026-01-01', '2026-11-23'],
    ['12m', '2025-12-01', '2026-11-23'],
    ['2026-02-01..2026-02-28', '2026-02-01', '2026-02-28'],
    ['2026-11-02..2026-11-02', '2026-11-02', '2026-11-02'],
    ['2021-01-01..2025-12-31', '2021-01-01', '2025-12-31'],
  ])('%s is from %s to %s', (range, first, last) => {
    expect(isRange(range)).toBe(true);
    expect(daysOf(range, now)).toEqual({ first, last });
  });

  it.each<[Range, -1 | 1, Range]>([
    ['today', -1, 'yesterday'],
    ['yesterday', 1, 'today'],
    ['7d', -1, '2026-11-10..2026-11-16'],
    ['2026-11-10..2026-11-16', 1, '7d'],
    ['month', -1, 'lastmonth'],
    ['lastmonth', -1, '2026-09-01..2026-09-30'],
    ['2026-09-01..2026-09-30', 1, 'lastmonth'],
    ['year', -1, '2025-01-01..2025-12-31'],
    ['2025-01-01..2025-12-31', -1, '2024-01-01..2024-12-31'],
    ['2025-01-01..2025-12-31', 1, 'year'],
    ['12m', -1, '2024-12-01..2025-11-30'],
    ['2024-12-01..2025-11-30', 1, '12m'],
    ['2026-03-01..2026-03-31', -1, '2026-02-01..2026-02-28'],
    ['2026-10-01..2026-10-31', 1, 'month'],
    ['2026-09-01..2026-11-23', -1, '2026-06-01..2026-08-31'],
    ['2026-01-01..2026-11-23', -1, '2025-01-01..2025-12-31'],
    ['7d', 1, '7d'],
    ['2030-01-01..2030-01-31', -1, '2029-12-01..2029-12-31'],
    ['2026-12-01..2026-12-05', -1, '2026-11-26..2026-11-30'],
    ['2026-12-01..2026-12-05', 1, '2026-12-01..2026-12-05'],
  ])('%s moved by %i is %s', (range, steps, moved) => {
    expect(move(range, steps, now)).toBe(moved);
  });

  it('return to the range that they came from, even if others have the same days', () => {
    const january = Date.parse('2026-01-15T10:00:00Z');
    expect(move(move('year', -1, january), 1, january)).toBe('year');
    expect(move(move('month', -1, january), 1, january)).toBe('month');
    const december = Date.parse('2026-12-05T10:00:00Z');
    expect(move(move('year', -1, december), 1, december)).toBe('year');
    const seventh = Date.parse('2026-11-07T10:00:00Z');
    expect(move('7d', -1, seventh)).toBe('2026-10-25..2026-10-31');
    expect(move(move('month', -1, seventh), 1, seventh)).toBe('month');
    expect(move('2026-01-01..2026-01-15', -1, january)).toBe('lastmonth');
    const newYear = Date.parse('2026-01-01T10:00:00Z');
    expect(move('year', -1, newYear)).toBe('2025-01-01..2025-12-31');
    expect(move('today', -1, newYear)).toBe('yesterday');
    expect(move('2026-01-01..2026-01-01', -1, newYear)).toBe('yesterday');
  });

  it.each([
    '',
    '8d',
    '2026-11-02..2026-11-01',
    '2026-02-30..2026-03-01',
    '2021-01-01..2026-01-01',
    '2026-01-01..2026-01-02..2026-01-03',
    'a..b',
    '2026-01-01..',
  ])('%j is none', (text) => {
    expect(isRange(text)).toBe(false);
  });

  it('are compared with whole days if they are over, and until the same time of day otherwise', () => {
    expect(comparableBounds({ first: '2026-11-10', last: '2026-11-16' }, 'previous', now)).toEqual({
      start: '2026-11-03',
      end: '2026-11-09',
    });
    expect(comparableBounds(daysOf('7d', now), 'previous', now)).toEqual({
      start: '2026-11-10',
      end: '2026-11-16T10:15:00',
    });
    expect(comparableBounds(daysOf('today', now), 'year', now)).toEqual({
      start: '2025-11-23',
      end: '2025-11-23T10:15:00',
    });
  });

  it('that end after today are compared with as much of the earlier range as has elapsed', () => {
    const november = { first: '2026-11-01', last: '2026-11-30' };
    expect(comparableBounds(november, 'previous', now)).toEqual({ start: '2026-10-02', end: '2026-10-24T10:15:00' });
    expect(comparableBounds(november, 'year', now)).toEqual({ start: '2025-11-01', end: '2025-11-23T10:15:00' });
  });

  it('are compared with nothing if the earlier range is longer than the API accepts', () => {
    const years = { first: '2020-01-01', last: '2024-12-31' };
    expect(comparableBounds(years, 'previous', now)).toBeUndefined();
    expect(comparableBounds(years, 'year', now)).toEqual({ start: '2019-01-01', end: '2023-12-31' });
    const lastDay = Date.parse('2024-12-31T10:17:00Z');
    expect(comparableBounds(years, 'previous', lastDay)).toBeUndefined();
  });

  it('that start after today are compared with nothing', () => {
    const december = { first: '2026-12-01', last: '2026-12-31' };
    expect(comparableBounds(december, 'previous', now)).toBeUndefined();
    expect(comparableBounds(december, 'year', now)).toBeUndefined();
  });
});

it('an earlier day that begins at one o’clock has nothing to compare with before', () => {
  const before = (time: string) => {
    const localMs = Date.parse(`2026-04-25T${time}Z`);
    return comparableBounds(daysOf('today', localMs), 'previous', localMs) ?? { start: '', end: '' };
  };
  expect(isEmpty(before('00:02'), 'Africa/Cairo')).toBe(true);
  expect(isEmpty(before('00:40'), 'Africa/Cairo')).toBe(true);
  expect(isEmpty(before('01:00'), 'Africa/Cairo')).toBe(true);
  expect(isEmpty(before('01:05'), 'Africa/Cairo')).toBe(false);
  expect(isEmpty(before('00:02'), 'UTC')).toBe(false);
  expect(isEmpty({ start: '2026-04-24', end: '2026-04-24' }, 'Africa/Cairo')).toBe(false);
});

describe('time zones', () => {
  it.each([
    ['UTC', '2026-11-23T10:17:00Z'],
    ['Europe/Berlin', '2026-11-23T11:17:00Z'],
    ['America/New_York', '2026-11-23T05:17:00Z'],
    ['Asia/Kathmandu', '2026-11-23T16:02:00Z'],
    ['Australia/Lord_Howe', '2026-11-23T21:17:00Z'],
  ])('have their own days: the clocks of %s show %s', (timezone, shown) => {
    expect(clockMs(now, timezone)).toBe(Date.parse(shown));
  });

  it('begin the day by their own clocks', () => {
    const evening = Date.parse('2026-11-23T23:30:00Z');
    expect(daysOf('today', clockMs(evening, 'Europe/Berlin'))).toEqual({ first: '2026-11-24', last: '2026-11-24' });
    expect(daysOf('today', clockMs(evening, 'America/New_York'))).toEqual({ first: '2026-11-23', last: '2026-11-23' });
  });

  it('are UTC where none is set or known', () => {
    expect(['Europe/Berlin', null, undefined, 'Mars/Olympus'].map(zoneOf)).toEqual([
      'Europe/Berlin',
      'UTC',
      'UTC',
      'UTC',
    ]);
  });
});

describe('days', () => {
  it('stay within a shorter month', () => {
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2024-02-29', 12)).toBe('2025-02-28');
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
  });

  it('are valid only if they exist', () => {
    expect(['2026-02-28', '2026-02-29', '2026-13-01', '2026-2-1', '20260201', ''].map(isDay)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('the granularity', () => {
  it('suits the range unless another one was chosen that the range allows', () => {
    const byRange = (['today', '7d', '90d', 'year'] as const).map((range) =>
      granularityFor(daysOf(range, now), undefined),
    );
    expect(byRange).toEqual(['hour', 'day', 'day', 'week']);
    expect(granularityFor(daysOf('7d', now), 'hour')).toBe('hour');
    expect(granularityFor(daysOf('90d', now), 'hour')).toBe('day');
  });

  it.each([
    [1, 'hour', ['hour']],
    [2, 'hour', ['hour', 'day']],
    [3, 'day', ['hour', 'day']],
    [14, 'day', ['hour', 'day']],
    [15, 'day', ['day', 'week']],
    [60, 'day', ['day', 'week', 'month']],
    [100, 'day', ['day', 'week', 'month']],
    [101, 'week', ['day', 'week', 'month']],
    [400, 'week', ['day', 'week', 'month']],
    [401, 'week', ['week', 'month']],
    [750, 'week', ['week', 'month']],
    [751, 'month', ['week', 'month']],
    [2_001, 'month', ['month']],
  ])('of %d days is a %s by default, and one of %j', (count, usual, allowed) => {
    const days = { first: '2020-01-01', last: addDays('2020-01-01', count - 1) };
    expect(granularityFor(days, undefined)).toBe(usual);
    expect(allowedGranularities(days)).toEqual(allowed);
  });
});

describe('the address', () => {
  it.each([
    '/',
    '/live?site=ws_0123456789abcdef',
    '/?site=ws_0123456789abcdef&range=2026-11-01..2026-11-07&compare=year&metric=bounceRate&by=hour&all=pages&search=a%26b&tab-sources=campaigns',
    '/?all=sources&search=a&sort=sessions&page=2&tab-sources=campaigns',
    '/share/token?embed=true&theme=dark',
    '/?goal=g_1&step=path:is:/pricing&step=type:is:signup',
    '/?filter=country:is:DE&filter=path:starts_with:/docs',
    '/?filter=utm_campaign:is:&filter=prop:plan:is_not:pro&filter=prop:a:b:contains:c%26d%3D%2B',
  ])('%s says all that the page shows', (address) => {
    expect(hrefOf(view(address))).toBe(address);
  });

  it('has the defaults in place of values that it does not understand', () => {
    expect(hrefOf(view('/?range=never&compare=god&metric=__proto__&by=second'))).toBe('/');
  });

  it('keeps the filters that it does not understand, separate from the others', () => {
    const href = '/?filter=os:is:iOS&filter=is&filter=country:DE&filter=__proto__:is:x&filter=prop::is:x';
    const { filters, ignored } = view(`${href}&filter=`);
    expect(filters).toEqual([{ dimension: 'os', operator: 'is', value: 'iOS' }]);
    expect(ignored).toEqual(['is', 'country:DE', '__proto__:is:x', 'prop::is:x']);
    expect(hrefOf(view(`${href}&filter=`))).toBe(href);
  });

  it('reports the range that it does not apply', () => {
    expect(view('/?range=2015-01-01..2026-11-27').ignoredRange).toBe('2015-01-01..2026-11-27');
    expect(view('/?range=7d').ignoredRange).toBeUndefined();
    expect(view('/').ignoredRange).toBeFalsy();
  });

  it('drops the search, the sorting and the page of a drawer with the drawer', () => {
    const open = view('/?all=sources&search=a&sort=sessions&page=2');
    expect(hrefOf({ ...open, open: undefined })).toBe('/');
  });

  it('has no slash at its end', () => {
    expect(hrefOf(view('/live/?range=7d'))).toBe('/live?range=7d');
  });

  it.each(['0', '-1', '1', '1.5', 'two', ''])('has the first page instead of %j', (page) => {
    expect(hrefOf(view(`/?all=sources&page=${page}`))).toBe('/?all=sources');
  });

  it('has each filter once, and no more filters and steps than the API accepts', () => {
    expect(view('/?filter=os:is:iOS&filter=os:is:iOS').filters).toEqual([
      { dimension: 'os', operator: 'is', value: 'iOS' },
    ]);
    const many = Array.from({ length: 30 }, (_, index) => `filter=city:is:${index}`).join('&');
    expect(view(`/?${many}`).filters).toHaveLength(20);
    expect(view(`/?${many}`).ignored).toHaveLength(10);
    expect(view(`/?${many.replaceAll('filter', 'step')}`).steps).toHaveLength(8);
  });
});

describe('filters', () => {
  const filter = (text: string): Filter => {
    const parsed = parseFilter(text);
    if (parsed === undefined) throw new Error(`No filter: ${text}`);
    return parsed;
  };
  const germany = filter('country:is:DE');
  const notGermany = filter('country:is_not:DE');
  const france = filter('country:is:FR');
  const docs = filter('path:starts_with:/docs');

  it.each(['country:is:DE', 'prop:plan:is_not:', 'prop:a:b:is:c:d', 'type:contains:line\nbreak', 'city:is:München'])(
    '%j is read and written back',
    (text) => {
      expect(filterText(filter(text))).toBe(text);
    },
  );

  it('are added once, and replace their opposites', () => {
    expect(addFilters([germany, france], [germany])).toEqual([france, germany]);
    expect(addFilters([germany, docs], [notGermany])).toEqual([docs, notGermany]);
  });

  it('are active only if each of them is', () => {
    expect(hasFilters([germany, france], [france, germany])).toBe(true);
    expect(hasFilters([germany], [germany, docs])).toBe(false);
  });

  it('exclude no events of a session, because nearly all sessions have others', () => {
    expect(['prop:plan', ...dimensions].filter((dimension) => !canExclude(dimension))).toEqual([
      'prop:plan',
      'type',
      'goal',
    ]);
  });

  it('have an opposite, except for starts_with', () => {
    expect([germany, notGermany, docs].map(negated)).toEqual([notGermany, germany, undefined]);
  });
});
