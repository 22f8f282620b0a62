/** Limits, paths and headers of every request to the app. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createConnection } from 'node:net';
import { Registry } from '@footfall/process';
import { listenLocally, until, wrapPort } from '@footfall/test-servers';
import { createQueryApp } from './app.ts';
import { AppRig, byStatus, inParallel, quickPath, slowPath } from './app-rig.fixture.ts';
import { rateLimitHeaderNames } from './host.fixture.ts';

const app = new AppRig();

describe('pipelined requests', () => {
  it('G1 for the largest file and without a key, 600 each, use no memory of their own', async () => {
    const path = '/docs/swagger-ui-bundle.js';
    await app.host.get(path, { 'accept-encoding': 'br' });
    const before = process.memoryUsage().rss;
    for (const requested of [path, quickPath]) {
      const socket = createConnection(Number(new URL(app.host.url).port), '127.0.0.1');
      const sent = (more: string) => `GET ${requested} HTTP/1.1\r\nAccept-Encoding: br\r\n${more}\r\n`;
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
    const replies = await inParallel(1_250, () => app.host.get('/nothing', from('192.0.2.77')));
    expect(byStatus(replies, 404)).toHaveLength(1_200);
    const [refused] = byStatus(replies, 429);
    expect(refused?.json()).toEqual({ success: false, error: { code: 'RATE_LIMIT', message: expect.any(String) } });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await app.host.get('/healthz', from('192.0.2.77'))).status).toBe(200);
    expect((await app.host.get(quickPath, { ...app.bearer, ...from('192.0.2.77') })).status).toBe(200);
    expect((await app.host.get('/docs', from('192.0.2.78'))).status).toBe(200);
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
  ])('F11 responds to %s with the 404 envelope and a request id', async (path) => {
    const reply = await app.host.get(path);
    expect(reply.status).toBe(404);
    expect(reply.json()).toEqual({ success: false, error: { code: 'NOT_FOUND', message: expect.any(String) } });
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['/docs', '/docs/', '/docs/start.js', '/openapi.json', '/readyz'])(
    'F11 responds 405 to POST on %s and names the allowed methods',
    async (path) => {
      const reply = await app.host.send(path, { method: 'POST' });
      expect(reply.status).toBe(405);
      expect(reply.json()).toMatchObject({ success: false, error: { code: 'METHOD_NOT_ALLOWED' } });
      expect(reply.headers.allow).toBe('GET, HEAD');
    },
  );

  it('is not ready while a part of the events is damaged, which would be missing from every result', async () => {
    const part = { table: 'events', name: 'lost_1_1_0', changedAt: '', partition: 'lost', firstBlock: 1, lastBlock: 1 };
    const warehouse = wrapPort(app.host.warehouse, ({ text }, proceed) =>
      text.includes('system.detached_parts') ? [{ ...part, path: '/' }] : proceed(),
    );
    const query = createQueryApp({ ...app.host.deps, warehouse, registry: new Registry() });
    const server = createServer(query.handler);
    const response = await fetch(`http://127.0.0.1:${await listenLocally(server)}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      status: 'not ready',
      missing: ['parts'],
      reasons: { parts: expect.stringContaining('part lost_1_1_0 is damaged') },
    });
    server.close();
    await query.close();
  });

  it('accepts an absolute URL instead of a path, as a proxy may send it', async () => {
    expect((await app.host.get(`http://stats.example${quickPath}?x=1`, app.bearer)).status).toBe(200);
    expect((await app.host.get('http://stats.example/healthz')).status).toBe(200);
  });

  it('serves its documentation without other hosts', async () => {
    for (const [path, type] of [
      ['/docs', 'text/html'],
      ['/docs/', 'text/html'],
      ['/docs/start.js', 'text/javascript'],
      ['/docs/swagger-ui.css', 'text/css'],
      ['/docs/swagger-ui-bundle.js', 'text/javascript'],
      ['/openapi.json', 'application/json'],
    ] as const) {
      const reply = await app.host.get(path);
      expect(reply.status).toBe(200);
      expect(reply.headers['content-type']).toContain(type);
      expect(reply.headers['content-security-policy']).toContain(
        type === 'text/html' ? "default-src 'self'" : "default-src 'none'",
      );
      expect(reply.headers['x-powered-by']).toBeUndefined();
    }
    // The page is the same under both of its paths.
    expect(String((await app.host.get('/docs/')).body)).not.toMatch(/(src|href)="(?!\/)/);
  });

  it('names the period of every response and the ignored parameters in headers', async () => {
    const path = `${quickPath}?limit=7&granularity=day&colour=gr%C3%BCn&colour=2&by%0Aline[]=1&limit[x]=8`;
    const reply = await app.host.get(path, app.bearer);
    expect(reply.headers['x-period']).toMatch(/^\S+Z\/\S+Z$/);
    expect(reply.headers['x-ignored-parameters']).toBe('granularity, colour, by%0Aline%5B%5D, limit%5Bx%5D');
    const many = Array.from({ length: 25 }, (_, index) => `x${index}`);
    const named = await app.host.get(`${quickPath}?${many.join('&')}`, app.bearer);
    expect(named.headers['x-ignored-parameters']).toBe(`${many.slice(0, 20).join(', ')}, and 5 more`);
    // Cut in the middle of a character of two code units.
    const long = await app.host.get(`${quickPath}?${'a'.repeat(99)}${encodeURIComponent('😀')}`, app.bearer);
    expect(long.headers['x-ignored-parameters']).toBe(`${'a'.repeat(99)}${encodeURIComponent('\ufffd')}`);
    app.host.passSeconds(30);
    const cached = await app.host.get(path, app.bearer);
    expect(cached.json()).toMatchObject({ fromCache: true });
    expect(cached.headers['x-period']).toBe(reply.headers['x-period']);
    const unchanged = await app.host.get(path, { ...app.bearer, 'if-none-match': String(reply.headers.etag) });
    expect(unchanged).toMatchObject({ status: 304, headers: { 'x-period': reply.headers['x-period'] } });
    expect((await app.host.get(quickPath, app.bearer)).headers['x-ignored-parameters']).toBeUndefined();
  });

  it('counts the responses that a client does not wait for', async () => {
    const leave = new AbortController();
    const earlier = app.slow.runs.length;
    const response = fetch(app.host.url + slowPath, { headers: app.bearer, signal: leave.signal });
    await app.slow.started(earlier + 1);
    leave.abort();
    await expect(response).rejects.toThrow('aborted');
    const counted = 'footfall_query_requests_total{endpoint="slow",status="aborted"} 1';
    await until(async () => String((await app.host.get('/metrics')).body).includes(counted));
    app.slow.release();
  });

  it('sets a new request ID on every response', async () => {
    const replies = await inParallel(20, () => app.host.get(quickPath, { ...app.bearer, 'x-request-id': 'mine' }));
    expect(new Set(replies.map((reply) => reply.headers['x-request-id'])).size).toBe(20);
    expect(replies[0]?.headers['x-request-id']).not.toBe('mine');
  });

  it('responds to a preflight without a key and without counting it, for any origin, without credentials', async () => {
    const headers = {
      origin: 'https://dashboard.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    };
    const replies = await inParallel(120, () => app.host.send(quickPath, { method: 'OPTIONS', headers }));
    for (const reply of replies) {
      expect(reply.status).toBe(204);
      expect(reply.headers['access-control-allow-origin']).toBe('*');
      expect(reply.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS');
      expect(reply.headers['access-control-allow-headers']).toBe('Authorization, X-API-Key, If-None-Match');
      expect(reply.headers['access-control-allow-credentials']).toBeUndefined();
      for (const name of rateLimitHeaderNames) expect(reply.headers[name]).toBeDefined();
    }
    const response = await app.host.get(quickPath, { ...app.bearer, origin: 'https://dashboard.example' });
    expect(response.headers['access-control-allow-origin']).toBe('*');
  });

  it.each(['br', 'gzip'])('compresses errors too: %s', async (encoding) => {
    const reply = await app.host.get(quickPath, { 'accept-encoding': encoding });
    expect(reply.headers['content-encoding']).toBe(encoding);
    expect(reply.decoded()).toMatchObject({ success: false });
  });
});
