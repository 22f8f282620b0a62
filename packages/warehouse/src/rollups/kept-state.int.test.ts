/** The state of derived visitors is removed after some weeks, but not before the events that need it have been rolled up. */
import { embedded } from '../driver/contract/harnesses.fixture.ts';
import { event, openStore, type Store } from '../queries/endpoints/store.fixture.ts';
import { rollUp } from './roll-up.fixture.ts';

describe('the state of derived visitors', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(embedded.createHarness, 'rollups');
  });
  afterAll(() => store.remove());

  it('is kept while it is needed, however old the events are', async () => {
    const receivedAt = Date.parse('2024-03-10T10:00:00Z');
    for (const minute of [0, 10, 20]) {
      const at = new Date(receivedAt + minute * 60_000).toISOString();
      await store.tell('ws_old', [event(at, 'visitor', 'session', { derived: true, receivedAt })]);
      await rollUp(store.warehouse);
      for (const table of ['sessions', 'activity']) {
        await store.warehouse.command({ sql: `OPTIMIZE TABLE ${table} FINAL` });
      }
    }
    const range = { start: '2024-03-10T00:00:00Z', end: '2024-03-11T00:00:00Z' };
    const overview = await store.ask('overview', 'ws_old', range, '2024-03-12T00:00:00Z');
    expect(overview).toMatchObject({ pageviews: 3, uniqueVisitors: 1, sessions: 1, avgDuration: 1200 });
  });
});
