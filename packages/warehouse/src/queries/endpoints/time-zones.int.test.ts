/** Results in a time zone: one visit an hour, so that the number of visits is the length of a day. */
import { hourMs } from '@footfall/schemas';
import { z } from 'zod';
import { event, openStore, recordReads, runQuery, sources, type Store } from './store.fixture.ts';

/** A pageview ten minutes past each hour from `start` to `end`, in separate sessions, by visitors who come for `hoursEach`. */
function hourly(start: string, end: string, hoursEach = 2_000) {
  const startMs = Date.parse(start);
  return Array.from({ length: (Date.parse(end) - startMs) / hourMs }, (_, hour) => {
    const at = new Date(startMs + hour * hourMs + 600_000).toISOString();
    return event(at, `visitor ${Math.floor(hour / hoursEach)}`, at);
  });
}

const seriesOf = z.looseObject({
  data: z.array(z.looseObject({ date: z.string(), previous: z.looseObject({ date: z.string() }).optional() })),
});

describe.each(sources)('from %s', (source) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(source);
    await store.add('ws_march', hourly('2026-02-01T00:00Z', '2026-04-10T00:00Z'));
    // Each visitor is there for six hours: from midnight UTC, so across midnight in Berlin and New York.
    await store.add('ws_shifts', hourly('2026-10-20T00:00Z', '2026-11-10T00:00Z', 6));
    await store.add('ws_island', [
      ...hourly('2026-04-03T00:00Z', '2026-04-07T00:00Z'),
      ...hourly('2026-04-03T00:30Z', '2026-04-07T00:30Z'),
    ]);
  });
  afterAll(() => store.remove());

  const now = '2026-12-01T00:00:00.000Z';
  const result = (name: string, workspaceId: string, params: Record<string, unknown>) =>
    store.query(name, workspaceId, params, now);
  const series = async (workspaceId: string, params: Record<string, unknown>) =>
    seriesOf.parse(await result('series', workspaceId, params)).data;

  it('counts 23 hours on the day on which clocks are set forward, and compares it with the whole day before', async () => {
    const requested = { start: '2026-03-28', end: '2026-03-30', timezone: 'Europe/Berlin' };
    expect(await series('ws_march', { ...requested, metrics: 'pageviews,visitors' })).toEqual([
      { date: '2026-03-28', pageviews: 24, visitors: 1 },
      { date: '2026-03-29', pageviews: 23, visitors: 1 },
      { date: '2026-03-30', pageviews: 24, visitors: 1 },
    ]);
    const day = { start: '2026-03-29', end: '2026-03-29', timezone: 'europe/berlin', compare: 'previous' };
    expect(await series('ws_march', { ...day, metrics: 'pageviews' })).toEqual([
      { date: '2026-03-29', pageviews: 23, previous: { date: '2026-03-28', pageviews: 24 } },
    ]);
    expect(await result('breakdown', 'ws_march', { ...day, by: 'path', metrics: 'pageviews' })).toMatchObject({
      data: [{ path: '/', pageviews: 23, previous: { pageviews: 24 } }],
    });
  });

  it('counts 25 hours on the day on which clocks are set back, and each visitor once', async () => {
    const requested = {
      start: '2026-10-31',
      end: '2026-11-02',
      timezone: 'America/New_York',
      metrics: 'visitors,sessions',
    };
    expect(await series('ws_shifts', requested)).toEqual([
      // From 4:00 UTC to 4:00: a part of five shifts.
      { date: '2026-10-31', visitors: 5, sessions: 24 },
      // To 5:00.
      { date: '2026-11-01', visitors: 5, sessions: 25 },
      { date: '2026-11-02', visitors: 5, sessions: 24 },
    ]);
    expect(await result('visitors', 'ws_shifts', { ...requested, start: '2026-11-01', end: '2026-11-01' })).toEqual({
      granularity: 'day',
      data: [{ date: '2026-11-01', visitors: 5, sessions: 25 }],
    });
  });

  it('counts each visitor once in a local week and month', async () => {
    const requested = { timezone: 'Europe/Berlin', metrics: 'visitors,sessions' };
    // 25 October is the Sunday with 25 hours; weeks begin at 22:00 UTC before, and at 23:00 after.
    expect(
      await series('ws_shifts', { ...requested, start: '2026-10-21', end: '2026-11-01', granularity: 'week' }),
    ).toEqual([
      { date: '2026-10-19', visitors: 21, sessions: 121 },
      { date: '2026-10-26', visitors: 29, sessions: 168 },
    ]);
    expect(
      await series('ws_march', { ...requested, start: '2026-02-01', end: '2026-03-31', granularity: 'month' }),
    ).toEqual([
      { date: '2026-02-01', visitors: 1, sessions: 28 * 24 - 1 },
      { date: '2026-03-01', visitors: 1, sessions: 31 * 24 - 1 },
    ]);
  });

  it('names hours by local time, with their offset', async () => {
    const requested = { granularity: 'hour', metrics: 'pageviews', timezone: 'Europe/Berlin' };
    expect(await series('ws_march', { ...requested, start: '2026-03-29T01:00', end: '2026-03-29T04:00:00' })).toEqual([
      { date: '2026-03-29T01:00:00+01:00', pageviews: 1 },
      { date: '2026-03-29T03:00:00+02:00', pageviews: 1 },
    ]);
    expect(await series('ws_shifts', { ...requested, start: '2026-10-25T02:00', end: '2026-10-25T03:00' })).toEqual([
      { date: '2026-10-25T02:00:00+02:00', pageviews: 1 },
      { date: '2026-10-25T02:00:00+01:00', pageviews: 1 },
    ]);
  });

  it('is exact for offsets that are not whole hours', async () => {
    // A local day begins at 18:15 UTC.
    expect(
      await result('overview', 'ws_march', { start: '2026-03-02', end: '2026-03-02', timezone: 'Asia/Kathmandu' }),
    ).toMatchObject({
      pageviews: 24,
      period: { start: '2026-03-01T18:15:00.000Z', end: '2026-03-02T18:15:00.000Z' },
    });
    const hours = { start: '2026-03-02', end: '2026-03-02T02:00', timezone: 'Asia/Kathmandu', granularity: 'hour' };
    expect(await series('ws_march', { ...hours, metrics: 'pageviews' })).toEqual([
      { date: '2026-03-02T00:00:00+05:45', pageviews: 1 },
      { date: '2026-03-02T01:00:00+05:45', pageviews: 1 },
    ]);
  });

  it('counts 24.5 hours on a day on which clocks are set back by half an hour', async () => {
    const requested = { timezone: 'Australia/Lord_Howe', metrics: 'pageviews,visitors' };
    expect(await series('ws_island', { ...requested, start: '2026-04-04', end: '2026-04-06' })).toEqual([
      { date: '2026-04-04', pageviews: 48, visitors: 1 },
      { date: '2026-04-05', pageviews: 49, visitors: 1 },
      { date: '2026-04-06', pageviews: 48, visitors: 1 },
    ]);
    const hours = { ...requested, granularity: 'hour', start: '2026-04-05T01:00', end: '2026-04-05T03:00' };
    expect(await series('ws_island', hours)).toEqual([
      { date: '2026-04-05T01:00:00+11:00', pageviews: 2, visitors: 1 },
      { date: '2026-04-05T01:30:00+10:30', pageviews: 1, visitors: 1 },
      { date: '2026-04-05T02:00:00+10:30', pageviews: 2, visitors: 1 },
    ]);
  });

  it.each([
    ['of 24 hours with one of 25', { start: '2026-10-26', end: '2026-10-26', timezone: 'Europe/Berlin' }, 25],
    ['of 25 hours with one of 24', { start: '2026-10-25', end: '2026-10-25', timezone: 'Europe/Berlin' }, 24],
    [
      'among which one of 25 hours is only before',
      { start: '2026-10-27', end: '2026-10-31', timezone: 'Europe/Berlin' },
      121,
    ],
  ])('compares the hours of days %s so that they add up to the compared total', async (_what, range, total) => {
    const compared = { ...range, compare: 'previous', metrics: 'pageviews' };
    const hours = await series('ws_shifts', { ...compared, granularity: 'hour' });
    expect(hours.reduce((sum, { previous }) => sum + Number(previous?.['pageviews'] ?? 0), 0)).toBe(total);
    expect(await result('breakdown', 'ws_shifts', { ...compared, by: 'path' })).toMatchObject({
      data: [{ previous: { pageviews: total } }],
    });
  });

  it('compares with the same local dates of the year before', async () => {
    const requested = { start: '2026-03-29', end: '2026-03-29', timezone: 'Europe/Berlin', compare: 'year' };
    expect(await series('ws_march', { ...requested, metrics: 'pageviews' })).toEqual([
      { date: '2026-03-29', pageviews: 23, previous: { date: '2025-03-29', pageviews: 0 } },
    ]);
  });

  it.each([
    [
      'days after 29 February',
      { start: '2024-02-28', end: '2024-03-02' },
      [['2024-02-28', '2023-02-28'], ['2024-02-29'], ['2024-03-01', '2023-03-01'], ['2024-03-02', '2023-03-02']],
    ],
    [
      'an hour that clocks repeated in this year only',
      { start: '2026-10-25T01:00', end: '2026-10-25T04:00', timezone: 'Europe/Berlin', granularity: 'hour' },
      [
        ['2026-10-25T01:00:00+02:00', '2025-10-25T01:00:00+02:00'],
        ['2026-10-25T02:00:00+02:00', '2025-10-25T02:00:00+02:00'],
        ['2026-10-25T02:00:00+01:00'],
        ['2026-10-25T03:00:00+01:00', '2025-10-25T03:00:00+02:00'],
      ],
    ],
  ])('compares each bucket with that of the same date a year before: %s', async (_what, range, expected) => {
    const rows = await series('ws_march', { ...range, compare: 'year', metrics: 'pageviews' });
    const shown = rows.map(({ date, previous }) => [date, ...(previous ? [previous.date] : [])]);
    expect(shown).toEqual(expected);
  });

  it.each([
    ['29 February', { start: '2024-02-29', end: '2024-02-29' }, 0],
    ['date that the zone skipped', { start: '2012-12-30', end: '2012-12-30', timezone: 'Pacific/Apia' }, 0],
    [
      'hour that clocks skipped',
      { start: '2026-03-30T02:00:00', end: '2026-03-30T03:00:00', timezone: 'Europe/Berlin' },
      1,
    ],
  ])('compares with nothing if the year before had no such %s', async (_what, range, pageviews) => {
    const compared = { ...range, compare: 'year', metrics: 'pageviews' };
    const hours = await series('ws_march', { ...compared, granularity: 'hour' });
    expect(hours).toEqual(hours.map(({ date }) => ({ date, pageviews })));
    const breakdown = await result('breakdown', 'ws_march', { ...compared, by: 'path' });
    expect(breakdown).toMatchObject({ data: pageviews === 0 ? [] : [{ path: '/', pageviews }] });
    expect(JSON.stringify(breakdown)).not.toContain('previous');
  });

  it('counts clicks by local days', async () => {
    const requested = { start: '2026-03-29', end: '2026-03-29', timezone: 'Europe/Berlin' };
    expect(await result('ux-insights', 'ws_march', requested)).toMatchObject({ totals: { total_sessions: 23 } });
  });

  it('returns the same result for UTC, under any name, as without a time zone', async () => {
    const requested = { start: '2026-03-28', end: '2026-03-30', granularity: 'hour' };
    const plain = await result('series', 'ws_march', requested);
    expect(await result('series', 'ws_march', { ...requested, timezone: 'Etc/UTC' })).toEqual(plain);
  });

  it('reads rollups if they have the hours of the zone, and events otherwise', async () => {
    await result('overview', 'ws_march', {});
    const tablesRead = async (timezone: string, start = '2026-03-01', end = '2026-03-30') => {
      const { statements, reader } = recordReads(store.warehouse);
      const requested = { start, end, timezone };
      await runQuery({ warehouse: reader, source }, 'series', 'ws_march', requested, now);
      return statements.some(({ sql }) => sql.includes('FROM breakdown')) ? 'rollups' : 'events';
    };
    expect(await tablesRead('Europe/Berlin')).toBe(source);
    expect(await tablesRead('Asia/Kathmandu')).toBe('events');
    // Clocks last changed a minute past midnight on 13 March 2011: the range before, or a year before, can contain that.
    expect(await tablesRead('America/Goose_Bay', '2012-03-20', '2012-03-21')).toBe(source);
    expect(await tablesRead('America/Goose_Bay', '2012-03-01', '2012-03-02')).toBe('events');
    expect(await tablesRead('America/Goose_Bay', '2012-03-20', '2013-06-20')).toBe('events');
  });
});
