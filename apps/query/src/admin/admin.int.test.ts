/** The admin API: its token, its socket, and the errors of its calls. */
import { chmod } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listen } from '@footfall/http';
import { Registry } from '@footfall/process';
import { createAdminApp, createQueryApp } from '../app.ts';
import { adminToken, expectFailure, rateLimitHeaderNames } from '../host.fixture.ts';
import { closeConnections, send } from '../http-client.fixture.ts';
import { AdminRig, dataOf } from './admin-rig.fixture.ts';

const admin = new AdminRig();

describe('the token', () => {
  it('is required of every call, whether its route exists or not', async () => {
    for (const token of ['', 'wrong', `${adminToken}x`, adminToken.slice(1), adminToken.toUpperCase()]) {
      for (const path of ['/workspaces', '/nothing']) {
        const reply = await admin.call('GET', path, undefined, token);
        expectFailure(reply, 401, 'UNAUTHORIZED');
        expect(reply.headers['www-authenticate']).toBe('Bearer');
      }
    }
    expectFailure(
      await admin.host.send('/admin/v1/workspaces', { headers: { 'x-api-key': adminToken } }),
      401,
      'UNAUTHORIZED',
    );
  });

  it('grants no access to the analytics API, nor a key to the admin API', async () => {
    const { key } = await admin.newKey(await admin.newWorkspace());
    expect(await admin.statusOf(adminToken)).toBe(401);
    expectFailure(await admin.call('GET', '/workspaces', undefined, key), 401, 'UNAUTHORIZED');
  });
});

describe('wrong tokens', () => {
  const wrong = { authorization: `Bearer not-${adminToken}` };
  const workspaces = (headers: Readonly<Record<string, string>>) => admin.host.get('/admin/v1/workspaces', headers);

  it('G12 are limited by address like requests without a valid key; the right token is not', async () => {
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
    expect((await admin.host.get('/api/v1/analytics/probe', from)).status).toBe(429);
    expect((await workspaces({ ...from, authorization: `Bearer ${adminToken}` })).status).toBe(200);
    expect((await workspaces({ ...wrong, 'x-forwarded-for': '203.0.113.13' })).status).toBe(401);
  });

  it('G12 are counted, and logged in few lines with their number', async () => {
    const registry = new Registry();
    const app = createQueryApp({ ...admin.host.deps, registry });
    const listener = await listen(app.handler, { host: '127.0.0.1', port: 0, portSetting: 'API_PORT' });
    const before = admin.host.logged().length;
    const headers = { ...wrong, 'x-forwarded-for': '203.0.113.14' };
    const get = () => send(listener.url, '/admin/v1/workspaces', { headers });
    const replies = await Promise.all(Array.from({ length: 3_000 }, get));
    expect(replies.every(({ status }) => status === 401 || status === 429)).toBe(true);
    expect(await registry.metrics()).toContain('footfall_query_admin_tokens_refused_total 3000\n');
    expect(admin.host.logged().length).toBeGreaterThan(before);
    closeConnections();
    await listener.drain(1_000);
    await app.close();
    const lines = admin.host.logged().slice(before);
    expect(lines.length).toBeLessThan(30);
    expect(lines.reduce((sum, { count }) => sum + Number(count), 0)).toBe(3_000);
    expect(lines[0]).toMatchObject({ msg: 'Refused 1 request to the admin API with a wrong token' });
    expect(JSON.stringify(lines)).not.toContain(adminToken);
  });
});

it('does not exist without a token', async () => {
  const settings = { ...admin.host.deps.settings, ADMIN_TOKEN: undefined };
  const url = await admin.host.startAnother({ settings });
  const reply = await send(url, '/admin/v1/workspaces', { headers: { authorization: 'Bearer undefined' } });
  expectFailure(reply, 404, 'NOT_FOUND');
});

it('serves the same calls without a token to processes that may open its socket', async () => {
  const server = createServer(createAdminApp(admin.host.deps));
  const path = join(admin.host.directory, 'admin.sock');
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

it.each(['gzip', 'br'])('F15 is compressed with %s if requested, even if it is short or an error', async (encoding) => {
  const headers = { authorization: `Bearer ${adminToken}`, 'accept-encoding': encoding };
  for (const path of ['/workspaces', '/workspaces/ws_0123456789abcdef']) {
    const plain = await admin.call('GET', path);
    const compressed = await admin.host.get(`/admin/v1${path}`, headers);
    expect([plain.headers['content-encoding'], compressed.headers['content-encoding']]).toEqual([undefined, encoding]);
    expect(compressed.headers['vary']).toBe('Accept-Encoding');
    expect(compressed.decoded()).toEqual(plain.json());
  }
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
    expectFailure(await admin.call('POST', '/workspaces', body), 400, 'BAD_REQUEST', field);
  });

  it.each([
    ['\\ud800', 'U+D800'],
    ['a\\udc00\\ud800', 'U+DC00'],
    ['\\u001b[2Jgone', 'U+001B'],
    ['\\u009b31m', 'U+009B'],
    ['\\u007f', 'U+007F'],
    ['\\u202egnp', 'U+202E'],
  ])('G13 refuses the name %s in every place that accepts a name', async (name, named) => {
    const workspaceId = await admin.newWorkspace();
    const message = `name must contain printable characters only, got ${named}`;
    for (const [method, path, body] of [
      ['POST', '/workspaces', `{"name":"${name}"}`],
      ['PATCH', `/workspaces/${workspaceId}`, `{"name":"${name}"}`],
      ['POST', `/workspaces/${workspaceId}/keys`, `{"type":"public","name":"${name}"}`],
    ] as const) {
      expectFailure(await admin.call(method, path, body), 400, 'BAD_REQUEST', message);
    }
  });

  it.each([
    ['type', {}],
    ['type', { type: 'admin' }],
    ['expiresAt', { type: 'secret', expiresAt: 'tomorrow' }],
    ['expiresAt must be in the future, got "2020-01-01T00:00Z"', { type: 'secret', expiresAt: '2020-01-01T00:00Z' }],
    ['key', { type: 'secret', key: 'sk_live_mine' }],
  ])('names the field %s of a key: %j', async (field, body) => {
    const workspaceId = await admin.newWorkspace();
    expectFailure(await admin.call('POST', `/workspaces/${workspaceId}/keys`, body), 400, 'BAD_REQUEST', field);
  });

  it('accepts null for a key or a share that does not expire', async () => {
    const workspaceId = await admin.newWorkspace();
    for (const [path, body] of [
      ['keys', { type: 'secret', expiresAt: null }],
      ['shares', { expiresAt: null }],
    ] as const) {
      const reply = await admin.call('POST', `/workspaces/${workspaceId}/${path}`, body);
      expect(dataOf(reply, 201)).toMatchObject({ expiresAt: null });
    }
  });

  it.each([{ graceSeconds: -1 }, { graceSeconds: 1.5 }, { graceSeconds: '60' }, { graceSeconds: 2_592_001 }])(
    'names the field of a rotation: %j',
    async (body) => {
      const { keyId } = await admin.newKey(await admin.newWorkspace());
      expectFailure(await admin.call('POST', `/keys/${keyId}/rotate`, body), 400, 'BAD_REQUEST', 'graceSeconds');
    },
  );

  it('refuses a body that is not JSON, not declared as JSON, in another charset or too large', async () => {
    const post = (type: string, body: string | Buffer) =>
      admin.host.send('/admin/v1/workspaces', {
        method: 'POST',
        headers: { authorization: `Bearer ${adminToken}`, 'content-type': type },
        body,
      });
    for (const other of ['{"name":', '"Shop"', 'null', '7', '[]', '[{"name":"Shop"}]']) {
      expectFailure(await post('application/json', other), 400, 'BAD_REQUEST', 'The body must be a JSON object');
    }
    const latin1 = Buffer.from('{"name":"Caf\xe9"}', 'latin1');
    expectFailure(await post('application/json', latin1), 400, 'BAD_REQUEST', 'in valid UTF-8');
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
  ])('responds 404 to %s %s', async (method, path) => {
    expectFailure(await admin.call(method, path), 404, 'NOT_FOUND');
  });

  it.each([
    ['PUT', '/workspaces', 'GET, HEAD, POST'],
    ['POST', '/workspaces/x', 'GET, HEAD, PATCH, DELETE'],
    ['DELETE', '/workspaces/x/keys', 'GET, HEAD, POST'],
    ['GET', '/keys/x', 'DELETE'],
    ['GET', '/keys/x/rotate', 'POST'],
  ])('responds 405 to %s %s', async (method, path, allowed) => {
    const reply = await admin.call(method, path);
    const rule = `The method must be ${allowed.includes(',') ? 'one of ' : ''}${allowed}, got ${method}`;
    expectFailure(reply, 405, 'METHOD_NOT_ALLOWED', rule);
    expect(reply.headers.allow).toBe(allowed);
  });

  it('never logs a token or a key', async () => {
    const { key } = await admin.newKey(await admin.newWorkspace());
    await admin.statusOf(key);
    const log = JSON.stringify(admin.host.logged());
    expect(log).not.toContain(key);
    expect(log).not.toContain(adminToken);
  });
});
