/** Breakdowns by any dimension and with any metric, on results that a person can count. */
import type { Statement } from '../../driver/port.ts';
import { event, type Given, nowText, openStore, recordReads, runQuery, sources, type Store } from './store.fixture.ts';

const at = (minute: number) => `2026-03-10T10:${String(minute).padStart(2, '0')}:00Z`;
const range = { start: '2026-03-10', end: '2026-03-10' };

const visit = (minute: number, who: string, path: string, given: Given = {}) =>
  event(at(minute), who, `${who}1`, { path, ...given });

describe.each(sources)('a breakdown from %s', (source) => {
  let store: Store;

  beforeAll(async () => {
    store = await openStore(source);
    const www = { hostname: 'www.example.com' };
    const docs = { hostname: 'docs.example.com', country: 'FR' };
    await store.add('ws_one', [
      // Ann enters at / and leaves from /pricing, where she signs up twice.
      visit(0, 'ann', '/', { ...www, utmTerm: 'shoes', utmContent: 'red' }),
      visit(1, 'ann', '/pricing', www),
      visit(2, 'ann', '/pricing', { ...www, type: '$pageleave', engagedMs: 30_000, scrollDepth: 5_000 }),
      visit(2, 'ann', '/pricing', { ...www, type: 'signup', props: { plan: 'pro', seats: 3 } }),
      visit(3, 'ann', '/pricing', { ...www, type: 'signup', props: { plan: 'free' } }),
      // Bob bounces.
      visit(5, 'bob', '/', { ...www, utmTerm: 'shoes' }),
      // Cleo enters at /docs, and continues to /.
      visit(6, 'cleo', '/docs', docs),
      visit(10, 'cleo', '/', { ...docs, ...www }),
      visit(11, 'cleo', '/', { ...docs, ...www, type: 'signup', props: { plan: 'pro' } }),
    ]);
  });
  afterAll(() => store.remove());

  const breakdown = async (params: Record<string, unknown>) =>
    (await store.query('breakdown', 'ws_one', { ...range, ...params })) as { data: unknown[]; total: number };
  const rows = async (params: Record<string, unknown>) => (await breakdown(params)).data;

  it('by a dimension of sessions has figures of those that start in the range', async () => {
    expect(
      await rows({
        by: 'country',
        metrics: 'visitors,sessions,pageviews,events,viewsPerSession,bounceRate,avgDuration',
      }),
    ).toEqual([
      {
        country: 'DE',
        visitors: 2,
        sessions: 2,
        pageviews: 3,
        events: 6,
        viewsPerSession: 1.5,
        bounceRate: 50,
        avgDuration: 90,
      },
      {
        country: 'FR',
        visitors: 1,
        sessions: 1,
        pageviews: 2,
        events: 3,
        viewsPerSession: 2,
        bounceRate: 0,
        avgDuration: 300,
      },
    ]);
  });

  it('by path counts the visitors of all events there, whichever metrics are requested, and lists paths without a pageview', async () => {
    const day = { start: '2026-03-12', end: '2026-03-12' };
    await store.add('ws_paths', [
      event('2026-03-11T23:59:00Z', 'dan', 'dan1', { path: '/late' }),
      event('2026-03-12T00:01:00Z', 'dan', 'dan1', {
        path: '/late',
        type: '$pageleave',
        engagedMs: 60_000,
        scrollDepth: 4_000,
      }),
      event('2026-03-12T00:02:00Z', 'dan', 'dan1', {
        path: '/late',
        type: '$pageleave',
        engagedMs: 30_000,
        scrollDepth: 2_000,
        continued: true,
      }),
      event('2026-03-12T10:00:00Z', 'eve', 'eve1', { path: '/late' }),
      event('2026-03-12T10:01:00Z', 'eve', 'eve1', { path: '/form', type: 'signup' }),
      event('2026-03-12T10:02:00Z', 'eve', 'eve1', { path: '', type: 'purchase' }),
    ]);
    const byPath = (params: Record<string, string>) =>
      store.query('breakdown', 'ws_paths', { by: 'path', ...day, ...params });
    const [late, form] = [
      { path: '/late', visitors: 2, pageviews: 1 },
      { path: '/form', visitors: 1, pageviews: 0 },
    ];
    expect(await byPath({})).toMatchObject({ data: [{ ...late, avgTime: 90, avgScroll: 60 }, form], total: 2 });
    expect(await byPath({ metrics: 'visitors,pageviews' })).toMatchObject({ data: [late, form], total: 2 });
    expect(await byPath({ metrics: 'visitors,pageviews', sort: 'visitors' })).toMatchObject({ data: [form, late] });
    expect(await byPath({ metrics: 'visitors,pageviews', sort: 'pageviews' })).toMatchObject({ data: [form, late] });
    expect(await byPath({ metrics: 'visitors,pageviews,events,avgTime,avgScroll' })).toMatchObject({
      data: [
        { ...late, events: 3, avgTime: 90, avgScroll: 60 },
        { ...form, events: 1 },
      ],
      total: 2,
    });
    const compared = { start: '2026-03-11', end: '2026-03-11', metrics: 'visitors,pageviews' };
    expect(await byPath(compared)).toMatchObject({ data: [{ path: '/late', visitors: 1, pageviews: 1 }], total: 1 });
  });

  it('by path counts the sessions that begin and end there', async () => {
    const metrics = 'pageviews,visitors,sessions,entries,exits,bounceRate,avgDuration,avgTime,avgScroll';
    expect(await rows({ by: 'path', metrics })).toEqual([
      {
        path: '/',
        pageviews: 3,
        visitors: 3,
        sessions: 3,
        entries: 2,
        exits: 2,
        bounceRate: 50,
        avgDuration: 90,
        avgTime: 0,
        avgScroll: 0,
      },
      {
        path: '/docs',
        pageviews: 1,
        visitors: 1,
        sessions: 1,
        entries: 1,
        exits: 0,
        bounceRate: 0,
        avgDuration: 300,
        avgTime: 0,
        avgScroll: 0,
      },
      {
        path: '/pricing',
        pageviews: 1,
        visitors: 1,
        sessions: 1,
        entries: 0,
        exits: 1,
        bounceRate: 0,
        avgDuration: 0,
        avgTime: 30,
        avgScroll: 50,
      },
    ]);
  });

  it('by host has the figures of the sessions that begin and end there', async () => {
    expect(await rows({ by: 'hostname', metrics: 'entries,exits,bounceRate,avgDuration' })).toEqual([
      { hostname: 'www.example.com', entries: 2, exits: 3, bounceRate: 50, avgDuration: 90 },
      { hostname: 'docs.example.com', entries: 1, exits: 0, bounceRate: 0, avgDuration: 300 },
    ]);
  });

  it('by path lists only pages that match the filters, wherever sessions begin', async () => {
    const requested = { by: 'path', metrics: 'pageviews,entries', filter: ['path:is:/pricing'] };
    expect(await rows(requested)).toEqual([{ path: '/pricing', pageviews: 1, entries: 0 }]);
  });

  it.each<[string, Record<string, unknown>[]]>([
    ['utm_term', [{ utm_term: 'shoes', visitors: 2, sessions: 2 }]],
    ['utm_content', [{ utm_content: 'red', visitors: 1, sessions: 1 }]],
    [
      'entry_page',
      [
        { entry_page: '/', visitors: 2, sessions: 2 },
        { entry_page: '/docs', visitors: 1, sessions: 1 },
      ],
    ],
    [
      'exit_page',
      [
        { exit_page: '/', visitors: 2, sessions: 2 },
        { exit_page: '/pricing', visitors: 1, sessions: 1 },
      ],
    ],
    [
      'hostname',
      [
        { hostname: 'www.example.com', visitors: 3, pageviews: 4 },
        { hostname: 'docs.example.com', visitors: 1, pageviews: 1 },
      ],
    ],
    [
      'prop:plan',
      [
        { 'prop:plan': 'pro', visitors: 2, events: 2 },
        { 'prop:plan': 'free', visitors: 1, events: 1 },
      ],
    ],
    ['prop:seats', [{ 'prop:seats': '3', visitors: 1, events: 1 }]],
    // The workspace has no goals.
    ['goal', []],
    ['utm_term,utm_content', [{ utm_term: 'shoes', utm_content: 'red', visitors: 1, sessions: 1 }]],
    [
      'type,country',
      [
        { type: '$pageview', country: 'DE', visitors: 2, events: 3 },
        { type: '$pageview', country: 'FR', visitors: 1, events: 2 },
        { type: 'signup', country: 'DE', visitors: 1, events: 2 },
        { type: '$pageleave', country: 'DE', visitors: 1, events: 1 },
        { type: 'signup', country: 'FR', visitors: 1, events: 1 },
      ],
    ],
    [
      'path,country',
      [
        { path: '/', country: 'DE', visitors: 2, pageviews: 2, avgTime: 0, avgScroll: 0 },
        { path: '/', country: 'FR', visitors: 1, pageviews: 1, avgTime: 0, avgScroll: 0 },
        { path: '/docs', country: 'FR', visitors: 1, pageviews: 1, avgTime: 0, avgScroll: 0 },
        { path: '/pricing', country: 'DE', visitors: 1, pageviews: 1, avgTime: 30, avgScroll: 50 },
      ],
    ],
  ])('by %s lists the values that are set', async (by, expected) => {
    expect(await breakdown({ by })).toMatchObject({ by, data: expected, total: expected.length });
  });

  it('sorts by a metric as it is displayed, in pages', async () => {
    const paths = async (params: Record<string, unknown>) =>
      (await rows({ by: 'path', metrics: 'entries', ...params })).map((row) => (row as { path: string }).path);
    expect(await paths({ sort: '-avgDuration' })).toEqual(['/docs', '/', '/pricing']);
    expect(await paths({ sort: 'entries' })).toEqual(['/pricing', '/docs', '/']);
    expect(await paths({ sort: '-avgScroll', metrics: 'visitors' })).toEqual(['/pricing', '/', '/docs']);
    expect(await breakdown({ by: 'path', metrics: 'pageviews', limit: '1', offset: '1' })).toMatchObject({
      data: [{ path: '/docs', pageviews: 1 }],
      total: 3,
    });
    expect(await breakdown({ by: 'path', metrics: 'entries', limit: '1', offset: '1' })).toMatchObject({
      data: [{ path: '/docs' }],
      total: 3,
    });
    expect(await breakdown({ by: 'path', metrics: 'entries', search: 'DOC', offset: '5' })).toMatchObject({
      data: [],
      total: 1,
    });
  });

  it('compares a page with its events in the earlier range, even without a pageview', async () => {
    await store.add('ws_left', [
      visit(0, 'ann', '/', { type: 'signup' }),
      event('2026-03-11T10:00:00Z', 'ann', 'ann2', { path: '/' }),
    ]);
    const later = {
      start: '2026-03-11',
      end: '2026-03-11',
      compare: 'previous',
      by: 'path',
      metrics: 'pageviews,events',
    };
    expect(await store.query('breakdown', 'ws_left', later)).toMatchObject({
      data: [{ path: '/', pageviews: 1, events: 1, previous: { pageviews: 0, events: 1 } }],
      total: 1,
    });
  });

  /** Queries `ws_pairs` with `compare`, and counts the rows of each statement. */
  async function queryPairs(params: Record<string, string>) {
    const given = { start: '2026-03-11', end: '2026-03-11', compare: 'previous', ...params };
    // Rolls up what was stored.
    await store.query('breakdown', 'ws_pairs', given);
    const { statements, reader } = recordReads(store.warehouse);
    const result = await runQuery({ warehouse: reader, source }, 'breakdown', 'ws_pairs', given, nowText);
    return { result, rowsRead: statements.map(({ rows: count }) => count) };
  }

  it('compares two dimensions with the listed pairs alone', async () => {
    await store.add('ws_pairs', [
      ...['/', '/a', '/b', '/c'].map((path) => visit(0, 'ann', path)),
      event('2026-03-11T10:00:00Z', 'ann', 'ann2', { path: '/' }),
      event('2026-03-11T10:00:00Z', 'ann', 'ann2', { path: '/new' }),
    ]);
    expect(await queryPairs({ by: 'country,path', metrics: 'pageviews' })).toEqual({
      result: {
        by: 'country,path',
        metrics: ['pageviews'],
        data: [
          { country: 'DE', path: '/', pageviews: 1, previous: { pageviews: 1 } },
          { country: 'DE', path: '/new', pageviews: 1, previous: { pageviews: 0 } },
        ],
        total: 2,
      },
      rowsRead: [2, 1],
    });
    const none = { by: 'country,path', metrics: 'pageviews', search: 'nowhere' };
    expect(await queryPairs(none)).toMatchObject({ result: { data: [], total: 0 } });
  });

  it('compares a list of pages with three statements in two steps', async () => {
    await store.add('ws_pages', [
      visit(0, 'ann', '/', { type: '$pageleave', engagedMs: 1_000, scrollDepth: 2_500 }),
      event('2026-03-11T10:00:00Z', 'ann', 'ann2', { path: '/' }),
      event('2026-03-11T10:00:00Z', 'ann', 'ann2', { path: '/new' }),
    ]);
    const params = { start: '2026-03-11', end: '2026-03-11', compare: 'previous', by: 'path', metrics: 'avgScroll' };
    const expected = await store.query('breakdown', 'ws_pages', params);
    expect(expected).toMatchObject({
      data: [
        { path: '/', avgScroll: 0, previous: { avgScroll: 25 } },
        { path: '/new', avgScroll: 0, previous: { avgScroll: 0 } },
      ],
    });
    // The list is read alone. Of the others, none returns before all have begun.
    const others = 2;
    let begun = 0;
    let releaseAll: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      releaseAll = resolve;
    });
    const read = async <Row>(statement: Statement) => {
      begun += 1;
      if (begun > others) releaseAll();
      if (begun > 1) await released;
      return store.warehouse.read<Row>(statement);
    };
    expect(await runQuery({ warehouse: { read }, source }, 'breakdown', 'ws_pages', params, nowText)).toEqual(expected);
    expect(begun).toBe(1 + others);
  });

  it('applies the filters', async () => {
    expect(
      await rows({ by: 'path', metrics: 'pageviews,entries', filter: ['type:is:signup', 'country:is:DE'] }),
    ).toEqual([
      { path: '/', pageviews: 1, entries: 1 },
      { path: '/pricing', pageviews: 1, entries: 0 },
    ]);
  });

  it('rejects parameters that cannot be combined, by name', async () => {
    await expect(breakdown({ by: 'country', metrics: 'entries' })).rejects.toThrow(
      'metrics must be one or more of visitors, sessions, pageviews, events, viewsPerSession, bounceRate, avgDuration by country, got "entries"',
    );
    await expect(breakdown({ by: 'type', sort: '-bounceRate' })).rejects.toThrow('sort must be one of visitors, ');
    await expect(breakdown({ by: 'path', metrics: 'conversions' })).rejects.toThrow(
      'metrics must not contain conversions without the parameter goal',
    );
    await expect(breakdown({ by: 'type', metrics: 'visits' })).rejects.toThrow(
      'metrics must be one or more of visitors, sessions, pageviews, events by type, got "visits"',
    );
    await expect(breakdown({ by: 'type', metrics: 'events,visitors,events' })).rejects.toThrow(
      'metrics must contain each name once, got "events" twice',
    );
    await expect(breakdown({ by: 'type', sort: 'visits' })).rejects.toThrow(
      'sort must be one of visitors, sessions, pageviews, events by type, with - in front for the largest first, got "visits"',
    );
    for (const by of ['prop:plan,prop:plan', 'prop:plan,country,device', 'prop:plan,path,path']) {
      await expect(breakdown({ by })).rejects.toThrow(/by must be one of .*, got \\"prop:plan,/);
    }
    await expect(breakdown({ by: 'path', goal: 'none' })).rejects.toThrow(
      'goal must name a goal of the workspace by its ID',
    );
  });
});
