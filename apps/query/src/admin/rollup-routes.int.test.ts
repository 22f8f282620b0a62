/** The admin API of the rollups: their state, and requests to rebuild them. */
import { type RollupsState } from '@footfall/warehouse';
import { startHost, type TestHost } from '../host.fixture.ts';

const adminToken = 'a-token-for-tests';

let host: TestHost;
beforeAll(async () => {
  host = await startHost({ adminToken });
});
afterAll(() => host.stop());

async function call(method: string, path: string, token = adminToken) {
  const reply = await host.send(`/admin/v1${path}`, { method, headers: { authorization: `Bearer ${token}` } });
  return { status: reply.status, allow: reply.headers['allow'], body: Object(reply.json()) };
}

describe('rollups', () => {
  const empty = {
    batch: 0,
    at: null,
    ageSeconds: null,
    isComplete: false,
    events: 0,
    eventsRolledUp: 0,
    eventsBehind: 0,
    tables: expect.any(Array),
  } satisfies Record<keyof RollupsState, unknown>;

  it('show how far they have come, before the first batch too', async () => {
    const { status, body } = await call('GET', '/rollups');
    expect({ status, body }).toEqual({ status: 200, body: { success: true, data: empty } });
    expect(body.data.tables).toContainEqual({ table: 'sessions', rows: 0, bytes: 0 });
  });

  it('are rebuilt on request, once until they are complete', async () => {
    const { status, body } = await call('POST', '/rollups/rebuild');
    const at = new Date(host.now()).toISOString();
    expect({ status, body }).toEqual({
      status: 202,
      body: { success: true, data: { ...empty, batch: 1, at, ageSeconds: 0 } },
    });
    expect((await call('POST', '/rollups/rebuild')).body).toEqual(body);
    expect((await call('GET', '/rollups')).body).toEqual(body);
  });

  it('refuse other methods, and requests without the token', async () => {
    expect(await call('DELETE', '/rollups')).toMatchObject({ status: 405, allow: 'GET, HEAD' });
    expect(await call('GET', '/rollups/rebuild')).toMatchObject({ status: 405, allow: 'POST' });
    expect(await call('POST', '/rollups/rebuild', 'wrong')).toMatchObject({ status: 401 });
  });
});
