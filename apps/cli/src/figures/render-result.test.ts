import type { DatedResult, QueryName } from '@footfall/client';
import { queries, resultLists } from '@footfall/warehouse';
import { renderResult } from './render-result.ts';

const period = { start: '2026-11-01T00:00:00.000Z', end: '2026-11-03T00:00:00.000Z' };
const comparedPeriod = { start: '2026-10-30T00:00:00.000Z', end: '2026-11-01T00:00:00.000Z' };
const envelope = { success: true as const, workspaceId: 'ws_1', fromCache: false };

/** Returns the lines of a result of `name`, without those of its ranges. */
function lines<Name extends QueryName>(name: Name, result: DatedResult<Name>['result']): string[] {
  const query = queries.find((one) => one.name === name);
  const text = renderResult(query ? resultLists(query.result) : [], { result, period, comparedPeriod: undefined });
  return text.split('\n').slice(2);
}

describe('a result on a terminal', () => {
  it('begins with its range, and the one that it is compared with', () => {
    const result = { ...envelope, data: [] };
    expect(renderResult([], { result, period, comparedPeriod })).toBe(
      'Period: 2026-11-01T00:00:00.000Z to 2026-11-03T00:00:00.000Z\nCompared period: 2026-10-30T00:00:00.000Z to 2026-11-01T00:00:00.000Z',
    );
    expect(renderResult([], { result, period: undefined, comparedPeriod: undefined })).toBe('');
  });

  it('shows each total with the earlier one and the change', () => {
    const none = { current: 0, previous: 0, change: 0 };
    const comparison = {
      pageviews: { current: 1_234, previous: 1_000, change: 23.4 },
      uniqueVisitors: { current: 10, previous: 1_000, change: -99 },
      sessions: none,
      avgDuration: none,
      bounceRate: none,
    };
    const totals = { pageviews: 1_234, uniqueVisitors: 10, sessions: 0, avgDuration: 61.5, bounceRate: 0 };
    const page = { path: '/a\u001b[2J', title: '', pageviews: 3, visitors: 2, avgTime: 1.25 };
    expect(lines('overview', { ...envelope, ...totals, topPages: [page], comparison, period })).toEqual([
      'FIGURE           VALUE  PREVIOUS   CHANGE',
      'pageviews        1,234     1,000  +23.40%',
      'unique visitors     10     1,000     -99%',
      'sessions             0         0       0%',
      'avg duration     61.50         0       0%',
      'bounce rate          0         0       0%',
      '',
      'top pages:',
      'PATH         TITLE  PAGEVIEWS  VISITORS  AVG TIME',
      '/a\\u001b[2J                 3         2      1.25',
    ]);
  });

  it('shows totals from nested objects, and every list under its name', () => {
    const realtime = {
      activeVisitors: 3,
      devices: { desktop: 2, mobile: 1 },
      activePages: [{ path: '/', visitors: 3 }],
      countries: ['DE', 'FR'],
    };
    expect(lines('realtime', { ...envelope, ...realtime }).join('\n')).toBe(`FIGURE           VALUE
active visitors      3
desktop              2
mobile               1

active pages:
PATH  VISITORS
/            3

countries:
COUNTRIES
DE
FR`);
  });

  it('shows a compared column next to the current one, with the same decimals in each row', () => {
    const data = [
      { 'prop:myPlan': 'pro', visitors: 12, bounceRate: 50, previous: { visitors: 2_000, bounceRate: 33.33 } },
      { 'prop:myPlan': 'free', visitors: 7, bounceRate: 12.5, previous: { visitors: 0, bounceRate: 0 } },
    ];
    const named = { by: 'prop:myPlan', metrics: ['visitors' as const, 'bounceRate' as const], total: 2 };
    expect(lines('breakdown', { ...envelope, ...named, data }).slice(3)).toEqual([
      'PROP:MYPLAN  VISITORS  PREVIOUS VISITORS  BOUNCE RATE  PREVIOUS BOUNCE RATE',
      'pro                12              2,000        50.00                 33.33',
      'free                7                  0        12.50                  0.00',
    ]);
  });

  it('shows a list within an entry in one cell, and says if there are no entries', () => {
    const data = [{ date: '2026-11-01', visitors: 4, returned: [4, 2] }];
    expect(lines('retention', { ...envelope, granularity: 'day', data, followed: 0 }).slice(3)).toEqual([
      'DATE        VISITORS  RETURNED',
      '2026-11-01         4  4, 2',
    ]);
    expect(lines('pages', { ...envelope, data: [] })).toEqual(['(none)']);
  });
});
