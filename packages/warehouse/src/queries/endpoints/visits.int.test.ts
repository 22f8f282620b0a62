/** Filtered results while `visits` still contains former states of sessions, which no merge has removed. */
import type { Query } from '../query.ts';
import { queries } from './index.ts';
import { event, openStore, type Store } from './store.fixture.ts';

const at = (minute: number) => `2026-03-10T10:${String(minute).padStart(2, '0')}:00Z`;

describe('former states of sessions', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore('rollups');
    await store.add('ws_one', [
      event(at(0), 'ann', 'a1', { path: '/' }),
      event(at(1), 'ann', 'a1', { path: '/pricing' }),
      event(at(2), 'ann', 'a1', { path: '/pricing', type: 'signup' }),
      event(at(5), 'bob', 'b1', { path: '/', country: 'FR' }),
      event(at(6), 'bob', 'b1', { path: '/', country: 'FR', type: '$dead_click' }),
    ]);
  });
  afterAll(() => store.remove());

  const registry: readonly Query[] = queries;
  const requested = registry
    .filter(({ params }) => 'filter' in params.shape && params.safeParse({}).success)
    .map(({ name }) => name);
  const former = 'country:is_not:IT';
  const filters = ['country:is:DE', 'exit_page:is_not:/exit', 'path:is:/', 'type:is:signup'];

  /** The results of every endpoint under the filter that former states pass, and of one under every filter. */
  async function results(): Promise<unknown[]> {
    const all = [];
    for (const name of requested) {
      for (const filter of name === 'overview' ? [former, ...filters] : [former]) {
        const params = { start: '2026-03-10', end: '2026-03-10', filter: [filter] };
        all.push({ name, filter, result: await store.query(name, 'ws_one', params) });
      }
    }
    return all;
  }

  /** Inserts a part with rows for former states of each session: those of `before` events ago, added or retracted. */
  async function insert(...states: { before: number; sign: 1 | -1 }[]): Promise<void> {
    const selects = states.map(
      ({ before, sign }) => `
        SELECT * REPLACE (toInt32(${sign}) AS sign, toUInt32(events - ${before}) AS events, 'IT' AS country, '/exit' AS exit_page) FROM present`,
    );
    await store.warehouse.command({ sql: `INSERT INTO visits ${selects.join(' UNION ALL ')}` });
  }

  it('count in no filtered result before they are merged', async () => {
    const before = await results();
    await store.warehouse.command({ sql: 'SYSTEM STOP MERGES visits' });
    await store.warehouse.command({
      sql: `CREATE TABLE present ENGINE = Memory AS SELECT * FROM visits WHERE workspace_id = 'ws_one'`,
    });
    await insert({ before: 2, sign: 1 });
    await insert({ before: 2, sign: -1 }, { before: 1, sign: 1 });
    await insert({ before: 1, sign: -1 });
    expect(await results()).toEqual(before);
    const stored = await store.warehouse.read({
      sql: `SELECT sign, count() AS n FROM visits WHERE workspace_id = 'ws_one' GROUP BY sign ORDER BY sign`,
    });
    expect(stored).toEqual([
      { sign: -1, n: 4 },
      { sign: 1, n: 6 },
    ]);
  });
});
