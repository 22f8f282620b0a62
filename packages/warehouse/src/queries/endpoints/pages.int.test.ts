import { event, openStore, sources, type Store } from './store.fixture.ts';

describe.each(sources)('from %s', (source) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(source);
  });
  afterAll(() => store.remove());

  const day = { start: '2026-03-10', end: '2026-03-10' };

  /** A $pageleave; without engaged time if `engagedMs` is null. */
  const leave = (at: string, visitor: string, path: string, engagedMs: number | null, continued = false) =>
    event(at, visitor, visitor, { type: '$pageleave', path, engagedMs, continued });

  describe('pages', () => {
    it('counts views and the visitors who viewed, and nothing outside the range', async () => {
      await store.add('ws_views', [
        event('2026-03-09T23:59:59.999Z', 'eve', 'e', { path: '/a' }),
        event('2026-03-10T00:00:00Z', 'alice', 'a', { path: '/a' }),
        event('2026-03-10T10:00:00Z', 'alice', 'a', { path: '/a' }),
        event('2026-03-10T11:00:00Z', 'bob', 'b', { path: '/a' }),
        // Neither views a page.
        event('2026-03-10T11:00:01Z', 'carol', 'c', { path: '/a', type: 'signup' }),
        event('2026-03-10T11:00:02Z', 'dave', 'd', { path: '/left-only', type: '$pageleave', engagedMs: 1000 }),
        event('2026-03-11T00:00:00Z', 'eve', 'e', { path: '/a' }),
      ]);
      expect(await store.query('pages', 'ws_views', day)).toEqual({
        data: [{ path: '/a', title: '', pageviews: 3, visitors: 2, avgTime: 0 }],
      });
    });

    it('divides the time spent by the pageviews that were left', async () => {
      await store.add('ws_time', [
        event('2026-03-10T10:00:00Z', 'alice', 'alice', { path: '/a' }),
        leave('2026-03-10T10:01:00Z', 'alice', '/a', 10_000),
        leave('2026-03-10T10:02:00Z', 'alice', '/a', 5_005, true),
        leave('2026-03-10T10:03:00Z', 'bob', '/a', 20_000),
        leave('2026-03-10T10:03:00Z', 'carol', '/a', null),
        leave('2026-03-10T10:03:00Z', 'dave', '/a', 0),
        leave('2026-03-11T00:00:00Z', 'dave', '/a', 99_000),
        event('2026-03-10T10:00:00Z', 'alice', 'alice', { path: '/b' }),
        leave('2026-03-10T10:02:00Z', 'alice', '/b', 5_000, true),
      ]);
      expect(await store.query('pages', 'ws_time', day)).toEqual({
        data: [
          // 35.005 seconds over three that left; half a hundredth more would round up.
          { path: '/a', title: '', pageviews: 1, visitors: 1, avgTime: 11.67 },
          // Continued after being left, but none was left first.
          { path: '/b', title: '', pageviews: 1, visitors: 1, avgTime: 0 },
        ],
      });
    });

    it('returns the title of the latest pageview with one; within a millisecond, of the last to arrive', async () => {
      const at = '2026-03-10T10:00:00.500Z';
      const receivedAt = Date.parse(at) + 1_000;
      await store.add('ws_titles', [
        event(at, 'alice', 'a', { path: '/a', title: 'third', receivedAt: receivedAt + 1, requestIndex: 0 }),
        event(at, 'alice', 'a', { path: '/a', title: 'second', receivedAt, requestIndex: 900 }),
        event(at, 'alice', 'a', {
          path: '/a',
          title: 'first',
          receivedAt,
          requestIndex: 899,
          partition: 9,
          offset: 9000,
        }),
        event('2026-03-10T10:00:00.499Z', 'alice', 'a', { path: '/a', title: 'earlier', receivedAt: receivedAt + 2 }),
        event('2026-03-11T10:00:00Z', 'alice', 'a', { path: '/a', title: 'after the range' }),
        event('2026-03-10T11:00:00Z', 'alice', 'a', { path: '/a', title: 'not a view', type: '$click' }),
        event('2026-03-10T10:00:00Z', 'alice', 'a', { path: '/b', title: 'B' }),
        event('2026-03-10T10:00:01Z', 'alice', 'a', { path: '/b', title: '' }),
      ]);
      expect(await store.query('pages', 'ws_titles', day)).toMatchObject({
        data: [
          { path: '/a', title: 'third' },
          { path: '/b', title: 'B' },
        ],
      });
    });

    it.each([[[]], [['country:is:DE']]])(
      'returns no title from before the range, with the filters %j',
      async (filter) => {
        const workspaceId = `ws_retitled_${filter.length}`;
        await store.add(workspaceId, [
          event('2026-03-10T09:59:59.999Z', 'alice', 'a', { path: '/a', title: 'before' }),
          event('2026-03-10T10:30:00Z', 'alice', 'a', { path: '/a', title: '' }),
        ]);
        const hours = { start: '2026-03-10T10:00:00Z', end: '2026-03-10T12:00:00Z' };
        expect(await store.query('pages', workspaceId, { ...hours, filter })).toMatchObject({
          data: [{ path: '/a', title: '' }],
        });
      },
    );

    it('returns 20 pages by default, most pageviews first, then by path', async () => {
      const once = Array.from({ length: 21 }, (_, page) =>
        event('2026-03-10T10:00:00Z', 'alice', 'a', { path: `/${String(page).padStart(2, '0')}` }),
      );
      await store.add('ws_many', [...once.toReversed(), event('2026-03-10T10:00:00Z', 'bob', 'b', { path: '/07' })]);
      expect(await store.query('pages', 'ws_many', day)).toMatchObject({
        data: { length: 20, 0: { path: '/07', pageviews: 2 }, 1: { path: '/00' }, 19: { path: '/19' } },
      });
      expect(await store.query('pages', 'ws_many', { ...day, limit: '2' })).toMatchObject({
        data: { length: 2, 1: { path: '/00' } },
      });
      expect(await store.query('pages', 'ws_many', { ...day, limit: '1000' })).toMatchObject({ data: { length: 21 } });
    });

    it('F16 sums time beyond 2^31 milliseconds', async () => {
      const leaves = Array.from({ length: 30 }, () => leave('2026-03-10T10:01:00Z', 'alice', '/a', 86_400_000));
      await store.add('ws_hours', [event('2026-03-10T10:00:00Z', 'alice', 'alice', { path: '/a' }), ...leaves]);
      expect(await store.query('pages', 'ws_hours', day)).toMatchObject({ data: [{ avgTime: 86_400 }] });
    });
  });

  describe('events', () => {
    it('counts each type and its visitors, most events first, then by type', async () => {
      await store.add('ws_types', [
        event('2026-03-10T00:00:00Z', 'alice', 'a', { type: 'signup' }),
        event('2026-03-10T10:00:00Z', 'alice', 'a', { type: 'signup' }),
        event('2026-03-10T10:00:00Z', 'bob', 'b', { type: 'signup' }),
        event('2026-03-10T10:00:00Z', 'bob', 'b', { type: '$pageview' }),
        event('2026-03-10T10:00:00Z', 'bob', 'b', { type: 'Buy' }),
        event('2026-03-10T10:00:00Z', 'bob', 'b', { type: 'a $pageview' }),
        event('2026-03-11T00:00:00Z', 'bob', 'b', { type: 'late' }),
      ]);
      const data = [
        { type: 'signup', count: 3, users: 2, auto: false },
        { type: '$pageview', count: 1, users: 1, auto: true },
        { type: 'Buy', count: 1, users: 1, auto: false },
        { type: 'a $pageview', count: 1, users: 1, auto: false },
      ];
      expect(await store.query('events', 'ws_types', day)).toEqual({ data });
      expect(await store.query('events', 'ws_types', { ...day, limit: '2' })).toEqual({ data: data.slice(0, 2) });
    });
  });
});
