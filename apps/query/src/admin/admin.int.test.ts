/** The admin API: each of its calls and errors, and the effect of a change on the keys concerned. */
import { createHash } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listen, serverLimits } from '@footfall/http';
import { Registry } from '@footfall/process';
import { createAdminApp, createQueryApp } from '../app.ts';
import { rateLimitHeaderNames, startHost, type TestHost, type TestReply } from '../host.fixture.ts';
import { closeConnections, send } from '../http-client.fixture.ts';
import { gatedQuery } from '../answers/gated-query.fixture.ts';
import { storeTraffic } from '../traffic.fixture.ts';

const adminToken = 'a-token-for-tests';
const probe = gatedQuery('probe');
probe.open();

let host: TestHost;
beforeAll(async () => {
  host = await startHost({ adminToken, queries: [probe.query], trustProxy: '1' });
});
afterAll(() => host.stop());

async function call(method: string, path: string, body?: unknown, token = adminToken): Promise<TestReply> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (body === undefined) return host.send(`/admin/v1${path}`, { method, headers });
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return host.send(`/admin/v1${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: text,
  });
}

/** Returns the `data` of a successful response. */
function dataOf(reply: TestReply, status = 200): Record<string, unknown> {
  expect({ status: reply.status, body: reply.json() }).toEqual({
    status,
    body: { success: true, data: expect.anything() },
  });
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  return Object(Object(reply.json()).data);
}

function expectFailure(reply: TestReply, status: number, code: string, named = ''): void {
  expect({ status: reply.status, body: reply.json() }).toEqual({
    status,
    body: { success: false, error: { code, message: expect.stringContaining(named) } },
  });
  expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
}

async function newWorkspace(): Promise<string> {
  return String(dataOf(await call('POST', '/workspaces', { name: 'Shop' }), 201)['workspaceId']);
}
async function newKey(
  workspaceId: string,
  input: object = { type: 'secret' },
): Promise<{ keyId: string; key: string }> {
  const data = dataOf(await call('POST', `/workspaces/${workspaceId}/keys`, input), 201);
  return { keyId: String(data['keyId']), key: String(data['key']) };
}
const statusOf = async (key: string) => (await host.get('/api/v1/analytics/probe', { 'x-api-key': key })).status;

describe('the token', () => {
  it('is required of every call, with or without a route behind it', async () => {
    for (const token of ['', 'wrong', `${adminToken}x`, adminToken.slice(1), adminToken.toUpperCase()]) {
      for (const path of ['/workspaces', '/nothing']) {
        const reply = await call('GET', path, undefined, token);
        expectFailure(reply, 401, 'UNAUTHORIZED');
        expect(reply.headers['www-authenticate']).toBe('Bearer');
      }
    }
    expectFailure(
      await host.send('/admin/v1/workspaces', { headers: { 'x-api-key': adminToken } }),
      401,
      'UNAUTHORIZED',
    );
  });

  it('gives no access to the analytics API, nor does a key to the admin API', async () => {
    const { key } = await newKey(await newWorkspace());
    expect(await statusOf(adminToken)).toBe(401);
    expectFailure(await call('GET', '/workspaces', undefined, key), 401, 'UNAUTHORIZED');
  });
});

describe('wrong tokens', () => {
  const wrong = { authorization: `Bearer not-${adminToken}` };
  const workspaces = (headers: Readonly<Record<string, string>>) => host.get('/admin/v1/workspaces', headers);

  it('G12 are limited by address as requests without a valid key are, and the right token is not', async () => {
    const from = { 'x-forwarded-for': '203.0.113.12' };
    const replies = await Promise.all(Array.from({ length: 150 }, () => workspaces({ ...from, ...wrong })));
    const [unauthorized, limited] = [401, 429].map((status) => replies.filter((reply) => reply.status === status));
    expect([unauthorized?.length, limited?.length]).toEqual([100, 50]);
    for (const reply of replies) {
      for (const name of rateLimitHeaderNames) expect(reply.headers[name]).toMatch(/^\d+$/);
    }
    for (const reply of limited ?? []) {
      expectFailure(reply, 429, 'RATE_LIMIT');
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
    // The limit is shared with the analytics API.
    expect((await host.get('/api/v1/analytics/probe', from)).status).toBe(429);
    expect((await workspaces({ ...from, authorization: `Bearer ${adminToken}` })).status).toBe(200);
    expect((await workspaces({ ...wrong, 'x-forwarded-for': '203.0.113.13' })).status).toBe(401);
  });

  it('G12 are counted, and logged in few lines that say how many there were', async () => {
    const registry = new Registry();
    const app = createQueryApp({ ...host.deps, registry });
    const listener = await listen(app.handler, { host: '127.0.0.1', port: 0, portSetting: 'API_PORT' }, serverLimits);
    const before = host.logged().length;
    const headers = { ...wrong, 'x-forwarded-for': '203.0.113.14' };
    const ask = () => send(listener.url, '/admin/v1/workspaces', { headers });
    const replies = await Promise.all(Array.from({ length: 3_000 }, ask));
    expect(replies.every(({ status }) => status === 401 || status === 429)).toBe(true);
    expect(await registry.metrics()).toContain('footfall_query_admin_tokens_refused_total 3000\n');
    expect(host.logged().length).toBeGreaterThan(before);
    closeConnections();
    await listener.drain(1_000);
    await app.close();
    const lines = host.logged().slice(before);
    expect(lines.length).toBeLessThan(30);
    expect(lines.reduce((sum, { count }) => sum + Number(count), 0)).toBe(3_000);
    expect(lines[0]).toMatchObject({ msg: 'Refused 1 request to the admin API with a wrong token' });
    expect(JSON.stringify(lines)).not.toContain(adminToken);
  });
});

it('is not there without a token', async () => {
  const app = createQueryApp({ ...host.deps, adminToken: undefined, registry: new Registry() });
  const listener = await listen(app.handler, { host: '127.0.0.1', port: 0, portSetting: 'API_PORT' }, serverLimits);
  const reply = await send(listener.url, '/admin/v1/workspaces', { headers: { authorization: 'Bearer undefined' } });
  expect(reply.status).toBe(404);
  expect(reply.json()).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
  closeConnections();
  await listener.drain(1_000);
  await app.close();
});

it('serves the same calls without a token to whoever may open its socket', async () => {
  const app = createAdminApp({ ...host.deps, limits: host.state.limits });
  const server = createServer(app.handler);
  const path = join(host.directory, 'admin.sock');
  await new Promise<void>((resolve) => server.listen(path, resolve));
  await chmod(path, 0o600);
  try {
    expect((await send(path, '/admin/v1/workspaces')).status).toBe(200);
    const missing = await send(path, '/admin/v1/nothing');
    expect(missing.json()).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
    expect((await send(path, '/api/v1/analytics/probe')).status).toBe(404);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});

describe('workspaces', () => {
  it('are made with a plan and origins, listed, read and changed', async () => {
    const input = { name: ' Shop ', plan: 'pro', allowedOrigins: ['WWW.example.com', '*.example.org'] };
    const made = dataOf(await call('POST', '/workspaces', input), 201);
    expect(made).toEqual({
      workspaceId: expect.stringMatching(/^ws_[0-9a-z]{16,}$/),
      name: 'Shop',
      plan: 'pro',
      domain: null,
      timezone: null,
      allowedOrigins: ['www.example.com', '*.example.org'],
      createdAt: new Date(host.now()).toISOString(),
    });
    const path = `/workspaces/${String(made['workspaceId'])}`;
    expect(dataOf(await call('GET', path))).toEqual(made);
    expect(dataOf(await call('GET', '/workspaces'))).toContainEqual(made);
    const changed = { ...made, name: 'Store', plan: 'free', allowedOrigins: [] };
    expect(dataOf(await call('PATCH', path, { name: 'Store', plan: 'free', allowedOrigins: [] }))).toEqual(changed);
    expect(dataOf(await call('PATCH', path, {}))).toEqual(changed);
    expect(dataOf(await call('GET', path))).toEqual(changed);
  });

  it('are on the Enterprise plan and open to any origin by default', async () => {
    expect(dataOf(await call('POST', '/workspaces', { name: 'Shop' }), 201)).toMatchObject({
      plan: 'enterprise',
      allowedOrigins: [],
    });
  });

  it('have the limits of a new plan with the next request', async () => {
    const workspaceId = await newWorkspace();
    const { key } = await newKey(workspaceId);
    const limit = async () =>
      (await host.get('/api/v1/analytics/probe', { 'x-api-key': key })).headers['x-ratelimit-limit'];
    expect(await limit()).toBe('2147483647');
    await call('PATCH', `/workspaces/${workspaceId}`, { plan: 'pro' });
    expect(await limit()).toBe('300');
  });

  it('lose their keys and their events when they are deleted', async () => {
    const [workspaceId, other] = [await newWorkspace(), await newWorkspace()];
    const { key } = await newKey(workspaceId);
    const { key: otherKey } = await newKey(other);
    await storeTraffic(host.warehouse, workspaceId, host.now());
    await storeTraffic(host.warehouse, other, host.now());
    const path = `/workspaces/${workspaceId}`;
    expect(dataOf(await call('DELETE', path))).toEqual({ workspaceId, deleted: true });
    expect(await statusOf(key)).toBe(401);
    expect(await statusOf(otherKey)).toBe(200);
    const events = async (id: string) =>
      host.warehouse.read({
        sql: 'SELECT count() AS events FROM events WHERE workspace_id = {id:String}',
        params: { id },
      });
    expect(await events(workspaceId)).toEqual([{ events: 0 }]);
    expect(await events(other)).not.toEqual([{ events: 0 }]);
    for (const method of ['GET', 'PATCH', 'DELETE']) expectFailure(await call(method, path), 404, 'NOT_FOUND');
    expectFailure(await call('GET', `${path}/keys`), 404, 'NOT_FOUND');
    expectFailure(await call('POST', `${path}/keys`, { type: 'secret' }), 404, 'NOT_FOUND');
  });
});

describe('keys', () => {
  it('are shown once, and stored only as a hash', async () => {
    const workspaceId = await newWorkspace();
    const made = dataOf(await call('POST', `/workspaces/${workspaceId}/keys`, { type: 'public', name: 'Site' }), 201);
    expect(made).toEqual({
      keyId: expect.stringMatching(/^key_/),
      key: expect.stringMatching(/^pk_live_[0-9A-Za-z]{32}$/),
      type: 'public',
      name: 'Site',
      createdAt: new Date(host.now()).toISOString(),
      expiresAt: null,
    });
    const key = String(made['key']);
    const listed = await call('GET', `/workspaces/${workspaceId}/keys`);
    expect(listed.body.toString()).not.toContain(key);
    expect(dataOf(listed)).toEqual([
      {
        keyId: made['keyId'],
        workspaceId,
        type: 'public',
        name: 'Site',
        lastFour: key.slice(-4),
        createdAt: made['createdAt'],
        expiresAt: null,
        revokedAt: null,
        lastUsedAt: null,
      },
    ]);
    const stored = JSON.stringify(await host.warehouse.read({ sql: 'SELECT * FROM api_keys' }));
    expect(stored).not.toContain(key);
    expect(stored.toLowerCase()).toContain(createHash('sha256').update(key).digest('hex'));
  });

  it('show when they were last used', async () => {
    const workspaceId = await newWorkspace();
    const { key } = await newKey(workspaceId);
    await statusOf(key);
    const [listed] = Object.values(dataOf(await call('GET', `/workspaces/${workspaceId}/keys`)));
    expect(listed).toMatchObject({ lastUsedAt: new Date(host.now()).toISOString() });
  });

  it('end when they expire', async () => {
    const expiresAt = new Date(host.now() + 60_000).toISOString();
    const { key } = await newKey(await newWorkspace(), { type: 'secret', expiresAt });
    host.passSeconds(59);
    expect(await statusOf(key)).toBe(200);
    host.passSeconds(1);
    expect(await statusOf(key)).toBe(401);
  });

  it('are replaced by a rotation, the old one good until its grace is over', async () => {
    const { keyId, key } = await newKey(await newWorkspace(), { type: 'secret', name: 'Server' });
    const rotated = dataOf(await call('POST', `/keys/${keyId}/rotate`, { graceSeconds: 60 }), 201);
    expect(rotated).toMatchObject({ type: 'secret', name: 'Server', key: expect.stringMatching(/^sk_live_/) });
    expect(rotated['keyId']).not.toBe(keyId);
    const next = String(rotated['key']);
    host.passSeconds(59);
    expect([await statusOf(key), await statusOf(next)]).toEqual([200, 200]);
    host.passSeconds(1);
    expect([await statusOf(key), await statusOf(next)]).toEqual([401, 200]);
  });

  it('G10 keep their expiry in a rotation, and cannot be rotated once they have expired', async () => {
    const expiresAt = new Date(host.now() + 60_000).toISOString();
    const { keyId, key } = await newKey(await newWorkspace(), { type: 'secret', expiresAt });
    const rotated = dataOf(await call('POST', `/keys/${keyId}/rotate`, { graceSeconds: 3600 }), 201);
    expect(rotated).toMatchObject({ expiresAt });
    host.passSeconds(60);
    expect([await statusOf(key), await statusOf(String(rotated['key']))]).toEqual([401, 401]);
    for (const expired of [keyId, String(rotated['keyId'])]) {
      expectFailure(await call('POST', `/keys/${expired}/rotate`), 409, 'CONFLICT', `expired at ${expiresAt}`);
    }
  });

  it('end at once in a rotation without grace', async () => {
    const { keyId, key } = await newKey(await newWorkspace());
    expect(await statusOf(key)).toBe(200);
    dataOf(await call('POST', `/keys/${keyId}/rotate`), 201);
    expect(await statusOf(key)).toBe(401);
  });

  it('D9 are refused at once when revoked', async () => {
    const workspaceId = await newWorkspace();
    const [kept, revoked] = [await newKey(workspaceId), await newKey(workspaceId)];
    expect([await statusOf(kept.key), await statusOf(revoked.key)]).toEqual([200, 200]);
    expect(dataOf(await call('DELETE', `/keys/${revoked.keyId}`))).toEqual({ keyId: revoked.keyId, revoked: true });
    expect([await statusOf(kept.key), await statusOf(revoked.key)]).toEqual([200, 401]);
  });
});

describe('errors', () => {
  it.each([
    ['name', {}],
    ['name', { name: '' }],
    ['name', { name: '  ' }],
    ['name', { name: 7 }],
    ['name', { name: 'x'.repeat(201) }],
    ['plan', { name: 'Shop', plan: 'gold' }],
    ['allowedOrigins', { name: 'Shop', allowedOrigins: 'example.com' }],
    ['allowedOrigins.1', { name: 'Shop', allowedOrigins: ['example.com', 'https://example.com/'] }],
    ['colour', { name: 'Shop', colour: 'red' }],
    ['workspaceId', { name: 'Shop', workspaceId: 'ws_0123456789abcdef' }],
    ['body', '[]'],
  ])('names the field %s of a workspace: %j', async (field, body) => {
    expectFailure(await call('POST', '/workspaces', body), 400, 'BAD_REQUEST', field);
  });

  it.each([
    ['\\ud800', 'U+D800'],
    ['a\\udc00\\ud800', 'U+DC00'],
    ['\\u001b[2Jgone', 'U+001B'],
    ['\\u009b31m', 'U+009B'],
    ['\\u007f', 'U+007F'],
    ['\\u202egnp', 'U+202E'],
  ])('G13 refuses the name %s wherever a name is given', async (name, named) => {
    const workspaceId = await newWorkspace();
    const message = `name must contain printable characters only, got ${named}`;
    for (const [method, path, body] of [
      ['POST', '/workspaces', `{"name":"${name}"}`],
      ['PATCH', `/workspaces/${workspaceId}`, `{"name":"${name}"}`],
      ['POST', `/workspaces/${workspaceId}/keys`, `{"type":"public","name":"${name}"}`],
    ] as const) {
      expectFailure(await call(method, path, body), 400, 'BAD_REQUEST', message);
    }
  });

  it.each([
    ['type', {}],
    ['type', { type: 'admin' }],
    ['expiresAt', { type: 'secret', expiresAt: 'tomorrow' }],
    ['expiresAt', { type: 'secret', expiresAt: '2020-01-01T00:00:00Z' }],
    ['key', { type: 'secret', key: 'sk_live_mine' }],
  ])('names the field %s of a key: %j', async (field, body) => {
    const workspaceId = await newWorkspace();
    expectFailure(await call('POST', `/workspaces/${workspaceId}/keys`, body), 400, 'BAD_REQUEST', field);
  });

  it.each([{ graceSeconds: -1 }, { graceSeconds: 1.5 }, { graceSeconds: '60' }, { graceSeconds: 2_592_001 }])(
    'names the field of a rotation: %j',
    async (body) => {
      const { keyId } = await newKey(await newWorkspace());
      expectFailure(await call('POST', `/keys/${keyId}/rotate`, body), 400, 'BAD_REQUEST', 'graceSeconds');
    },
  );

  it('refuses a body that is not JSON, not declared as JSON, in another charset or too large', async () => {
    const post = (type: string, body: string) =>
      host.send('/admin/v1/workspaces', {
        method: 'POST',
        headers: { authorization: `Bearer ${adminToken}`, 'content-type': type },
        body,
      });
    for (const other of ['{"name":', '"Shop"', 'null', '7', '[]']) {
      expectFailure(await post('application/json', other), 400, 'BAD_REQUEST', 'body');
    }
    expectFailure(await post('text/plain', '{"name":"Shop"}'), 415, 'UNSUPPORTED_MEDIA_TYPE');
    expectFailure(await post('application/json; charset=latin1', '{"name":"Shop"}'), 415, 'UNSUPPORTED_MEDIA_TYPE');
    expectFailure(await post('application/json', `{"name":"${'x'.repeat(70_000)}"}`), 413, 'PAYLOAD_TOO_LARGE');
  });

  it.each([
    ['GET', '/workspaces/ws_0000000000000000'],
    ['PATCH', '/workspaces/ws_0000000000000000'],
    ['DELETE', "/workspaces/'%20OR%201=1"],
    ['GET', '/workspaces/ws_0000000000000000/keys'],
    ['DELETE', '/keys/key_00000000000000000000'],
    ['POST', '/keys/key_00000000000000000000/rotate'],
    ['GET', '/'],
    ['GET', '/workspaces/'],
    ['GET', '/Workspaces'],
    ['GET', '/workspaces/%zz'],
  ])('answers 404 to %s %s', async (method, path) => {
    expectFailure(await call(method, path), 404, 'NOT_FOUND');
  });

  it.each([
    ['PUT', '/workspaces', 'GET, HEAD, POST'],
    ['POST', '/workspaces/x', 'GET, HEAD, PATCH, DELETE'],
    ['DELETE', '/workspaces/x/keys', 'GET, HEAD, POST'],
    ['GET', '/keys/x', 'DELETE'],
    ['GET', '/keys/x/rotate', 'POST'],
  ])('answers 405 to %s %s', async (method, path, allowed) => {
    const reply = await call(method, path);
    expectFailure(reply, 405, 'METHOD_NOT_ALLOWED');
    expect(reply.headers.allow).toBe(allowed);
  });

  it('never logs a token or a key', async () => {
    const { key } = await newKey(await newWorkspace());
    await statusOf(key);
    const log = JSON.stringify(host.logged());
    expect(log).not.toContain(key);
    expect(log).not.toContain(adminToken);
  });
});
