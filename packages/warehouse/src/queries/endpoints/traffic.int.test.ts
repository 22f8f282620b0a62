import { event, openStore, sources, type Store } from './store.fixture.ts';

/**
 * Five visitors around 10 and 11 March 2026, a Tuesday and a Wednesday. Alice's session begins before the range, Carol's
 * continues after it, Bob's first begins with it, Dave's begins as it ends.
 */
const aroundTwoDays = [
  event('2026-03-09T23:50:00Z', 'alice', 'a', { path: '/' }),
  event('2026-03-10T00:10:00Z', 'alice', 'a', { path: '/', title: 'Home' }),
  event('2026-03-10T00:00:00Z', 'bob', 'b1', { path: '/a' }),
  event('2026-03-10T12:00:00Z', 'bob', 'b2', { path: '/b', title: 'B' }),
  event('2026-03-10T12:01:00Z', 'bob', 'b2', { path: '/b', type: '$pageleave', engagedMs: 30_000 }),
  event('2026-03-11T23:59:59.999Z', 'carol', 'c', { path: '/a', title: 'A' }),
  event('2026-03-12T00:10:00Z', 'carol', 'c', { path: '', type: 'signup' }),
  event('2026-03-12T00:00:00Z', 'dave', 'd', { path: '/a', title: 'A, later' }),
  event('2026-03-10T13:00:00Z', 'erin', 'e', { path: '', type: 'job' }),
];

describe.each(sources)('from %s', (source) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(source);
    await store.add('ws_days', aroundTwoDays);
  });
  afterAll(() => store.remove());

  describe('overview', () => {
    it('counts events in the range, and whole sessions that start in it', async () => {
      expect(await store.query('overview', 'ws_days', { start: '2026-03-10', end: '2026-03-11' })).toEqual({
        pageviews: 4,
        uniqueVisitors: 4,
        // Bob's two, Carol's and Erin's. Alice's began before.
        sessions: 4,
        // 0, 60, 600.001 and 0 seconds.
        avgDuration: 165,
        // Both of Bob's: a $pageleave is no custom event. Carol signs up after the end; Erin has no pageview.
        bounceRate: 50,
        topPages: [
          { path: '/a', title: 'A', pageviews: 2, visitors: 2, avgTime: 0 },
          { path: '/', title: 'Home', pageviews: 1, visitors: 1, avgTime: 0 },
          { path: '/b', title: 'B', pageviews: 1, visitors: 1, avgTime: 30 },
        ],
        comparison: {
          pageviews: { current: 4, previous: 1, change: 300 },
          uniqueVisitors: { current: 4, previous: 1, change: 300 },
          sessions: { current: 4, previous: 1, change: 300 },
          avgDuration: { current: 165, previous: 1200, change: -86.25 },
          bounceRate: { current: 50, previous: 0, change: 100 },
        },
        period: { start: '2026-03-10T00:00:00.000Z', end: '2026-03-12T00:00:00.000Z' },
      });
    });

    it('returns 100 percent if the earlier value is 0, and no change if both are 0', async () => {
      const start = '2026-03-08T12:00:00Z';
      const end = '2026-03-09T23:55:00Z';
      expect(await store.query('overview', 'ws_days', { start, end })).toMatchObject({
        comparison: {
          pageviews: { current: 1, previous: 0, change: 100 },
          avgDuration: { current: 1200, previous: 0, change: 100 },
          bounceRate: { current: 0, previous: 0, change: 0 },
        },
      });
    });

    it('includes its start and excludes its end', async () => {
      const pageviews = async (start: string, end: string) => await store.query('overview', 'ws_days', { start, end });
      expect(await pageviews('2026-03-11T23:00:00Z', '2026-03-12T00:00:00Z')).toMatchObject({ pageviews: 1 });
      expect(await pageviews('2026-03-11T23:00:00Z', '2026-03-12T01:00:00Z')).toMatchObject({ pageviews: 2 });
      expect(await pageviews('2026-03-12T00:00:00Z', '2026-03-12T01:00:00Z')).toMatchObject({ pageviews: 1 });
      expect(await pageviews('2026-03-12T01:00:00Z', '2026-03-12T02:00:00Z')).toMatchObject({ pageviews: 0 });
    });

    it('returns at most ten pages', async () => {
      const views = Array.from({ length: 11 }, (_, page) =>
        event('2026-03-10T10:00:00Z', 'alice', 'a', { path: `/${String(page).padStart(2, '0')}` }),
      );
      await store.add('ws_eleven_pages', views);
      const result = await store.query('overview', 'ws_eleven_pages', { start: '2026-03-10', end: '2026-03-10' });
      expect(result).toMatchObject({ pageviews: 11, topPages: { length: 10, 0: { path: '/00' }, 9: { path: '/09' } } });
    });
  });

  describe('a session that spans months', () => {
    beforeAll(async () => {
      await store.add('ws_long', [
        event('2026-03-20T10:00:00Z', 'frank', 'f', {}),
        event('2026-01-05T10:00:00Z', 'frank', 'f', {}),
        event('2025-11-30T10:00:00Z', 'grace', 'g', { type: 'import' }),
        event('2026-03-20T10:00:00Z', 'grace', 'g', {}),
      ]);
    });

    it('counts in the month in which it began, with its whole length', async () => {
      expect(await store.query('overview', 'ws_long', { start: '2026-01-05', end: '2026-01-05' })).toMatchObject({
        sessions: 1,
        avgDuration: 74 * 86_400,
        bounceRate: 0,
      });
    });

    it('does not count in the month in which it continues, but its visitor does', async () => {
      expect(await store.query('overview', 'ws_long', { start: '2026-03-20', end: '2026-03-20' })).toMatchObject({
        pageviews: 2,
        uniqueVisitors: 2,
        sessions: 0,
        avgDuration: 0,
        bounceRate: 0,
      });
    });
  });

  describe('visitors', () => {
    it('return every day of the range, by default and if requested', async () => {
      const expected = {
        data: [
          { date: '2026-03-09', visitors: 1, sessions: 1 },
          { date: '2026-03-10', visitors: 3, sessions: 3 },
          { date: '2026-03-11', visitors: 1, sessions: 1 },
          { date: '2026-03-12', visitors: 2, sessions: 1 },
          { date: '2026-03-13', visitors: 0, sessions: 0 },
        ],
        granularity: 'day',
      };
      const range = { start: '2026-03-09', end: '2026-03-13' };
      expect(await store.query('visitors', 'ws_days', range)).toEqual(expected);
      expect(await store.query('visitors', 'ws_days', { ...range, granularity: 'day' })).toEqual(expected);
    });

    it('return every hour of the range', async () => {
      const range = { start: '2026-03-09T23:00:00Z', end: '2026-03-10T02:00:00Z', granularity: 'hour' };
      expect(await store.query('visitors', 'ws_days', range)).toEqual({
        data: [
          { date: '2026-03-09T23:00:00Z', visitors: 1, sessions: 1 },
          { date: '2026-03-10T00:00:00Z', visitors: 2, sessions: 1 },
          { date: '2026-03-10T01:00:00Z', visitors: 0, sessions: 0 },
        ],
        granularity: 'hour',
      });
    });

    it('count in the first and the last day and week only events in the range', async () => {
      const range = { start: '2026-03-10T12:00:00Z', end: '2026-03-12T00:00:00Z' };
      const data = [
        { date: '2026-03-10', visitors: 2, sessions: 2 },
        { date: '2026-03-11', visitors: 1, sessions: 1 },
      ];
      expect(await store.query('visitors', 'ws_days', range)).toMatchObject({ data });
      const longer = { ...range, end: '2026-03-12T01:00:00Z' };
      const lastDay = { date: '2026-03-12', visitors: 2, sessions: 1 };
      expect(await store.query('visitors', 'ws_days', longer)).toMatchObject({ data: [...data, lastDay] });
      const week = { date: '2026-03-09', visitors: 4, sessions: 4 };
      expect(await store.query('visitors', 'ws_days', { ...longer, granularity: 'week' })).toMatchObject({
        data: [week],
      });
    });

    it('name weeks by their Monday, and count only events in the range', async () => {
      const range = { start: '2026-03-11', end: '2026-03-16', granularity: 'week' };
      expect(await store.query('visitors', 'ws_days', range)).toEqual({
        data: [
          // Carol on both days, Dave on the second.
          { date: '2026-03-09', visitors: 2, sessions: 2 },
          { date: '2026-03-16', visitors: 0, sessions: 0 },
        ],
        granularity: 'week',
      });
    });

    it('contain up to the maximum number of hours, and reject more with the limit named', async () => {
      const start = '2025-01-01T00:00:00Z';
      const full = { start, end: '2026-02-21T16:00:00Z', granularity: 'hour' };
      expect(await store.query('visitors', 'ws_days', full)).toMatchObject({ data: { length: 10_000 } });
      const over = { start, end: '2026-02-21T16:00:00.001Z', granularity: 'hour' };
      await expect(store.query('visitors', 'ws_days', over)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: 'granularity must divide the range into at most 10000 buckets, got 10001 by hour',
      });
    });
  });

  if (source === 'events') {
    describe('bounds inside an hour', () => {
      it('count to the millisecond', async () => {
        const pageviews = async (start: string, end: string) =>
          await store.query('overview', 'ws_days', { start, end });
        expect(await pageviews('2026-03-11T23:59:59.999Z', '2026-03-12T00:00:00.000Z')).toMatchObject({ pageviews: 1 });
        expect(await pageviews('2026-03-11T23:59:59.999Z', '2026-03-12T00:00:00.001Z')).toMatchObject({ pageviews: 2 });
        expect(await pageviews('2026-03-12T00:00:00.000Z', '2026-03-12T00:00:00.001Z')).toMatchObject({ pageviews: 1 });
        expect(await pageviews('2026-03-12T00:00:00.001Z', '2026-03-12T00:00:00.002Z')).toMatchObject({ pageviews: 0 });
      });

      it('are returned as requested', async () => {
        expect(await store.query('overview', 'ws_days', {}, '2026-04-09T00:10:00.000Z')).toMatchObject({
          pageviews: 4,
          period: { start: '2026-03-10T00:10:00.000Z', end: '2026-04-09T00:10:00.000Z' },
        });
      });

      it('restrict the first and the last hour to events in the range', async () => {
        const range = { start: '2026-03-09T23:55:00Z', end: '2026-03-10T02:00:00.001Z', granularity: 'hour' };
        expect(await store.query('visitors', 'ws_days', range)).toEqual({
          data: [
            { date: '2026-03-09T23:00:00Z', visitors: 0, sessions: 0 },
            { date: '2026-03-10T00:00:00Z', visitors: 2, sessions: 1 },
            { date: '2026-03-10T01:00:00Z', visitors: 0, sessions: 0 },
            { date: '2026-03-10T02:00:00Z', visitors: 0, sessions: 0 },
          ],
          granularity: 'hour',
        });
      });
    });
  } else {
    it('widens bounds inside an hour to whole hours and returns them, but no end after now', async () => {
      expect(await store.query('overview', 'ws_days', {}, '2026-04-09T00:10:00.000Z')).toMatchObject({
        pageviews: 5,
        period: { start: '2026-03-10T00:00:00.000Z', end: '2026-04-09T00:10:00.000Z' },
      });
      const over = { start: '2026-03-10T00:10:00Z', end: '2026-03-31T11:50:00Z' };
      expect(await store.query('overview', 'ws_days', over)).toMatchObject({
        period: { start: '2026-03-10T00:00:00.000Z', end: '2026-03-31T12:00:00.000Z' },
      });
      const range = { start: '2026-03-09T23:55:00Z', end: '2026-03-10T00:00:00.001Z', granularity: 'hour' };
      expect(await store.query('visitors', 'ws_days', range)).toEqual({
        data: [
          { date: '2026-03-09T23:00:00Z', visitors: 1, sessions: 1 },
          { date: '2026-03-10T00:00:00Z', visitors: 2, sessions: 1 },
        ],
        granularity: 'hour',
      });
    });
  }

  it.each(['1900-01-01', '0001-01-01', '2200-01-01', '9990-01-01'])(
    'finds nothing in the days from %s',
    async (start) => {
      const end = start.replace('-01-01', '-02-01');
      expect(await store.query('overview', 'ws_days', { start, end })).toMatchObject({ pageviews: 0, sessions: 0 });
      expect(await store.query('visitors', 'ws_days', { start, end })).toMatchObject({
        data: { length: 32, 31: { visitors: 0, sessions: 0 } },
      });
    },
  );
});
