/** The guarantees of the app for every request, shown with queries that a test can hold, fail and count. */
import { once } from 'node:events';
import { request } from 'node:http';
import { createConnection } from 'node:net';
import { Authenticator } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { listen, serverLimits } from '@footfall/http';
import { Registry } from '@footfall/process';
import { createKeyStore, queries } from '@footfall/warehouse';
import { createQueryApp } from './app.ts';
import { gatedQuery } from './answers/gated-query.fixture.ts';
import { closeConnections, send } from './http-client.fixture.ts';
import { rateLimitHeaderNames, startHost, type TestHost, type TestReply } from './host.fixture.ts';

const slow = gatedQuery('slow');
const quick = gatedQuery('quick');
quick.open();
const slowPath = '/api/v1/analytics/slow';
const quickPath = '/api/v1/analytics/quick';
const queriesAtOnceMax = 128;
/** A workspace may use a quarter. */
const workspaceQueriesMax = 32;

const adminToken = 'a-token-for-tests';

let host: TestHost;
let key: string;
let workspaceId: string;
let bearer: { authorization: string };

beforeAll(async () => {
  host = await startHost({
    queries: [slow.query, quick.query, ...queries],
    queriesAtOnceMax,
    trustProxy: '1',
    adminToken,
  });
  ({ workspaceId } = await host.keyStore.createWorkspace({ name: 'App', plan: 'enterprise' }));
  ({ key } = await host.keyStore.createKey(workspaceId, { type: 'secret' }));
  bearer = { authorization: `Bearer ${key}` };
});
afterAll(() => host.stop());
// A test begins with a new window, pool and cache, as far as time can reset them.
beforeEach(() => host.passSeconds(1_200));

async function keyOf(plan: 'free' | 'pro'): Promise<{ authorization: string }> {
  const workspace = await host.keyStore.createWorkspace({ name: plan, plan });
  const issued = await host.keyStore.createKey(workspace.workspaceId, { type: 'secret' });
  return { authorization: `Bearer ${issued.key}` };
}

function expectFailure(reply: TestReply, status: number, code: string): void {
  expect({ status: reply.status, body: reply.json() }).toEqual({
    status,
    body: { success: false, error: { code, message: expect.any(String) } },
  });
  for (const name of rateLimitHeaderNames) expect(reply.headers[name]).toMatch(/^\d+$/);
  expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(reply.headers['cache-control']).toBe('no-store');
}

const inParallel = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const byStatus = (replies: readonly TestReply[], status: number) => replies.filter((reply) => reply.status === status);

/** Resolves once `count` requests with a new Pro key have been counted: the work they cause has begun by then. */
async function arrived(headers: Record<string, string>, count: number): Promise<void> {
  for (let asked = 1; ; asked += 1) {
    const { headers: seen } = await host.get('/api/v1/nothing', headers);
    if (300 - Number(seen['x-ratelimit-remaining']) - asked >= count) return;
  }
}

describe('order of checks', () => {
  it('asks for the key before it looks for the route', async () => {
    expectFailure(await host.get('/api/v1/nothing'), 401, 'UNAUTHORIZED');
    expectFailure(await host.get('/api/v1/'), 401, 'UNAUTHORIZED');
    expectFailure(await host.get('/api/v1'), 401, 'UNAUTHORIZED');
  });

  it('counts before it looks for the route, looks for it before permission, and for that before the method', async () => {
    const free = await keyOf('free');
    const publicKey = await host.keyStore.createKey(workspaceId, { type: 'public' });
    expectFailure(await host.get('/api/v1/nothing', { 'x-api-key': publicKey.key }), 404, 'NOT_FOUND');
    const post = { method: 'POST', headers: { 'x-api-key': publicKey.key } };
    expectFailure(await host.send(quickPath, post), 403, 'FORBIDDEN');
    expectFailure(
      await host.send(`${quickPath}?limit=1&limit=2`, { method: 'POST', headers: bearer }),
      405,
      'METHOD_NOT_ALLOWED',
    );
    await inParallel(100, () => host.get('/api/v1/nothing', free));
    expectFailure(await host.get('/api/v1/nothing', free), 429, 'RATE_LIMIT');
  });
});

describe('keys', () => {
  it('F1 takes a key from either header, and from both when they agree', async () => {
    for (const headers of [
      bearer,
      { 'x-api-key': key },
      { ...bearer, 'x-api-key': key },
      { authorization: `bearer ${key}` },
    ]) {
      expect((await host.get(quickPath, headers)).status).toBe(200);
    }
  });

  it('D9 refuses a revoked key at once where it was revoked, and within 5 seconds elsewhere', async () => {
    const here = await host.keyStore.createKey(workspaceId, { type: 'secret' });
    const elsewhere = await host.keyStore.createKey(workspaceId, { type: 'secret' });
    const statusOf = async (issued: { key: string }) => (await host.get(quickPath, { 'x-api-key': issued.key })).status;
    expect([await statusOf(here), await statusOf(elsewhere)]).toEqual([200, 200]);
    await host.send(`/admin/v1/keys/${here.keyId}`, {
      method: 'DELETE',
      headers: { authorization: 'Bearer a-token-for-tests' },
    });
    expect(await statusOf(here)).toBe(401);
    expect(await statusOf(elsewhere)).toBe(200);
    // Revoked by a process that does not notify this one.
    await host.keyStore.revokeKey(elsewhere.keyId);
    host.passSeconds(5);
    expect(await statusOf(elsewhere)).toBe(401);
  });

  it('D9 refuses a revoked key at once when another process announces it', async () => {
    const issued = await host.keyStore.createKey(workspaceId, { type: 'secret' });
    expect((await host.get(quickPath, { 'x-api-key': issued.key })).status).toBe(200);
    await host.keyStore.revokeKey(issued.keyId);
    await host.state.announceKeyChange();
    expect((await host.get(quickPath, { 'x-api-key': issued.key })).status).toBe(401);
  });
});

describe('rate limits', () => {
  it.each([
    ['free', 60, 100],
    ['pro', 300, 500],
  ] as const)(
    'D10 lets a fresh key of the %s plan (%d a minute) send %d at once, and not one more',
    async (plan, perMinute, burst) => {
      const headers = await keyOf(plan);
      const replies = await inParallel(burst + 1, () => host.get(quickPath, headers));
      expect(byStatus(replies, 200)).toHaveLength(burst);
      const refused = byStatus(replies, 429);
      expect(refused).toHaveLength(1);
      for (const reply of replies) expect(reply.headers['x-ratelimit-limit']).toBe(String(perMinute));
      const remaining = replies
        .map((reply) => Number(reply.headers['x-ratelimit-remaining']))
        .toSorted((a, b) => b - a);
      expect(remaining.slice(0, perMinute)).toEqual(
        Array.from({ length: perMinute }, (_, index) => perMinute - 1 - index),
      );
      expect(new Set(remaining.slice(perMinute))).toEqual(new Set([0]));
      for (const reply of refused) {
        expectFailure(reply, 429, 'RATE_LIMIT');
        // The window began with the first of these requests, at the same moment.
        expect(Number(reply.headers['x-ratelimit-reset'])).toBe(Math.ceil((host.now() + 60_000) / 1000));
        expect(reply.headers['retry-after']).toBe('60');
      }
    },
  );

  it("D11 gives the plan's requests per minute again when the window ends, and no more", async () => {
    const headers = await keyOf('free');
    const burst = await inParallel(101, () => host.get(quickPath, headers));
    const waitSeconds = Number(byStatus(burst, 429)[0]?.headers['retry-after']);
    host.passSeconds(waitSeconds);
    const replies = await inParallel(61, () => host.get(quickPath, headers));
    expect(byStatus(replies, 200)).toHaveLength(60);
    expect(byStatus(replies, 429)).toHaveLength(1);
  });

  it('never limits an Enterprise key', async () => {
    const replies = await inParallel(700, () => host.get(quickPath, bearer));
    expect(byStatus(replies, 200)).toHaveLength(700);
    for (const reply of replies) expect(reply.headers['x-ratelimit-remaining']).toBe('2147483647');
  });

  it('F3 limits an address that tries a thousand keys as the Free plan is, and no real key with it', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const wrong = (index: number) => ({ ...from, 'x-api-key': `sk_live_${String(index).padStart(32, '0')}` });
    const replies = await inParallel(1_000, (index) => host.get(quickPath, wrong(index)));
    expect(byStatus(replies, 401)).toHaveLength(100);
    const refused = byStatus(replies, 429);
    expect(refused).toHaveLength(900);
    for (const reply of refused.slice(0, 5)) expectFailure(reply, 429, 'RATE_LIMIT');
    expect((await host.get(quickPath, { ...from, ...bearer })).status).toBe(200);
    expect((await host.get(quickPath, { 'x-forwarded-for': '203.0.113.8' })).status).toBe(401);
  });

  it('G15 limits an address of a whole /64 as one, and wrong keys under unusable addresses by their peer', async () => {
    const wrong = (address: string) => host.get(quickPath, { 'x-forwarded-for': address });
    const network = await inParallel(150, (index) => wrong(`2001:db8:15:1:${index.toString(16)}::1`));
    expect(byStatus(network, 429)).toHaveLength(50);
    expect((await wrong('2001:db8:15:2::1')).status).toBe(401);
    const garbage = await inParallel(150, (index) => wrong(`garbage${index}`));
    expect(byStatus(garbage, 429).length).toBeGreaterThanOrEqual(50);
    // Clients at other addresses are not affected.
    expect((await wrong('203.0.113.15')).status).toBe(401);
  });

  it('counts the requests of one key together and those of another apart', async () => {
    const [one, other] = [await keyOf('free'), await keyOf('free')];
    const remaining = async (headers: Record<string, string>) =>
      (await host.get(quickPath, headers)).headers['x-ratelimit-remaining'];
    expect([await remaining(one), await remaining(one), await remaining(other)]).toEqual(['59', '58', '59']);
  });
});

describe('cache', () => {
  it('G16 shows a max-age of at most the lifetime when the clock is set back after a jump', async () => {
    const years = 10 * 365 * 86_400;
    const answered = async () => {
      const reply = await host.get(`${quickPath}?limit=g16`, bearer);
      return { cacheControl: reply.headers['cache-control'], ...Object(reply.json()) };
    };
    host.passSeconds(years);
    const ahead = await answered();
    expect(ahead).toMatchObject({ fromCache: false, cacheControl: 'private, max-age=60' });
    host.passSeconds(-years);
    const back = await answered();
    expect(back).toMatchObject({ fromCache: false, cacheControl: 'private, max-age=60', run: ahead.run + 1 });
    expect(await answered()).toMatchObject({ fromCache: true, run: back.run });
  });

  it('D4 computes once for 200 identical requests at a time', async () => {
    const before = slow.runs.length;
    const pro = await keyOf('pro');
    const replies = inParallel(200, () => host.get(slowPath, pro));
    await arrived(pro, 200);
    await slow.started(before + 1);
    slow.release();
    for (const reply of await replies) expect(reply.json()).toMatchObject({ fromCache: false, run: before + 1 });
    expect(slow.runs).toHaveLength(before + 1);
  });

  it('D5 gives the fault to all who wait, and computes again for the next', async () => {
    const before = slow.runs.length;
    const pro = await keyOf('pro');
    const replies = inParallel(20, () => host.get(slowPath, pro));
    await arrived(pro, 20);
    await slow.started(before + 1);
    slow.release(new AppError('UNAVAILABLE', 'The store is busy'));
    for (const reply of await replies) {
      expectFailure(reply, 503, 'UNAVAILABLE');
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
    const next = host.get(slowPath, pro);
    await slow.started(before + 2);
    slow.release();
    expect((await next).json()).toMatchObject({ fromCache: false, run: before + 2 });
  });

  it('D8 never answers one workspace with the result of another, nor takes its ETag', async () => {
    const other = await keyOf('pro');
    const first = await host.get(quickPath, bearer);
    const second = await host.get(quickPath, { ...other, 'if-none-match': String(first.headers.etag) });
    expect(first.json()).toMatchObject({ workspaceId, workspace: workspaceId });
    expect(second.status).toBe(200);
    expect(second.json()).toMatchObject({ fromCache: false });
    expect(second.json()).not.toMatchObject({ workspace: workspaceId });
    expect((await host.get(quickPath, bearer)).json()).toMatchObject({ fromCache: true, workspace: workspaceId });
  });

  it('keeps one entry for each set of parameters, in whatever order they come', async () => {
    expect((await host.get(`${quickPath}?limit=1`, bearer)).json()).toMatchObject({ fromCache: false });
    expect((await host.get(`${quickPath}?x=1&limit=1`, bearer)).json()).toMatchObject({ fromCache: true });
    expect((await host.get(`${quickPath}?limit=2`, bearer)).json()).toMatchObject({ fromCache: false });
    expect((await host.get(quickPath, bearer)).json()).toMatchObject({ fromCache: false });
  });
});

describe('overload and faults', () => {
  it('F14 computes no more at once than it may, answers 503 to the rest, and health and cached answers meanwhile', async () => {
    const pro = await keyOf('pro');
    await host.get(quickPath, bearer);
    const before = slow.runs.length;
    const replies = inParallel(64, (index) => host.get(`${slowPath}?limit=${index}`, pro));
    await arrived(pro, 64);
    await slow.started(before + workspaceQueriesMax);
    expect(slow.runs).toHaveLength(before + workspaceQueriesMax);
    expect((await host.get('/healthz')).status).toBe(200);
    expect((await host.get('/readyz')).status).toBe(200);
    expect((await host.get(quickPath, bearer)).json()).toMatchObject({ fromCache: true });
    slow.release();
    const all = await replies;
    expect(byStatus(all, 200)).toHaveLength(workspaceQueriesMax);
    const refused = byStatus(all, 503);
    expect(refused).toHaveLength(64 - workspaceQueriesMax);
    for (const reply of refused) {
      expectFailure(reply, 503, 'UNAVAILABLE');
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('G4 refuses none of another workspace while one holds all that it may', async () => {
    const before = slow.runs.length;
    const greedy = inParallel(64, (index) => host.get(`${slowPath}?limit=greedy${index}`, bearer));
    await slow.started(before + workspaceQueriesMax);
    const other = await host.keyStore.createWorkspace({ name: 'modest', plan: 'enterprise' });
    const issued = await host.keyStore.createKey(other.workspaceId, { type: 'secret' });
    const modest = inParallel(workspaceQueriesMax, (index) =>
      host.get(`${slowPath}?limit=modest${index}`, { authorization: `Bearer ${issued.key}` }),
    );
    await slow.started(before + 2 * workspaceQueriesMax);
    slow.release();
    expect(byStatus(await modest, 200)).toHaveLength(workspaceQueriesMax);
    expect(byStatus(await greedy, 200)).toHaveLength(workspaceQueriesMax);
  });

  it('F4 answers 400 to what is wrong only together or only now, also when no more may be computed', async () => {
    const before = slow.runs.length;
    const replies = inParallel(workspaceQueriesMax, (index) => host.get(`${slowPath}?limit=full${index}`, bearer));
    await slow.started(before + workspaceQueriesMax);
    const questions = queries
      .filter((query) => 'start' in query.params.shape)
      .flatMap(({ name }) => [`${name}?start=2026-03-02&end=2026-02-01`, `${name}?start=2030-01-01`]);
    for (const question of [...questions, 'visitors?start=2021-12-01&granularity=hour']) {
      expectFailure(await host.get(`/api/v1/analytics/${question}`, bearer), 400, 'BAD_REQUEST');
    }
    slow.release();
    await replies;
  });

  it('F13 frees the slot of a client that has gone when its query ends', async () => {
    const before = slow.runs.length;
    const clients = Array.from({ length: workspaceQueriesMax }, (_, index) => {
      const client = request(`${host.url}${slowPath}?limit=gone${index}`, { headers: bearer });
      client.on('error', () => undefined);
      client.end();
      return client;
    });
    await slow.started(before + workspaceQueriesMax);
    for (const client of clients) client.destroy();
    expectFailure(await host.get(`${slowPath}?limit=next`, bearer), 503, 'UNAVAILABLE');
    slow.release();
    const next = host.get(`${slowPath}?limit=next`, bearer);
    await slow.started(before + workspaceQueriesMax + 1);
    slow.release();
    expect((await next).status).toBe(200);
    expect((await host.get(`${slowPath}?limit=gone0`, bearer)).json()).toMatchObject({ fromCache: true });
  });

  it('answers 503 with all headers while it cannot be told whose a key is', async () => {
    const unreachable = {
      ...host.warehouse,
      read: () => Promise.reject(new AppError('UNAVAILABLE', 'The store does not answer')),
    };
    const authenticator = new Authenticator(createKeyStore(unreachable), host.deps.now);
    const app = createQueryApp({ ...host.deps, authenticator, registry: new Registry() });
    const listener = await listen(app.handler, { host: '127.0.0.1', port: 0, portSetting: 'API_PORT' }, serverLimits);
    const reply = await send(listener.url, quickPath, { headers: bearer });
    expect(reply.status).toBe(503);
    expect(reply.json()).toEqual({
      success: false,
      error: { code: 'UNAVAILABLE', message: 'The store does not answer' },
    });
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    for (const name of rateLimitHeaderNames) expect(reply.headers[name]).toMatch(/^\d+$/);
    closeConnections();
    await listener.drain(1_000);
    await app.close();
  });

  it('answers 500 without internals, which the log has under the request id', async () => {
    const before = slow.runs.length;
    const waiting = host.get(`${slowPath}?limit=fault`, bearer);
    await slow.started(before + 1);
    slow.release(new Error('SELECT secret FROM events'));
    const reply = await waiting;
    expectFailure(reply, 500, 'INTERNAL_ERROR');
    expect(reply.body.toString()).not.toContain('secret');
    const line = host.logged().find(({ requestId }) => requestId === reply.headers['x-request-id']);
    expect(JSON.stringify(line)).toContain('SELECT secret FROM events');
    expect(JSON.stringify(host.logged())).not.toContain(key);
  });
});

describe('one header sent twice', () => {
  it.each([
    ['authorization', 'Bearer '],
    ['x-api-key', ''],
  ])('G17 is refused with 401 when two %s differ', async (name, scheme) => {
    const sendBoth = (first: string, second: string) =>
      host.send(quickPath, { headers: { [name]: [scheme + first, scheme + second] } });
    expectFailure(await sendBoth(key, 'sk_live_other'), 401, 'UNAUTHORIZED');
    expectFailure(await sendBoth('sk_live_other', key), 401, 'UNAUTHORIZED');
    expect((await sendBoth(key, key)).status).toBe(200);
  });

  it('G17 is refused by the admin API', async () => {
    const sendBoth = (...authorization: string[]) => host.send('/admin/v1/workspaces', { headers: { authorization } });
    expect((await sendBoth(`Bearer ${adminToken}`, 'Bearer other')).status).toBe(401);
    expect((await sendBoth(`Bearer ${adminToken}`, `Bearer ${adminToken}`)).status).toBe(200);
  });
});

describe('pipelined requests', () => {
  it('G1 for the largest file and without a key, 600 each, take no memory of their own', async () => {
    const path = '/docs/swagger-ui-bundle.js';
    await host.get(path, { 'accept-encoding': 'br' });
    const before = process.memoryUsage().rss;
    for (const asked of [path, quickPath]) {
      const socket = createConnection(Number(new URL(host.url).port), '127.0.0.1');
      const sent = (more: string) => `GET ${asked} HTTP/1.1\r\nAccept-Encoding: br\r\n${more}\r\n`;
      let peak = 0;
      const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
      socket.write(sent('').repeat(599) + sent('Connection: close\r\n'));
      await once(socket.resume(), 'close');
      clearInterval(watch);
      expect(peak - before).toBeLessThan(150 * 1024 * 1024);
    }
  });

  it('limits requests outside the APIs by address, and never those for health', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const replies = await inParallel(1_250, () => host.get('/nothing', from('192.0.2.77')));
    expect(byStatus(replies, 404)).toHaveLength(1_200);
    const [refused] = byStatus(replies, 429);
    expect(refused?.json()).toEqual({ success: false, error: { code: 'RATE_LIMIT', message: expect.any(String) } });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await host.get('/healthz', from('192.0.2.77'))).status).toBe(200);
    expect((await host.get(quickPath, { ...bearer, ...from('192.0.2.77') })).status).toBe(200);
    expect((await host.get('/docs', from('192.0.2.78'))).status).toBe(200);
  });
});

describe('other addresses', () => {
  it.each([
    '/nothing',
    '/api',
    '/api/v2/analytics/overview',
    '//api/v1/analytics/quick',
    '/API/v1/analytics/quick',
    '/docs/package.json',
    '/docs/../app.ts',
    '/%zz',
  ])('F11 answers %s with the 404 envelope and a request id', async (path) => {
    const reply = await host.get(path);
    expect(reply.status).toBe(404);
    expect(reply.json()).toEqual({ success: false, error: { code: 'NOT_FOUND', message: expect.any(String) } });
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['/docs', '/docs/start.js', '/openapi.json', '/readyz'])(
    'F11 answers 405 to POST on %s and says what it takes',
    async (path) => {
      const reply = await host.send(path, { method: 'POST' });
      expect(reply.status).toBe(405);
      expect(reply.json()).toMatchObject({ success: false, error: { code: 'METHOD_NOT_ALLOWED' } });
      expect(reply.headers.allow).toBe('GET, HEAD');
    },
  );

  it('sends a reader of /docs/ to the documentation', async () => {
    const reply = await host.get('/docs/');
    expect({ status: reply.status, location: reply.headers['location'] }).toEqual({ status: 301, location: '/docs' });
  });

  it('takes the whole address in place of the path, as a proxy may send it', async () => {
    expect((await host.get(`http://stats.example${quickPath}?x=1`, bearer)).status).toBe(200);
    expect((await host.get('http://stats.example/healthz')).status).toBe(200);
  });

  it('serves its documentation from this host alone', async () => {
    for (const [path, type] of [
      ['/docs', 'text/html'],
      ['/docs/start.js', 'text/javascript'],
      ['/docs/swagger-ui.css', 'text/css'],
      ['/docs/swagger-ui-bundle.js', 'text/javascript'],
      ['/openapi.json', 'application/json'],
    ] as const) {
      const reply = await host.get(path);
      expect(reply.status).toBe(200);
      expect(reply.headers['content-type']).toContain(type);
      expect(reply.headers['content-security-policy']).toContain("default-src 'self'");
      expect(reply.headers['x-powered-by']).toBeUndefined();
    }
    expect(String((await host.get('/docs')).body)).not.toMatch(/(src|href)="https?:/);
  });

  it('names the period of every answer, and the parameters that it ignored', async () => {
    const path = `${quickPath}?limit=7&granularity=day&colour=gr%C3%BCn&colour=2&by%0Aline[]=1`;
    const reply = await host.get(path, bearer);
    expect(reply.headers['x-period']).toMatch(/^\S+Z\/\S+Z$/);
    expect(reply.headers['x-ignored-parameters']).toBe('granularity, colour, by%0Aline%5B%5D');
    host.passSeconds(30);
    const cached = await host.get(path, bearer);
    expect(cached.json()).toMatchObject({ fromCache: true });
    expect(cached.headers['x-period']).toBe(reply.headers['x-period']);
    const unchanged = await host.get(path, { ...bearer, 'if-none-match': String(reply.headers.etag) });
    expect(unchanged).toMatchObject({ status: 304, headers: { 'x-period': reply.headers['x-period'] } });
    expect((await host.get(quickPath, bearer)).headers['x-ignored-parameters']).toBeUndefined();
  });

  it('makes a request id of its own for every response', async () => {
    const replies = await inParallel(20, () => host.get(quickPath, { ...bearer, 'x-request-id': 'mine' }));
    expect(new Set(replies.map((reply) => reply.headers['x-request-id'])).size).toBe(20);
    expect(replies[0]?.headers['x-request-id']).not.toBe('mine');
  });

  it('answers a preflight without a key and without counting it, for any origin, without credentials', async () => {
    const headers = {
      origin: 'https://dashboard.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    };
    const replies = await inParallel(120, () => host.send(quickPath, { method: 'OPTIONS', headers }));
    for (const reply of replies) {
      expect(reply.status).toBe(204);
      expect(reply.headers['access-control-allow-origin']).toBe('*');
      expect(reply.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS');
      expect(reply.headers['access-control-allow-headers']).toContain('Authorization');
      expect(reply.headers['access-control-allow-credentials']).toBeUndefined();
      for (const name of rateLimitHeaderNames) expect(reply.headers[name]).toBeDefined();
    }
    const answer = await host.get(quickPath, { ...bearer, origin: 'https://dashboard.example' });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    const exposed = answer.headers['access-control-expose-headers'];
    for (const name of ['X-RateLimit-Remaining', 'X-Period', 'X-Ignored-Parameters']) expect(exposed).toContain(name);
  });

  it('compresses errors too', async () => {
    const reply = await host.get(quickPath, { 'accept-encoding': 'gzip' });
    expect(reply.headers['content-encoding']).toBe('gzip');
    expect(reply.decoded()).toMatchObject({ success: false });
  });
});
