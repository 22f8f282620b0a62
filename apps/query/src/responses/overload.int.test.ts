/** Admission control, and responses while the store fails. */
import { request } from 'node:http';
import { AppError } from '@footfall/errors';
import { createKeyStore, queries } from '@footfall/warehouse';
import {
  AppRig,
  byStatus,
  expectApiFailure,
  inParallel,
  quickPath,
  slowPath,
  workspaceQueriesMax,
} from '../app-rig.fixture.ts';
import { send } from '../http-client.fixture.ts';

const app = new AppRig();

describe('overload and faults', () => {
  it('F14 computes up to the concurrency limit, returns 503 for the rest, and still serves health checks and cached responses', async () => {
    const pro = await app.keyOf('pro');
    await app.host.get(quickPath, app.bearer);
    const before = app.slow.runs.length;
    const replies = inParallel(64, (index) => app.host.get(`${slowPath}?limit=${index}`, pro));
    await app.arrived(pro, 64);
    await app.slow.started(before + workspaceQueriesMax);
    expect(app.slow.runs).toHaveLength(before + workspaceQueriesMax);
    expect((await app.host.get('/healthz')).status).toBe(200);
    expect((await app.host.get('/readyz')).status).toBe(200);
    expect((await app.host.get(quickPath, app.bearer)).json()).toMatchObject({ fromCache: true });
    app.slow.release();
    const all = await replies;
    expect(byStatus(all, 200)).toHaveLength(workspaceQueriesMax);
    const refused = byStatus(all, 503);
    expect(refused).toHaveLength(64 - workspaceQueriesMax);
    for (const reply of refused) {
      expectApiFailure(reply, 503, 'UNAVAILABLE');
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('G4 serves other workspaces while one has reached its limit', async () => {
    const pro = await app.keyOf('pro');
    const before = app.slow.runs.length;
    const greedy = inParallel(64, (index) => app.host.get(`${slowPath}?limit=greedy${index}`, pro));
    await app.slow.started(before + workspaceQueriesMax);
    const { key } = await app.host.newKey();
    const modest = inParallel(workspaceQueriesMax, (index) =>
      app.host.get(`${slowPath}?limit=modest${index}`, { authorization: `Bearer ${key}` }),
    );
    await app.slow.started(before + 2 * workspaceQueriesMax);
    await app.arrived(pro, 64);
    app.slow.release();
    expect(byStatus(await modest, 200)).toHaveLength(workspaceQueriesMax);
    expect(byStatus(await greedy, 200)).toHaveLength(workspaceQueriesMax);
  });

  it('F4 returns 400 for parameters that are invalid together or at this time, even at the concurrency limit', async () => {
    const before = app.slow.runs.length;
    const replies = inParallel(workspaceQueriesMax, (index) =>
      app.host.get(`${slowPath}?limit=full${index}`, app.bearer),
    );
    await app.slow.started(before + workspaceQueriesMax);
    const paths = queries
      .filter((query) => 'start' in query.params.shape)
      .flatMap(({ name }) => [`${name}?start=2026-03-02&end=2026-02-01`, `${name}?start=2030-01-01`]);
    for (const path of [...paths, 'visitors?start=2021-12-01&granularity=hour']) {
      expectApiFailure(await app.host.get(`/api/v1/analytics/${path}`, app.bearer), 400, 'BAD_REQUEST');
    }
    app.slow.release();
    await replies;
  });

  it('F13 releases the reservation of a client that has disconnected when its query ends', async () => {
    const before = app.slow.runs.length;
    const clients = Array.from({ length: workspaceQueriesMax }, (_, index) => {
      const client = request(`${app.host.url}${slowPath}?limit=gone${index}`, { headers: app.bearer });
      client.on('error', () => undefined);
      client.end();
      return client;
    });
    await app.slow.started(before + workspaceQueriesMax);
    for (const client of clients) client.destroy();
    expectApiFailure(await app.host.get(`${slowPath}?limit=next`, app.bearer), 503, 'UNAVAILABLE');
    app.slow.release();
    const next = app.host.get(`${slowPath}?limit=next`, app.bearer);
    await app.slow.started(before + workspaceQueriesMax + 1);
    app.slow.release();
    expect((await next).status).toBe(200);
    expect((await app.host.get(`${slowPath}?limit=gone0`, app.bearer)).json()).toMatchObject({ fromCache: true });
  });

  it('returns 503 with all headers while keys cannot be looked up', async () => {
    const unreachable = {
      ...app.host.warehouse,
      read: () => Promise.reject(new AppError('UNAVAILABLE', 'The store does not respond')),
    };
    const keyStore = createKeyStore(unreachable, app.host.deps.now);
    const reply = await send(await app.host.startAnother({ keyStore }), quickPath, { headers: app.bearer });
    expect(expectApiFailure(reply, 503, 'UNAVAILABLE')).toBe('The store does not respond');
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('returns 500 without internals, which are logged under the request ID', async () => {
    const before = app.slow.runs.length;
    const waiting = app.host.get(`${slowPath}?limit=fault`, app.bearer);
    await app.slow.started(before + 1);
    app.slow.release(new Error('SELECT secret FROM events'));
    const reply = await waiting;
    expectApiFailure(reply, 500, 'INTERNAL_ERROR');
    expect(reply.body.toString()).not.toContain('secret');
    const line = app.host.logged().find(({ requestId }) => requestId === reply.headers['x-request-id']);
    expect(JSON.stringify(line)).toContain('SELECT secret FROM events');
    expect(JSON.stringify(app.host.logged())).not.toContain(app.key);
  });
});
