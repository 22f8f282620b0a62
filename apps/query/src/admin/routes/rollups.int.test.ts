/** The admin API of the rollups: their state, and requests to rebuild them. */
import type { Rollups } from '@footfall/schemas';
import { AdminRig, dataOf } from '../admin-rig.fixture.ts';

const admin = new AdminRig();
beforeEach(() => admin.host.warehouse.command({ sql: 'TRUNCATE TABLE rollup_batches' }));

describe('rollups', () => {
  const empty = {
    batch: 0,
    at: null,
    ageSeconds: null,
    isComplete: false,
    events: 0,
    eventsRolledUp: 0,
    lagEvents: 0,
    tables: expect.any(Array),
  } satisfies Record<keyof Rollups, unknown>;

  it('show their progress, also before the first batch', async () => {
    const data = dataOf(await admin.call('GET', '/rollups'));
    expect(data).toEqual(empty);
    expect(data['tables']).toContainEqual({ table: 'sessions', rows: 0, bytes: 0 });
  });

  it('are rebuilt on request, once until they are complete', async () => {
    const rebuilding = dataOf(await admin.call('POST', '/rollups/rebuild'), 202);
    const at = new Date(admin.host.now()).toISOString();
    expect(rebuilding).toEqual({ ...empty, batch: 1, at, ageSeconds: 0 });
    expect(dataOf(await admin.call('POST', '/rollups/rebuild'), 202)).toEqual(rebuilding);
    expect(dataOf(await admin.call('GET', '/rollups'))).toEqual(rebuilding);
  });

  it('are rebuilt again if the rebuild has made no progress for two minutes', async () => {
    const { host } = admin;
    await host.warehouse.command({
      sql: `INSERT INTO rollup_batches (batch, reset, at, behind, is_complete) VALUES (2, 1, fromUnixTimestamp64Milli(${host.now()}), 5, false)`,
    });
    expect(dataOf(await admin.call('POST', '/rollups/rebuild'), 202)).toMatchObject({ batch: 2, isComplete: false });
    host.passSeconds(120);
    expect(dataOf(await admin.call('POST', '/rollups/rebuild'), 202)).toMatchObject({ batch: 3, ageSeconds: 0 });
  });

  it('reject other methods, and requests without the token', async () => {
    const allowed = async (method: string, path: string) => {
      const { status, headers } = await admin.call(method, path);
      return { status, allow: headers.allow };
    };
    expect(await allowed('DELETE', '/rollups')).toEqual({ status: 405, allow: 'GET, HEAD' });
    expect(await allowed('GET', '/rollups/rebuild')).toEqual({ status: 405, allow: 'POST' });
    expect((await admin.call('POST', '/rollups/rebuild', undefined, 'wrong')).status).toBe(401);
  });
});
