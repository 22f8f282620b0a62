/** Both sources return the same results, wherever the bounds lie among hours, days and weeks. */
import type { Query } from '../query.ts';
import type { Choice } from '../source.ts';
import { queries } from './index.ts';
import { runQuery, event, nowText, openStore, type Store } from './store.fixture.ts';

const hours = 14 * 24;
const startMs = Date.parse('2026-03-02T00:00:00Z');
const at = (hour: number, minute = 0) => new Date(startMs + hour * 3_600_000 + minute * 60_000).toISOString();

/** Numbers from 0 to `below` that look random and are the same every time. */
function sequence(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Few visitors, paths and names, so that every visitor returns often, on some days and hours and not on others. */
function traffic() {
  const next = sequence(1);
  const oneOf = <Value>(...values: [Value, ...Value[]]): Value => values[next(values.length)] ?? values[0];
  return Array.from({ length: 600 }, () => {
    const visitor = next(12);
    return event(at(next(hours), oneOf(0, 0, 7, 30, 59)), `visitor ${visitor}`, `session ${visitor} ${next(9)}`, {
      type: oneOf('$pageview', '$pageview', '$pageleave', '$dead_click', '$rage_click', 'signup'),
      path: oneOf('/', '/a', '/b "quoted"'),
      title: oneOf('', 'One', 'Two'),
      source: oneOf('Direct', 'Google'),
      utmSource: oneOf('', 'news', 'n!', 'n'),
      utmMedium: oneOf('', 'email'),
      utmCampaign: oneOf('', 'spring "26"', 'spring'),
      adPlatform: oneOf('', 'X Ads'),
      channel: oneOf('Direct', 'Email', 'AI Assistant'),
      browser: oneOf('Chrome', 'Safari'),
      os: oneOf('macOS', 'iOS'),
      device: oneOf('desktop', 'mobile'),
      country: oneOf('DE', 'FR'),
      city: oneOf('', 'Arles', 'Berlin'),
      scrollDepth: oneOf(null, 100, 5_000),
      engagedMs: oneOf(null, 0, 12_345),
      continued: oneOf(true, false),
    });
  });
}

const ranges: [string, start: string, end: string][] = [
  ['whole days', at(3 * 24), at(10 * 24)],
  ['both ends inside days', at(3 * 24 + 5), at(10 * 24 + 17)],
  ['only the start inside a day', at(3 * 24 + 23), at(10 * 24)],
  ['only the end inside a day', at(3 * 24), at(10 * 24 + 1)],
  ['hours of one day', at(5 * 24 + 9), at(5 * 24 + 18)],
  ['hours on both sides of midnight', at(5 * 24 + 20), at(6 * 24 + 3)],
  ['one hour', at(5 * 24 + 9), at(5 * 24 + 10)],
  ['a day from noon to noon', at(5 * 24 + 12), at(6 * 24 + 12)],
  ['everything', at(-48), at(hours + 48)],
];

describe('events and rollups', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore('rollups');
    await store.add('ws_agreed', traffic());
    const onThe1st = ['00:10:00Z', '00:20:00Z', '01:00:00.200Z', '05:00:00Z', '11:30:00Z'];
    await store.add(
      'ws_1st',
      onThe1st.map((time, index) => event(`2026-03-01T${time}`, `visitor ${index % 2}`, `session ${index}`)),
    );
    await store.goals.create('ws_agreed', { name: 'Any page', path: '/*' });
  });
  afterAll(() => store.remove());

  const bothResults = async (name: string, params: Record<string, unknown>, now = nowText) => {
    const fromRollups = await store.query(name, 'ws_agreed', params, now);
    const goals = await store.goals.listOf('ws_agreed');
    const queryFrom = (source: Choice['source']) =>
      runQuery({ warehouse: store.warehouse, source, goals }, name, 'ws_agreed', params, now);
    const fromEvents = await queryFrom('events');
    expect({ name, params, result: await queryFrom('manyEvents') }).toEqual({ name, params, result: fromEvents });
    return { fromRollups, fromEvents };
  };

  const fromBoth: readonly Query[] = queries;
  const ranged = fromBoth.filter(({ params }) => 'start' in params.shape && params.safeParse({}).success);
  it.each(ranges)('events, many events and rollups agree over %s', async (_, start, end) => {
    const series = ['hour', 'week', 'month'].map(
      (granularity) => ['series', { granularity, compare: 'previous' }] as const,
    );
    const bys = ['path', 'type', 'channel', 'assistant', 'city,country', 'utm_source,utm_medium'];
    const breakdowns = bys.map((by) => ['breakdown', { by, compare: 'previous' }] as const);
    // Clocks there change on 8 March.
    const timezone = 'America/New_York';
    const inZone = ['hour', 'day', 'week', 'month'].map(
      (granularity) => ['series', { granularity, timezone }] as const,
    );
    const [goal] = await store.goals.listOf('ws_agreed');
    const converted = ['series', { goal: goal?.goalId }] as const;
    const requests = [...ranged.map(({ name }) => [name, {}] as const), ...series, ...breakdowns, ...inZone, converted];
    for (const [name, params] of requests) {
      const { fromRollups, fromEvents } = await bothResults(name, { start, end, ...params });
      expect({ name, params, result: fromRollups }).toEqual({ name, params, result: fromEvents });
    }
  });

  it.each(['01:00:00Z', '01:00:00.500Z', '02:00:00Z', '12:00:00Z'])(
    'events and rollups agree by month over the 1st until %s',
    async (time) => {
      const range = { start: '2026-03-01', end: `2026-03-01T${time}`, granularity: 'month' };
      for (const name of ['visitors', 'series']) {
        const fromRollups = await store.query(name, 'ws_1st', range);
        const fromEvents = await runQuery(
          { warehouse: store.warehouse, source: 'events' },
          name,
          'ws_1st',
          range,
          nowText,
        );
        expect({ name, result: fromRollups }).toEqual({ name, result: fromEvents });
        expect(JSON.stringify(fromEvents)).toContain('"2026-03-01"');
      }
    },
  );

  it.each(['1', '7', '365'])('events and rollups agree over the last %s days', async (days) => {
    const { fromRollups, fromEvents } = await bothResults('ux-insights', { days }, at(hours - 11));
    expect(fromRollups).toEqual(fromEvents);
  });
});
