/** Breakdowns and series of any metrics: their figures equal those of other endpoints and other ranges. */
import { z } from 'zod';
import { event, openStore, sources, type Store } from './store.fixture.ts';

const march = { start: '2026-03-01', end: '2026-03-31' };
const at = (day: number, hour = 10) =>
  `2026-03-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`;

const withData = z.looseObject({ data: z.array(z.record(z.string(), z.unknown())) });
const breakdownOf = withData.extend({ total: z.number() });
const overviewOf = z.looseObject({
  uniqueVisitors: z.number(),
  sessions: z.number(),
  pageviews: z.number(),
  bounceRate: z.number(),
  avgDuration: z.number(),
});

describe.each(sources)('from %s', (source) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(source);
    // Page k has k visitors, the first of whom come back on the next day.
    await store.add(
      'ws_explored',
      Array.from({ length: 12 }, (_, page) =>
        Array.from({ length: page + 1 }, (_visitor, visitor) => [
          event(at(1 + page), `${visitor}`, `${page} ${visitor}`, {
            path: `/page/${page}`,
            city: page % 2 === 0 ? 'Köln' : '',
            source: page < 3 ? 'News' : page === 11 ? 'chatgpt.com' : 'Direct',
            channel: page === 11 ? 'AI Assistant' : 'Referral',
          }),
          event(at(1 + page, 11), `${visitor}`, `${page} ${visitor}`, {
            type: '$pageleave',
            path: `/page/${page}`,
            engagedMs: 1_000 * (12 - page),
            scrollDepth: page < 2 ? null : 500 * page,
          }),
        ]).flat(),
      ).flat(),
    );
  });
  afterAll(() => store.remove());

  const query = (name: string, params: Record<string, unknown>) => store.query(name, 'ws_explored', params);
  const breakdown = async (params: Record<string, unknown>) => breakdownOf.parse(await query('breakdown', params));
  const paths = async (params: Record<string, unknown>) =>
    (await breakdown({ ...march, by: 'path', ...params })).data.map(({ path }) => path);

  it('returns the same list as the endpoint of the dimension', async () => {
    const { data } = withData.parse(await query('pages', march));
    const pages = await breakdown({ ...march, by: 'path', metrics: 'pageviews,visitors,avgTime' });
    expect(pages.data).toEqual(
      data.map(({ path, pageviews, visitors, avgTime }) => ({ path, pageviews, visitors, avgTime })),
    );
    expect(pages.total).toBe(12);
    expect(await breakdown({ ...march, by: 'source', metrics: 'sessions' })).toMatchObject({
      metrics: ['sessions'],
      data: [
        { source: 'chatgpt.com', sessions: 12 },
        { source: 'Direct', sessions: 60 },
        { source: 'News', sessions: 6 },
      ],
      total: 3,
    });
    expect(await breakdown({ ...march, by: 'assistant' })).toMatchObject({
      data: [{ assistant: 'chatgpt.com', visitors: 12, sessions: 12 }],
      total: 1,
    });
    expect(await breakdown({ ...march, by: 'city,country' })).toMatchObject({
      data: [{ city: 'Köln', country: 'DE', visitors: 11, sessions: 36 }],
      total: 1,
    });
  });

  it('returns the scroll depth of pages, 0 for those without one', async () => {
    const { data } = await breakdown({ ...march, by: 'path', metrics: 'avgScroll', compare: 'previous' });
    expect(data).toEqual(
      Array.from({ length: 12 }, (_, index) => 11 - index).map((page) => ({
        path: `/page/${page}`,
        avgScroll: page < 2 ? 0 : 5 * page,
        previous: { avgScroll: 0 },
      })),
    );
  });

  it('sorts by the ranking metric in either direction', async () => {
    const byViews = Array.from({ length: 12 }, (_, index) => `/page/${11 - index}`);
    expect(await paths({})).toEqual(byViews);
    expect(await paths({ sort: '-visitors' })).toEqual(byViews);
    expect(await paths({ sort: 'visitors' })).toEqual(byViews.toReversed());
    expect(await paths({ sort: '-avgTime' })).toEqual(byViews.toReversed());
  });

  it('returns the whole list in pages, each with its total length', async () => {
    const whole = await paths({ sort: '-visitors' });
    for (const offset of [0, 5, 10]) {
      const page = await breakdown({ ...march, by: 'path', sort: '-visitors', limit: '5', offset: String(offset) });
      expect(page.data.map(({ path }) => path)).toEqual(whole.slice(offset, offset + 5));
      expect(page.total).toBe(12);
    }
    expect(await breakdown({ ...march, by: 'path', limit: '5' })).toMatchObject({ total: 12 });
    expect(await breakdown({ ...march, by: 'path', offset: '500' })).toMatchObject({ data: [], total: 12 });
  });

  it('finds values by a case-insensitive substring, and nothing by a pattern', async () => {
    expect(await paths({ search: 'PAGE/1' })).toEqual(['/page/11', '/page/10', '/page/1']);
    expect(await breakdown({ ...march, by: 'path', search: 'page/1', limit: '1' })).toMatchObject({ total: 3 });
    expect(await breakdown({ ...march, by: 'city,country', search: 'kÖLN' })).toMatchObject({ total: 1 });
    for (const search of ['%', '_', "' OR 1=1", '\\']) expect(await paths({ search })).toEqual([]);
  });

  it('compares each value with the range before, and with a year before', async () => {
    const now = { start: '2026-03-06', end: '2026-03-11', by: 'source' };
    const before = await breakdown({ ...now, start: '2026-02-28', end: '2026-03-05' });
    const compared = await breakdown({ ...now, compare: 'previous' });
    const [direct] = before.data.filter(({ source: name }) => name === 'Direct');
    expect(compared.data).toEqual([
      {
        source: 'Direct',
        visitors: 11,
        sessions: 51,
        previous: { visitors: direct?.visitors, sessions: direct?.sessions },
      },
    ]);
    expect(await breakdown({ ...now, compare: 'year' })).toMatchObject({
      data: [{ previous: { visitors: 0, sessions: 0 } }],
    });
  });

  it('returns in every bucket of a series the figures that the overview has for its time', async () => {
    for (const granularity of ['day', 'week', 'month']) {
      const requested = {
        start: '2026-02-20',
        end: '2026-03-20',
        granularity,
        metrics: 'visitors,sessions,pageviews,bounceRate,avgDuration',
      };
      const { data } = withData.parse(await query('series', requested));
      for (const [index, { date, ...figures }] of data.entries()) {
        const first = String(date);
        const next = data[index + 1]?.date;
        const range = {
          start: first < '2026-02-20' ? '2026-02-20' : first,
          end: typeof next === 'string' ? `${next}T00:00:00Z` : '2026-03-21T00:00:00Z',
        };
        const { uniqueVisitors, sessions, pageviews, bounceRate, avgDuration } = overviewOf.parse(
          await query('overview', range),
        );
        expect({ date, ...figures }).toEqual({
          date,
          visitors: uniqueVisitors,
          sessions,
          pageviews,
          bounceRate,
          avgDuration,
        });
      }
    }
  });

  it('compares buckets with those of the range before, in order', async () => {
    const requested = { granularity: 'day', metrics: 'pageviews' };
    const before = withData.parse(await query('series', { ...requested, start: '2026-03-01', end: '2026-03-06' }));
    const now = withData.parse(await query('series', { ...requested, start: '2026-03-07', end: '2026-03-12' }));
    const compared = await query('series', {
      ...requested,
      start: '2026-03-07',
      end: '2026-03-12',
      compare: 'previous',
    });
    expect(compared).toEqual({
      granularity: 'day',
      data: now.data.map((row, index) => ({ ...row, previous: before.data[index] })),
    });
  });

  it('compares weeks and months with as many days before, or a year earlier, and omits none of them', async () => {
    const firstMs = Date.parse('2025-01-01T12:00:00Z');
    const days = Array.from({ length: 455 }, (_, day) => new Date(firstMs + day * 86_400_000).toISOString());
    await store.add(
      'ws_daily',
      days.map((time, day) => event(time, 'everyday', `${day}`)),
    );
    const previousOf = async (params: Record<string, string>) => {
      const requested = { metrics: 'pageviews,visitors,sessions', ...params };
      const { data } = withData.parse(await store.query('series', 'ws_daily', requested));
      return data.map(({ date, pageviews, previous }) => [date, pageviews, ...Object.values(Object(previous))]);
    };
    // A month is compared with 31 days of two months.
    const month = { start: '2026-03-01', end: '2026-03-31', granularity: 'month' };
    expect(await previousOf({ ...month, compare: 'previous' })).toEqual([['2026-03-01', 31, '2026-01-29', 1, 31, 31]]);
    expect(await previousOf({ ...month, compare: 'year' })).toEqual([['2026-03-01', 31, '2025-03-01', 1, 31, 31]]);
    // These dates start on a Sunday a year earlier.
    const weeks = { start: '2026-03-02', end: '2026-03-17', granularity: 'week' };
    expect(await previousOf({ ...weeks, compare: 'year' })).toEqual([
      ['2026-03-02', 7, '2025-03-02', 1, 7, 7],
      ['2026-03-09', 7, '2025-03-09', 1, 7, 7],
      ['2026-03-16', 2, '2025-03-16', 1, 2, 2],
    ]);
    const parts = { start: '2026-02-27T10:00', end: '2026-03-12T10:00', granularity: 'week', compare: 'previous' };
    for (const timezone of ['UTC', 'Europe/Berlin', 'Asia/Kathmandu']) {
      expect(await previousOf({ ...parts, timezone })).toEqual([
        ['2026-02-23', 3, '2026-02-14', 1, 3, 3],
        ['2026-03-02', 7, '2026-02-17', 1, 7, 7],
        ['2026-03-09', 3, '2026-02-24', 1, 3, 3],
      ]);
    }
  });

  it('counts nothing in a range and in the one before it', async () => {
    const range = { start: '2026-03-12T10:30:00Z', end: '2026-03-12T12:30:00Z', compare: 'previous' };
    await store.add('ws_half_past', [event('2026-03-12T10:10:00Z', 'a', 's')]);
    const { data } = withData.parse(await store.query('series', 'ws_half_past', { ...range, granularity: 'hour' }));
    const sumOf = (rows: readonly unknown[]) =>
      rows.reduce<number>((sum, row) => sum + Number(Object(row).pageviews), 0);
    const counted = { now: sumOf(data), before: sumOf(data.map(({ previous }) => previous)) };
    expect(counted).toEqual(source === 'rollups' ? { now: 1, before: 0 } : { now: 0, before: 1 });
    const compared = await store.query('breakdown', 'ws_half_past', { ...range, by: 'country', metrics: 'visitors' });
    expect(withData.parse(compared).data).toEqual(
      source === 'rollups' ? [{ country: 'DE', visitors: 1, previous: { visitors: 0 } }] : [],
    );
  });

  it('compares a day that is not over with the same part of the one before, in whole hours if only those are known', async () => {
    const times = ['2026-03-12T10:10:00Z', '2026-03-12T10:40:00Z', '2026-03-12T11:10:00Z', '2026-03-13T09:00:00Z'];
    await store.add(
      'ws_morning',
      times.map((time, visitor) => event(time, `${visitor}`, `${visitor}`)),
    );
    const today = { start: '2026-03-13', end: '2026-03-13', by: 'country', metrics: 'visitors', compare: 'previous' };
    const { data } = withData.parse(await store.query('breakdown', 'ws_morning', today, '2026-03-13T10:20:00.000Z'));
    expect(data).toEqual([{ country: 'DE', visitors: 1, previous: { visitors: source === 'rollups' ? 2 : 1 } }]);
  });

  it('returns each of the last minutes, and the last events, if minutes are requested', async () => {
    // The events are at the start of a minute.
    const now = '2026-03-12T10:02:00.000Z';
    const plain = await store.query('realtime', 'ws_explored', {}, now);
    const detailed = await store.query('realtime', 'ws_explored', { minutes: '4' }, now);
    const recent = Array.from({ length: 12 }, () => ({
      type: '$pageview',
      path: '/page/11',
      country: 'DE',
      device: 'desktop',
      secondsAgo: 120,
    }));
    const byMinute = [0, 1, 2, 3].map((minutesAgo) => ({
      minutesAgo,
      visitors: minutesAgo === 1 ? 12 : 0,
      pageviews: minutesAgo === 1 ? 12 : 0,
    }));
    expect(detailed).toEqual({ ...Object(plain), byMinute, recent });
  });
});
