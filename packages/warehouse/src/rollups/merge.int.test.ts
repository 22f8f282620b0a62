/** Tables from which results are read stay merged. */
import { utimesSync } from 'node:fs';
import { event, openStore, type Store } from '../queries/endpoints/store.fixture.ts';
import { rollUp } from './rollup.fixture.ts';

describe('merging', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore();
  });
  afterAll(() => store.remove());

  it('a batch leaves one part in each table from which results are read, with the same sums', async () => {
    for (let run = 0; run < 4; run += 1) {
      await store.add('ws_merged', [
        event(`2026-03-${10 + run}T10:00:00Z`, `visitor ${run}`, `session ${run}`, { path: `/${run}` }),
        event(`2026-03-${10 + run}T11:00:00Z`, 'everybody', `everybody ${run}`),
      ]);
      await rollUp(store.warehouse);
    }
    const parts = await store.warehouse.read({
      sql: `SELECT table, count() AS parts FROM system.parts
            WHERE database = currentDatabase() AND active AND table IN ('breakdown', 'titles', 'visits')
            GROUP BY table ORDER BY table`,
    });
    expect(parts).toEqual([
      { table: 'breakdown', parts: 1 },
      { table: 'titles', parts: 1 },
      { table: 'visits', parts: 1 },
    ]);
    const sums = await store.warehouse.read({
      sql: `SELECT dimension, sum(breakdown.count) AS n FROM breakdown
            WHERE workspace_id = 'ws_merged' AND grain = 'hour' AND dimension IN ('pageview', 'session')
            GROUP BY dimension ORDER BY dimension`,
    });
    expect(sums).toEqual([
      { dimension: 'pageview', n: 8 },
      { dimension: 'session', n: 8 },
    ]);
  });

  it('a batch merges a table that was last merged while the clock was a year ahead', async () => {
    const partsOfTitles = () =>
      store.warehouse.read<{ path: string }>({
        sql: `SELECT path FROM system.parts WHERE database = currentDatabase() AND active AND table = 'titles'`,
      });
    const rollUpPage = async (path: string) => {
      await store.add('ws_ahead', [event('2026-03-10T10:00:00Z', path, path, { path })]);
      await rollUp(store.warehouse);
    };
    await rollUpPage('/before');
    const merged = await partsOfTitles();
    await store.warehouse.command({ sql: 'DETACH TABLE titles' });
    const nextYear = new Date(Date.now() + 365 * 86_400_000);
    for (const { path } of merged) utimesSync(path, nextYear, nextYear);
    await store.warehouse.command({ sql: 'ATTACH TABLE titles' });
    await rollUpPage('/after');
    expect(await partsOfTitles()).toHaveLength(1);
  });
});
