/** The state of derived visitors is removed after some weeks, but not before the events that need it have been rolled up. */
import { event, openStore, type Store } from '../queries/endpoints/store.fixture.ts';
import { rollUp } from './rollup.fixture.ts';

describe('the state of derived visitors', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore('rollups');
  });
  afterAll(() => store.remove());

  it('is kept while it is needed, whatever the age of the events', async () => {
    const receivedAt = Date.parse('2024-03-10T10:00:00Z');
    for (const minute of [0, 10, 20]) {
      const at = new Date(receivedAt + minute * 60_000).toISOString();
      await store.add('ws_old', [event(at, 'visitor', 'session', { derived: true, receivedAt })]);
      await rollUp(store.warehouse);
      for (const table of ['sessions', 'activity']) {
        await store.warehouse.command({ sql: `OPTIMIZE TABLE ${table} FINAL` });
      }
    }
    const range = { start: '2024-03-10T00:00:00Z', end: '2024-03-11T00:00:00Z' };
    const overview = await store.query('overview', 'ws_old', range, '2024-03-12T00:00:00Z');
    expect(overview).toMatchObject({ pageviews: 3, uniqueVisitors: 1, sessions: 1, avgDuration: 1200 });
  });

  it('is kept permanently if the visitor also has sessions with IDs from clients', async () => {
    const receivedAt = Date.parse('2024-03-10T10:00:00Z');
    const pageview = (minute: number, session: string, derived: boolean) =>
      event(new Date(receivedAt + minute * 60_000).toISOString(), 'visitor', session, { derived, receivedAt });
    for (const events of [[pageview(0, 'derived', true), pageview(1, 'named', false)], [pageview(2, 'named', false)]]) {
      await store.add('ws_mixed', events);
      // The state of a batch of that day has expired since, unless it is kept permanently.
      await rollUp(store.warehouse, { now: () => receivedAt });
      await store.warehouse.command({ sql: 'OPTIMIZE TABLE activity FINAL' });
    }
    const range = { start: '2024-03-10T00:00:00Z', end: '2024-03-11T00:00:00Z' };
    const overview = await store.query('overview', 'ws_mixed', range, '2024-03-12T00:00:00Z');
    expect(overview).toMatchObject({ pageviews: 3, uniqueVisitors: 1, sessions: 2 });
  });
});
