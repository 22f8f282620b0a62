import { event, nowText, openStore, recordReads, runQuery, sources, type Store } from './store.fixture.ts';

describe.each(sources)('from %s', (source) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(source);
  });
  afterAll(() => store.remove());

  describe('ux-insights', () => {
    const leave = (path: string, scrollDepth: number | null, continued = false) =>
      event('2026-03-26T10:05:00Z', 'carol', 'c', { type: '$pageleave', path, scrollDepth, continued });
    const leaves = (path: string, depths: readonly number[]) => depths.map((depth) => leave(path, depth));

    beforeAll(async () => {
      // Requested on 31 March at noon about seven days, so from 24 March at noon.
      await store.add('ws_ux', [
        event('2026-03-24T11:59:59.999Z', 'alice', 'a', { path: '/x' }),
        event('2026-03-24T11:59:59.999Z', 'alice', 'a', { path: '/x', type: '$dead_click' }),
        event('2026-03-24T12:00:00Z', 'alice', 'a', { path: '/x', type: '$dead_click' }),
        event('2026-03-25T10:00:00Z', 'bob', 'b', { path: '/x' }),
        event('2026-03-25T10:00:01Z', 'bob', 'b', { path: '/x', type: '$dead_click' }),
        event('2026-03-25T10:00:02Z', 'bob', 'b', { path: '/x', type: '$dead_click' }),
        event('2026-03-25T10:00:02Z', 'bob', 'b', { path: '/w', type: '$dead_click' }),
        // Scrolled deeper than /w, but ranked before it.
        event('2026-03-25T10:00:02Z', 'bob', 'b', { path: '/deep', type: '$dead_click' }),
        event('2026-03-25T10:00:03Z', 'bob', 'b', { path: '/y', type: '$rage_click' }),
        event('2026-03-26T10:00:00Z', 'carol', 'c', { path: '/deep' }),
        event('2026-03-27T10:00:00Z', 'dave', 'd', { path: '/x', type: '$rage_click' }),
        ...leaves('/deep', [1000, 2000, 3000, 4000, 5001]),
        ...leaves('/four', [0, 0, 0, 0]),
        leave('/four', null),
        leave('/four', 100, true),
        ...leaves('/zero', [0, 0, 0, 0, 0, 0]),
        ...leaves('/below-half', [3000, 3000, 3000, 3000, 3000]),
        leave('/below-half', 4999, true),
        leave('/below-half', 5000, true),
        ...leaves('/half', [5000, 5000, 5000, 5000, 5000]),
      ]);
    });

    it('counts clicks, shares of sessions and depths over the requested days', async () => {
      expect(await store.query('ux-insights', 'ws_ux', { days: '7' })).toEqual({
        totals: {
          // Alice's second one, and Bob's four.
          dead_clicks: 5,
          rage_clicks: 2,
          // The sessions of Bob, Carol and Dave count; Alice's began before.
          dead_click_rate: 33.33,
          rage_click_rate: 66.67,
          total_sessions: 3,
        },
        dead_clicks_by_page: [
          { doc_path: '/x', dead_clicks: 3, affected_sessions: 2 },
          { doc_path: '/deep', dead_clicks: 1, affected_sessions: 1 },
          { doc_path: '/w', dead_clicks: 1, affected_sessions: 1 },
        ],
        rage_clicks_by_page: [
          { doc_path: '/x', rage_clicks: 1, affected_sessions: 1 },
          { doc_path: '/y', rage_clicks: 1, affected_sessions: 1 },
        ],
        low_scroll_pages: [
          { doc_path: '/zero', avg_scroll_depth: 0, samples: 6 },
          { doc_path: '/deep', avg_scroll_depth: 30, samples: 5 },
          // 30 percent each, and 99.99 for those that continued.
          { doc_path: '/below-half', avg_scroll_depth: 50, samples: 5 },
        ],
      });
    });

    it('looks back 30 days by default', async () => {
      expect(await store.query('ux-insights', 'ws_ux')).toMatchObject({
        totals: { dead_clicks: 6, dead_click_rate: 50, total_sessions: 4 },
      });
    });

    it('ranks pages by their scroll depth as it is displayed, equal ones by path', async () => {
      await store.add('ws_ux_close', [
        ...leaves('/a', [1235, 1235, 1235, 1235, 1235]),
        // 12.346 percent.
        ...leaves('/b', [1235, 1235, 1235, 1235, 1233]),
        ...leaves('/c', [1234, 1234, 1234, 1234, 1234]),
      ]);
      expect(await store.query('ux-insights', 'ws_ux_close')).toMatchObject({
        low_scroll_pages: [
          { doc_path: '/c', avg_scroll_depth: 12.34 },
          { doc_path: '/a', avg_scroll_depth: 12.35 },
          { doc_path: '/b', avg_scroll_depth: 12.35 },
        ],
      });
    });

    it('returns at most 20 pages of each kind', async () => {
      const paths = Array.from({ length: 21 }, (_, page) => `/${String(page).padStart(2, '0')}`);
      await store.add('ws_ux_many', [
        ...paths.map((path) => event('2026-03-30T10:00:00Z', 'alice', 'a', { path, type: '$dead_click' })),
        ...paths.map((path) => event('2026-03-30T10:00:00Z', 'alice', 'a', { path, type: '$rage_click' })),
        ...paths.flatMap((path) => leaves(path, [1, 1, 1, 1, 1])),
      ]);
      const upToTwenty = { length: 20, 0: { doc_path: '/00' }, 19: { doc_path: '/19' } };
      expect(await store.query('ux-insights', 'ws_ux_many')).toMatchObject({
        totals: { dead_clicks: 21, rage_clicks: 21 },
        dead_clicks_by_page: upToTwenty,
        rage_clicks_by_page: upToTwenty,
        low_scroll_pages: upToTwenty,
      });
    });
  });

  describe('realtime', () => {
    it('G6 reads no more rows than it shows, however many pages are visited', async () => {
      const paths = Array.from({ length: 1_000 }, (_, page) => `/${page}`);
      const visitors = paths.map((path) => event('2026-03-31T11:59:00Z', `at ${path}`, `at ${path}`, { path }));
      await store.add('ws_planted', visitors);
      const { statements, reader } = recordReads(store.warehouse);
      const result = await runQuery({ warehouse: reader, source }, 'realtime', 'ws_planted', { minutes: '5' }, nowText);
      expect(result).toMatchObject({ activeVisitors: 1_000, activePages: { length: 20 }, recent: { length: 50 } });
      // The pages, one country, one kind of device, one minute, the last events.
      expect(statements.reduce((sum, { rows }) => sum + rows, 0)).toBe(73);
    });

    it('counts each visitor of the last five minutes once, where they were last seen', async () => {
      const tie = '2026-03-31T11:59:00.000Z';
      await store.add('ws_now', [
        event('2026-03-31T11:58:00Z', 'alice', 'a', { path: '/b', country: 'FR', device: 'tablet' }),
        event('2026-03-31T11:55:00Z', 'alice', 'a', { path: '/a', country: 'DE', device: 'desktop' }),
        event('2026-03-31T11:54:59.999Z', 'bob', 'b', { path: '/a' }),
        event(tie, 'carol', 'c', { path: '/b', country: 'DE', device: 'mobile' }),
        event(tie, 'carol', 'c', { path: '', type: 'job', country: 'DE', device: 'tv' }),
        event('2026-03-31T11:59:59.999Z', 'dave', 'd', { path: '/b', country: 'DE', device: 'mobile' }),
        event('2026-03-31T11:55:00Z', 'frank', 'f', { path: '/c', country: 'ZZ', device: 'other' }),
        event('2026-03-31T12:00:00Z', 'erin', 'e', { path: '/a' }),
      ]);
      expect(await store.query('realtime', 'ws_now')).toEqual({
        activeVisitors: 4,
        // Carol's latest event has no page.
        activePages: [
          { path: '/b', visitors: 2 },
          { path: '/c', visitors: 1 },
        ],
        countries: ['DE', 'FR', 'ZZ'],
        devices: { desktop: 2, mobile: 2 },
      });
    });

    it('returns at most 20 pages, none of which is empty, and every country', async () => {
      const paths = ['', ...Array.from({ length: 21 }, (_, page) => `/${String(page).padStart(2, '0')}`)];
      const visitors = paths.map((path, index) =>
        event('2026-03-31T11:59:00Z', `on ${path}`, `on ${path}`, {
          path,
          country: `A${String.fromCharCode(65 + index)}`,
        }),
      );
      await store.add('ws_now_many', visitors);
      expect(await store.query('realtime', 'ws_now_many')).toMatchObject({
        activeVisitors: 22,
        activePages: { length: 20, 0: { path: '/00' }, 19: { path: '/19' } },
        countries: { length: 22 },
      });
    });
  });
});
