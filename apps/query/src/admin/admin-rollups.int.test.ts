/** The admin API of the rollups: how they are, and asking for a rebuild. */
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
  it('show how far they have come, before the first run too', async () => {
    const { status, body } = await call('GET', '/rollups');
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          run: 0,
          at: null,
          ageSeconds: null,
          events: 0,
          eventsSeen: 0,
          eventsBehind: 0,
          tables: expect.any(Array),
          rebuild: null,
        } satisfies Record<keyof RollupsState, unknown>,
      },
    });
    expect(body.data.tables).toContainEqual({ table: 'sessions', rows: 0, bytes: 0 });
  });

  it('take the request for a rebuild, one until that is finished, and tell how far it is', async () => {
    const { status, body } = await call('POST', '/rollups/rebuild');
    expect({ status, body }).toEqual({
      status: 202,
      body: {
        success: true,
        data: {
          rebuildId: expect.any(String),
          state: 'requested',
          requestedAt: new Date(host.now()).toISOString(),
          done: 0,
          total: 0,
          finishedAt: null,
          error: null,
        },
      },
    });
    expect((await call('POST', '/rollups/rebuild')).body).toEqual(body);
    expect((await call('GET', `/rollups/rebuild/${body.data.rebuildId}`)).body).toEqual(body);
    expect((await call('GET', '/rollups')).body.data.rebuild).toEqual(body.data);
  });

  it('refuse what there is not, and whoever has no token', async () => {
    expect(await call('GET', '/rollups/rebuild/none')).toMatchObject({
      status: 404,
      body: { success: false, error: { code: 'NOT_FOUND', message: 'There is no such rebuild' } },
    });
    expect(await call('DELETE', '/rollups')).toMatchObject({ status: 405, allow: 'GET, HEAD' });
    expect(await call('GET', '/rollups/rebuild')).toMatchObject({ status: 405, allow: 'POST' });
    expect(await call('POST', '/rollups/rebuild', 'wrong')).toMatchObject({ status: 401 });
  });
});
