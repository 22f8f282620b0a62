import { z } from 'zod';
import type { Statement } from '../../driver/port.ts';
import { readRows } from '../../driver/read-rows.ts';
import type { Query } from '../query.ts';
import { queries } from './index.ts';
import { event, nowText, openStore, recordReads, runQuery, sources, type Store } from './store.fixture.ts';

describe.each(sources)('from %s', (source) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(source);
  });
  afterAll(() => store.remove());

  const names = queries.map((query) => query.name);
  /** The parameters that some endpoints require; others ignore them. */
  const required = { type: 'signup', step: ['path:starts_with:/', 'type:is:$dead_click'] };
  const pageviews = { name: 'Pageviews', path: '/*' };

  /** Returns events that every endpoint reports, in the last five minutes and before. */
  const everything = (path: string) => [
    event('2026-03-31T11:50:00Z', 'alice', 'a', { path, title: path, source: 'Google', utmSource: 'news' }),
    event('2026-03-31T11:58:00Z', 'alice', 'a', { path, type: '$dead_click' }),
    event('2026-03-31T11:58:00Z', 'alice', 'a', { path, type: '$rage_click' }),
    ...Array.from({ length: 5 }, () =>
      event('2026-03-31T11:59:00Z', 'alice', 'a', { path, type: '$pageleave', scrollDepth: 500, engagedMs: 1000 }),
    ),
    event('2026-03-31T11:58:30Z', 'bob', 'b', { path, utmCampaign: 'spring', adPlatform: 'X Ads', city: 'Berlin' }),
    event('2026-03-20T11:58:30Z', 'bob', 'b0', { path, type: 'signup', country: 'FR', props: { path } }),
  ];

  /** Returns the same and further events, including some before the range in sessions that are in it. */
  const evenMore = [
    ...everything('/mine'),
    ...everything('/theirs'),
    event('2025-12-01T10:00:00Z', 'alice', 'a', { path: '/mine', source: 'Bing' }),
    event('2026-03-31T11:59:30Z', 'carol', 'c', {
      path: '/mine',
      source: 'Yahoo',
      utmSource: 'post',
      utmCampaign: 'autumn',
      adPlatform: 'Google Ads',
      channel: 'Email',
      browser: 'Safari',
      device: 'mobile',
      os: 'iOS',
      country: 'US',
      city: 'Boston',
    }),
  ];

  /** Resolves with every statement of a request. */
  async function statementsOf(
    name: string,
    params: Record<string, unknown>,
    workspaceId = 'ws_queried',
  ): Promise<Statement[]> {
    const { statements, reader } = recordReads(store.warehouse);
    const goals = [{ ...pageviews, goalId: 'goal_1', workspaceId }];
    await runQuery({ warehouse: reader, source, goals }, name, workspaceId, { ...required, ...params }, nowText);
    return statements;
  }

  const occurrences = (text: string, part: string) => text.split(part).length - 1;

  describe('a workspace', () => {
    it('F9 sees nothing of another with the same visitors, sessions and paths, whatever is requested', async () => {
      const resultsOf = async (workspaceId: string) => {
        const results = [];
        for (const name of names) results.push({ name, result: await store.query(name, workspaceId, required) });
        return results;
      };
      await store.add('ws_mine', everything('/mine'));
      await store.goals.create('ws_mine', pageviews);
      const alone = await resultsOf('ws_mine');
      await store.add('ws_theirs', evenMore);
      await store.goals.create('ws_theirs', pageviews);
      expect(await resultsOf('ws_mine')).toEqual(alone);
      for (const [index, { name, result }] of (await resultsOf('ws_theirs')).entries()) {
        expect({ name, result }).not.toEqual(alone[index]);
      }
    });

    it('F8 is matched by its exact ID, whatever characters it has', async () => {
      const ids = [
        "ws_' OR 1=1 --",
        'ws_\\',
        "ws_\\'",
        'ws_\0',
        'ws_\0x',
        'ws_{workspaceId:String}',
        'ws_%',
        'ws_\n\t',
        'ws_é',
      ];
      for (const [index, id] of ids.entries()) await store.add(id, everything('/').slice(0, index + 1));
      for (const [index, id] of ids.entries()) {
        expect(total(await store.query('events', id))).toBe(index + 1);
      }
      expect(total(await store.query('events', 'ws_'))).toBe(0);
    });

    const all: readonly Query[] = queries;
    it.each(all)('is a condition of every statement of $name', async (query) => {
      const statements = [
        ...(await statementsOf(query.name, {})),
        ...(await statementsOf(query.name, { goal: 'goal_1' })),
        ...(await statementsOf(query.name, { filter: ['country:is:DE', 'path:is:/mine', 'type:is:signup'] })),
      ];
      expect(statements.length).toBeGreaterThan(0);
      for (const { sql, params } of statements) {
        const tables = [...sql.matchAll(/FROM (\w+)/g)].map(([, table = '']) => table);
        expect(tables.length).toBeGreaterThan(0);
        expect(source === 'events' && tables.some((table) => table !== 'events')).toBe(false);
        expect(occurrences(sql, 'workspace_id = {workspaceId:String}')).toBe(tables.length);
        expect(params).toMatchObject({ workspaceId: 'ws_queried' });
      }
    });
  });

  function total(result: unknown): number {
    const { data } = z.object({ data: z.array(z.object({ count: z.number() })) }).parse(result);
    return data.reduce((sum, entry) => sum + entry.count, 0);
  }

  it('F7 has a fixed text, except for numbers: everything else from callers is bound', async () => {
    const workspaceId = "ws_' OR 1=1 -- hostile";
    const path = "/'; DROP TABLE events --";
    await store.add(workspaceId, [event('2026-03-30T10:00:00Z', 'a', 'a', { path, title: path })]);
    const given = {
      start: '2026-01-01',
      end: '2026-04-09T10:00:00+02:00',
      limit: '7',
      granularity: 'week',
      days: '9',
      type: path,
      name: path,
      step: [`path:is:${path}`, `prop:${path}:contains:${path}`],
    };
    for (const name of names) {
      for (const { sql, params } of await statementsOf(name, given, workspaceId)) {
        expect(sql).not.toMatch(/1=1|DROP/);
        expect(params).toMatchObject({ workspaceId });
      }
    }
    const pages = await store.query('pages', workspaceId, given);
    expect(pages).toMatchObject({ data: [{ path, title: path }] });
  });

  it('F10 returns zeros and empty lists', async () => {
    const zero = { current: 0, previous: 0, change: 0 };
    const range = { start: '2026-03-10', end: '2026-03-11' };
    const results = names.map(async (name) => [name, await store.query(name, 'ws_empty', { ...range, ...required })]);
    expect(Object.fromEntries(await Promise.all(results))).toEqual({
      overview: {
        pageviews: 0,
        uniqueVisitors: 0,
        sessions: 0,
        avgDuration: 0,
        bounceRate: 0,
        topPages: [],
        comparison: { pageviews: zero, uniqueVisitors: zero, sessions: zero, avgDuration: zero, bounceRate: zero },
        period: { start: '2026-03-10T00:00:00.000Z', end: '2026-03-12T00:00:00.000Z' },
      },
      visitors: {
        data: [
          { date: '2026-03-10', visitors: 0, sessions: 0 },
          { date: '2026-03-11', visitors: 0, sessions: 0 },
        ],
        granularity: 'day',
      },
      pages: { data: [] },
      sources: { referrers: [], utmSources: [] },
      events: { data: [] },
      campaigns: { campaigns: [], adPlatforms: [] },
      channels: { data: [] },
      devices: { browsers: [], devices: [], operatingSystems: [] },
      geo: { countries: [], cities: [] },
      'ux-insights': {
        totals: { dead_clicks: 0, rage_clicks: 0, dead_click_rate: 0, rage_click_rate: 0, total_sessions: 0 },
        dead_clicks_by_page: [],
        rage_clicks_by_page: [],
        low_scroll_pages: [],
      },
      realtime: { activeVisitors: 0, activePages: [], countries: [], devices: { desktop: 0, mobile: 0 } },
      breakdown: { by: 'path', metrics: ['visitors', 'pageviews', 'avgTime', 'avgScroll'], data: [], total: 0 },
      series: {
        granularity: 'day',
        data: [
          { date: '2026-03-10', visitors: 0, sessions: 0, pageviews: 0 },
          { date: '2026-03-11', visitors: 0, sessions: 0, pageviews: 0 },
        ],
      },
      goals: { data: [] },
      properties: { data: [] },
      funnel: { data: required.step.map((step) => ({ step, visitors: 0, dropOff: 0, conversionRate: 0 })) },
      retention: {
        granularity: 'week',
        data: [{ date: '2026-03-09', visitors: 0, returned: [0] }],
        followed: 0,
      },
    });
  });

  describe('numbers', () => {
    it.each([2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER])('F16 are returned exactly: %d', async (number) => {
      const row = z.object({ digits: z.int(), text: z.string(), sum: z.int() });
      const statement = {
        sql: `SELECT {number:UInt64} AS digits, toString(digits) AS text, sum(digits) AS sum`,
        params: { number },
      };
      expect(await readRows(store.warehouse, row, statement)).toEqual([
        { digits: number, text: String(number), sum: number },
      ]);
    });

    it('F16 add up beyond 2^31: sessions of 26 years', async () => {
      const long = Array.from({ length: 3 }, (_, index) => [
        event('2000-03-01T00:00:00Z', 'alice', `session ${index}`),
        event('2026-03-01T00:00:00.030Z', 'alice', `session ${index}`),
      ]);
      await store.add('ws_years', long.flat());
      const result = await store.query('overview', 'ws_years', { start: '2000-03-01', end: '2000-03-01' });
      expect(result).toMatchObject({ sessions: 3, avgDuration: 9_496 * 86_400 + 0.03 });
    });

    it('rejects a row that does not match its schema instead of returning a wrong number', async () => {
      for (const visitors of ["'many'", "''", 'NULL', '1.5', '-nan']) {
        const statement = { sql: `SELECT ${visitors} AS visitors` };
        const rows = readRows(store.warehouse, z.object({ visitors: z.int() }), statement);
        await expect(rows).rejects.toThrow(/visitors/);
      }
    });
  });
});
