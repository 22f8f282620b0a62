/** The client against the running product: every endpoint by name, and errors with the API's own message. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Product, startProduct } from '@footfall/standalone/fixture';
import { queries } from '@footfall/warehouse';
import { z } from 'zod';
import {
  ApiError,
  type Entry,
  filter,
  FootfallClient,
  type Params,
  type QueryName,
  queryPath,
  repeatedParams,
} from './client.ts';
import { endpointParams, endpointTypes } from './endpoint-types.ts';

describe('the client', () => {
  let directory: string;
  let product: Product;
  let client: FootfallClient;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'footfall-client-'));
    product = await startProduct({ DATA_DIR: directory });
    client = new FootfallClient({ url: `${product.apiUrl}/`, key: product.credentials.secretKey });
  });
  afterAll(async () => {
    await product.stop();
    rmSync(directory, { recursive: true });
  });

  const step = ['type:is:signup', 'path:is:/a,b'] as const;
  const required: { readonly [Name in QueryName]?: Params<Name> } = {
    properties: { type: 'signup' },
    funnel: { step },
  };

  it.each(queries.map(({ name }) => name))('reads %s as the registry declares it', async (name) => {
    const { success, workspaceId, fromCache, ...result } = await client.query(name, required[name]);
    expect({ success, workspaceId, fromCache }).toEqual({
      success: true,
      workspaceId: product.credentials.workspaceId,
      fromCache: false,
    });
    const declared = queries.find((query) => query.name === name);
    expect(declared?.result.safeParse(result)).toMatchObject({ success: true });
  });

  it("sends dates and numbers in the API's form, and leaves out undefined parameters", async () => {
    const start = new Date(Date.UTC(2026, 0, 1));
    const { period } = await client.query('overview', { start, end: '2026-01-02' });
    expect(period).toEqual({ start: '2026-01-01T00:00:00.000Z', end: '2026-01-03T00:00:00.000Z' });
    await expect(client.query('pages', { start, limit: 5, end: undefined })).resolves.toMatchObject({ data: [] });
  });

  it('rejects with the name of an invalid date, for every endpoint', async () => {
    const end = new Date('yesterday');
    for (const refused of [
      client.query('pages', { end }),
      client.queryWithDate('pages', { end }),
      client.csv('pages', { end }),
      client.entries('breakdown', { end }).next(),
    ]) {
      await expect(refused).rejects.toThrow('end must be a valid date');
    }
  });

  it('rejects with the name of a parameter that the endpoint does not have, and with those that it has', async () => {
    const given = { filters: ['country:is:DE'] } as Params<'overview'>;
    const refused = new TypeError('overview has no parameter filters; it has start, end, timezone, filter');
    await expect(client.query('overview', given)).rejects.toEqual(refused);
    await expect(client.queryWithDate('overview', given)).rejects.toEqual(refused);
    await expect(client.csv('overview', given)).rejects.toThrow('timezone, filter, part');
    await expect(client.entries('breakdown', given).next()).rejects.toThrow('breakdown has no parameter filters; ');
    const unknown = 'everything' as 'overview';
    await expect(client.query(unknown, given)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('leaves out parameters that are undefined or null, whatever their names', async () => {
    const given: object = { start: null, end: null, filter: null, filters: undefined, days: null };
    await expect(client.query('overview', given)).resolves.toMatchObject({ pageviews: 0 });
    expect(queryPath('overview', given)).toBe('/api/v1/analytics/overview');
  });

  it('returns the range of a result, and the earlier one that it is compared with', async () => {
    const october = { start: '2026-10-01', end: '2026-10-31' };
    const { period, comparedPeriod } = await client.queryWithDate('series', { ...october, compare: 'previous' });
    expect(period).toEqual({ start: '2026-10-01T00:00:00.000Z', end: '2026-11-01T00:00:00.000Z' });
    expect(comparedPeriod).toEqual({ start: '2026-08-31T00:00:00.000Z', end: '2026-10-01T00:00:00.000Z' });
    expect((await client.queryWithDate('series', october)).comparedPeriod).toBeUndefined();
  });

  it('sends filters and steps one by one, in their order', async () => {
    const { data } = await client.query('funnel', { step });
    expect(data.map((each) => each.step)).toEqual(step);
    await expect(client.query('overview', { filter: step })).resolves.toMatchObject({ pageviews: 0 });
  });

  it('rejects with the code and message of the API, and the request ID to find it by in the log', async () => {
    const refusal = client.query('pages', { limit: 0 });
    await expect(refusal).rejects.toBeInstanceOf(ApiError);
    await expect(refusal).rejects.toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      message: expect.stringContaining('limit'),
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const stranger = new FootfallClient({ url: product.apiUrl, key: 'sk_live_unknown' });
    await expect(stranger.query('overview')).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
  });
});

describe('the client of a site with visitors', () => {
  let directory: string;
  let product: Product;
  let client: FootfallClient;
  const pagesMax = 23;
  const minuteMs = 60_000;

  /** Sends one visitor to each page, every second one with a comma in utm_source. */
  async function visit(paths: readonly string[]): Promise<void> {
    const events = paths.map((path, index) => ({
      type: '$pageview',
      url: `https://www.example.com${path}?utm_source=${index % 2 === 0 ? 'news' : 'a,b'}`,
      visitorId: path,
      timestamp: Date.now() - minuteMs,
    }));
    await send(events);
  }

  /** Sends events, and waits until they are stored. */
  async function send(events: readonly object[]): Promise<void> {
    const response = await fetch(`${product.ingestUrl}/api/v1/events`, {
      method: 'POST',
      headers: { 'X-API-Key': product.credentials.secretKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ events }),
    });
    expect(await response.json()).toMatchObject({ accepted: events.length });
    await product.drain();
  }

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'footfall-client-'));
    product = await startProduct({ DATA_DIR: directory });
    client = new FootfallClient({ url: product.apiUrl, key: product.credentials.secretKey });
    await visit(Array.from({ length: pagesMax }, (_, index) => `/page-${String(index).padStart(2, '0')}`));
  });
  afterAll(async () => {
    await product.stop();
    rmSync(directory, { recursive: true });
  });

  async function pathsOf(limit: number): Promise<string[]> {
    const paths: string[] = [];
    for await (const { path = '' } of client.entries('breakdown', { by: 'path', limit })) paths.push(path);
    return paths;
  }

  it('iterates over every entry of a long list once, in pages of any size', async () => {
    const { data } = await client.query('breakdown', { by: 'path' });
    const all = data.map(({ path }) => path);
    expect(all).toHaveLength(pagesMax);
    for (const limit of [1, 5, pagesMax, 1000]) expect(await pathsOf(limit)).toEqual(all);
  });

  it('accepts two dimensions as a list or as one text', async () => {
    const listed = await client.query('breakdown', { by: ['path', 'country'] });
    expect(listed.data[0]).toMatchObject({ path: expect.any(String), country: expect.any(String) });
    expect((await client.query('breakdown', { by: 'path,country' })).data).toEqual(listed.data);
  });

  it('begins at the offset, and ends after the last page', async () => {
    const rest = [];
    for await (const entry of client.entries('breakdown', { by: 'path', limit: 2, offset: pagesMax - 3 }))
      rest.push(entry);
    expect(rest).toHaveLength(3);
    for await (const entry of client.entries('breakdown', { by: 'path', offset: pagesMax }))
      throw new Error(entry.path);
  });

  it('sends each filter as a separate parameter, whatever it contains', async () => {
    const sources = [filter('utm_source', 'is', 'a,b')];
    expect((await client.query('breakdown', { by: 'path', filter: sources })).total).toBe((pagesMax - 1) / 2);
    const both = [...sources, filter('path', 'starts_with', '/page-0')];
    expect((await client.query('breakdown', { by: 'path', filter: both })).total).toBe(5);
    expect((await client.query('overview', { filter: [filter('path', 'is', '/page-01')] })).pageviews).toBe(1);
  });

  it('returns a list as CSV, and rejects for one that the result does not have', async () => {
    const text = await client.csv('breakdown', { by: 'path', metrics: ['visitors'], limit: 2 });
    expect(text).toBe('path,visitors\r\n/page-00,1\r\n/page-01,1\r\n');
    expect(await client.csv('devices', { part: 'devices' })).toMatch(/^device,count\r\n/);
    const refusal = client.csv('realtime', { part: 'byMinute' });
    await expect(refusal).rejects.toBeInstanceOf(ApiError);
    await expect(refusal).rejects.toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('part') });
  });

  it('does what its README shows', async () => {
    const ofOneSession = { visitorId: 'reader', timestamp: Date.now() - minuteMs };
    const others = [1, 2].map(() => ({ ...ofOneSession, type: 'quote', props: { plan: 'free' } }));
    await send([{ ...ofOneSession, type: 'signup', props: { plan: 'pro' } }, ...others]);
    const readme = readFileSync(join(__dirname, '../README.md'), 'utf8');
    const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code).join('\n');
    const file = join(directory, 'readme.ts');
    const replaced = examples
      .replaceAll("'@footfall/client'", `'${pathToFileURL(join(__dirname, 'client.ts')).href}'`)
      .replace('https://footfall.example.com', product.apiUrl)
      .replace('sk_live_…', product.credentials.secretKey);
    writeFileSync(file, replaced);
    const source = ['--conditions=source', '--import', join(__dirname, '../../../scripts/run-source.mjs')];
    const { stdout } = await promisify(execFile)(process.execPath, [...source, file]);
    // The plans of the sign-ups, not of all events in their sessions.
    expect(stdout).toMatch(/^pro 1 1$/m);
    expect(stdout).toContain('\n/page-00 1\n');
    expect(stdout).toContain('\nbrowser,count\r\n');
    expect(stdout).toMatch(/BAD_REQUEST limit must be an integer from 1 to 1000, got "0"\n$/);
  });

  it('refuses at once to iterate over a list that is not paged', async () => {
    const pages = 'pages' as 'breakdown';
    await expect(client.entries(pages).next()).rejects.toThrow(
      new TypeError('entries must be called for breakdown, got pages'),
    );
  });
});

it('repeats exactly the parameters that the registry declares as repeated', () => {
  const exploded = queries.flatMap(({ params }) =>
    Object.entries(params.shape).flatMap(([name, param]) =>
      param instanceof z.ZodType && Object(param.meta()?.['param']).explode === true ? [name] : [],
    ),
  );
  expect(repeatedParams).toEqual(expect.arrayContaining(exploded));
  expect(queryPath('breakdown', { metrics: ['visitors', 'events'], filter: ['type:is:a', 'path:is:/b'] })).toBe(
    '/api/v1/analytics/breakdown?metrics=visitors%2Cevents&filter=type%3Ais%3Aa&filter=path%3Ais%3A%2Fb',
  );
});

it('A26 has the types and the parameters of the registry: run `pnpm --filter @footfall/client endpoints` when this fails', () => {
  expect(readFileSync(join(__dirname, 'endpoints.ts'), 'utf8')).toBe(endpointTypes(queries));
  expect(readFileSync(join(__dirname, 'endpoint-params.ts'), 'utf8')).toBe(endpointParams(queries));
});

describe('the requests of clients', () => {
  const received: Record<'path' | 'workspace' | 'share' | 'key', unknown>[] = [];
  const server = createServer(({ url: path, headers }, response) => {
    received.push({
      path,
      workspace: headers['x-workspace'],
      share: headers['x-share'],
      key: headers.authorization,
    });
    response.setHeader('X-Period', '2026-11-01T00:00:00.000Z/2026-11-02T00:00:00.000Z');
    // The list of a large workspace: `/a`, `/b`, `/c`, until `/new` moves `/b` to the second page. The rest is removed before it is requested.
    if (path?.startsWith('/api/v1/analytics/breakdown')) {
      const pages: Record<string, string[]> = { null: ['/a', '/b'], 2: ['/b', '/c'] };
      const data = pages[String(new URL(path, url()).searchParams.get('offset'))] ?? [];
      const entries = data.map((one) => ({ path: one, visitors: path.length, previous: { visitors: 0 } }));
      response.end(JSON.stringify({ success: true, data: entries, total: 5 }));
      return;
    }
    // A browser does not show the field of another origin.
    if (path?.includes('pages')) response.sendDate = false;
    else response.setHeader('Date', 'Mon, 23 Nov 2026 10:00:00 GMT');
    if (path?.includes('limit=')) response.setHeader('Last-Modified', 'Mon, 23 Nov 2026 09:58:00 GMT');
    response.end('{"success":true,"data":{"a":1}}');
  });
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterEach(() => received.splice(0));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('sends the key, and returns the range and the age of the result', async () => {
    const client = new FootfallClient({ url: `${url()}//`, key: 'sk_live_x' });
    const startedMs = Date.now();
    const { asOfMs, period } = await client.queryWithDate('geo', { limit: 3 });
    const undated = await client.queryWithDate('geo');
    expect([asOfMs, undated.asOfMs]).toEqual([Date.UTC(2026, 10, 23, 9, 58), Date.UTC(2026, 10, 23, 10)]);
    expect((await client.queryWithDate('pages')).asOfMs).toBeGreaterThanOrEqual(startedMs);
    expect(period).toEqual({ start: '2026-11-01T00:00:00.000Z', end: '2026-11-02T00:00:00.000Z' });
    expect(received).toMatchObject([
      { path: '/api/v1/analytics/geo?limit=3', key: 'Bearer sk_live_x' },
      { path: '/api/v1/analytics/geo' },
      { path: '/api/v1/analytics/pages' },
    ]);
  });

  it('requests all entries at once if possible, the rest in the same range, and returns none twice', async () => {
    const client = new FootfallClient({ url: url(), key: 'sk_live_x' });
    const entries: Entry<'breakdown'>[] = [];
    for await (const entry of client.entries('breakdown', { by: 'path', limit: undefined })) entries.push(entry);
    expect(entries.map(({ path }) => path)).toEqual(['/a', '/b', '/c']);
    const range = 'start=2026-11-01T00%3A00%3A00.000Z&end=2026-11-02T00%3A00%3A00.000Z';
    expect(received.map(({ path }) => path)).toEqual([
      '/api/v1/analytics/breakdown?by=path&limit=10000',
      `/api/v1/analytics/breakdown?by=path&limit=10000&${range}&offset=2`,
      `/api/v1/analytics/breakdown?by=path&limit=10000&${range}&offset=4`,
    ]);
  });
});

describe('in front of something else', () => {
  /** The responses by path; the rest of the URL is that of the request. */
  const responses: Readonly<Record<string, [status: number, headers: Record<string, string>, body: string]>> = {
    gateway: [502, { 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': '7' }, '<h1>Bad gateway</h1>'],
    page: [200, { 'Content-Type': 'text/html' }, '<!doctype html><div id="root"></div>'],
    empty: [200, {}, ''],
    broken: [200, { 'Content-Type': 'application/json' }, '{"success":true,"data":['],
    health: [200, { 'Content-Type': 'application/json' }, '{"success":true}'],
    failed: [500, { 'Content-Type': 'text/csv' }, '{"success":true,"data":[]}'],
    foreign: [200, { 'Content-Type': 'application/json' }, '{"items":[]}'],
    numbered: [403, { 'Content-Type': 'application/json' }, '{"error":{"code":403,"message":"no"}}'],
    named: [404, { 'Content-Type': 'application/json' }, '{"error":{"code":"NO_ROUTE","message":"no"}}'],
    limiter: [429, { 'Content-Type': 'text/plain', 'Retry-After': 'in a while' }, 'Slow down'],
  };
  const pending: (() => void)[] = [];
  const server = createServer(({ url = '' }, response) => {
    const name = url.split('/')[1] ?? '';
    const [status, headers, body] = responses[name] ?? [200, { 'Content-Length': '100' }, '{"success":'];
    response.writeHead(status, headers);
    // The response stalls, or the connection is cut.
    if (name === 'stalled') response.write(body);
    else if (name === 'cut') response.write(body, () => response.destroy());
    else response.end(body);
    for (const notify of pending.splice(0)) notify();
  });
  const silent = createServer(() => {
    for (const notify of pending.splice(0)) notify();
  });
  const urlOf = (one: typeof server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`;
  const clientOf = (name: string, timeoutMs?: number) =>
    new FootfallClient({ url: `${urlOf(server)}/${name}`, key: 'sk_live_x', timeoutMs });
  const failureOf = (client: FootfallClient): Promise<unknown> =>
    client.query('geo', { start: '2026-03-01' }).then(
      () => undefined,
      (error: unknown) => error,
    );

  beforeAll(async () => {
    for (const one of [server, silent]) await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    for (const one of [server, silent]) {
      one.closeAllConnections();
      one.close();
    }
  });

  it.each([
    ['gateway', 502, 'UNAVAILABLE', 'text/html', 7],
    ['page', 200, 'UNAVAILABLE', 'text/html', undefined],
    ['empty', 200, 'UNAVAILABLE', 'without a type', undefined],
    ['broken', 200, 'UNAVAILABLE', 'application/json', undefined],
    ['health', 200, 'UNAVAILABLE', 'application/json', undefined],
    ['failed', 500, 'UNAVAILABLE', 'text/csv', undefined],
    ['foreign', 200, 'UNAVAILABLE', 'application/json', undefined],
    ['numbered', 403, 'UNAVAILABLE', 'application/json', undefined],
    ['named', 404, 'UNAVAILABLE', 'application/json', undefined],
    ['limiter', 429, 'RATE_LIMIT', 'text/plain', undefined],
  ])('describes the response of %s, which is not the API', async (name, status, code, type, retryAfterSeconds) => {
    const from = `${urlOf(server)}/${name}/api/v1/analytics/geo`;
    const failure = await failureOf(clientOf(name));
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({
      status,
      code,
      retryAfterSeconds,
      message: `HTTP ${status} (${type}) from ${from}, which is not a response of Footfall`,
    });
    await expect(clientOf(name).csv('pages')).rejects.toBeInstanceOf(ApiError);
  });

  it('rejects with the error of fetch if the response is cut off or stalls', async () => {
    for (const request of ['query', 'csv'] as const) {
      await expect(clientOf('cut')[request]('pages')).rejects.toMatchObject({ name: 'TypeError' });
      await expect(clientOf('stalled', 20)[request]('pages')).rejects.toMatchObject({ name: 'TimeoutError' });
    }
  });

  it('rejects when the server does not respond in time', async () => {
    const patient = new FootfallClient({ url: urlOf(silent), key: 'sk_live_x', timeoutMs: 20 });
    const { signal } = new AbortController();
    for (const options of [{}, { signal }]) {
      await expect(patient.query('geo', {}, options)).rejects.toMatchObject({ name: 'TimeoutError' });
    }
  });

  it('is cancelled by a signal, with its reason, in every method', async () => {
    const client = new FootfallClient({ url: urlOf(silent), key: 'sk_live_x' });
    const methods: ((options: { signal: AbortSignal }) => Promise<unknown>)[] = [
      (options) => client.query('geo', {}, options),
      (options) => client.queryWithDate('geo', {}, options),
      (options) => client.csv('pages', {}, options),
      (options) => client.entries('breakdown', {}, options).next(),
    ];
    for (const method of methods) {
      const controller = new AbortController();
      const arrived = new Promise<void>((resolve) => pending.push(resolve));
      const request = method({ signal: controller.signal });
      await arrived;
      controller.abort(new Error('changed my mind'));
      await expect(request).rejects.toThrow('changed my mind');
    }
  });
});
