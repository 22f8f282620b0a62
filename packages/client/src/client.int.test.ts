/** The client against the running product: every endpoint by name, errors with what the API said of them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '@footfall/process/settings';
import { type Standalone, standaloneSettingsSchema, startStandalone } from '@footfall/standalone';
import { createLogger } from '@footfall/process';
import { queries } from '@footfall/warehouse';
import { AdminClient } from './admin-client.ts';
import { ApiError, FootfallClient, type Params, type QueryName } from './client.ts';
import { endpointTypes } from './endpoint-types.ts';

describe('the client', () => {
  let directory: string;
  let product: Standalone;
  let client: FootfallClient;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'footfall-client-'));
    const environment = { DATA_DIR: directory, API_PORT: '0', INGEST_PORT: '0' };
    const settings = loadSettings(standaloneSettingsSchema, environment);
    product = await startStandalone(settings, { logger: createLogger('test', 'silent', false) });
    client = new FootfallClient({ url: `${product.apiUrl}/`, key: product.credentials.secretKey });
  });
  afterAll(async () => {
    await product.stop();
    rmSync(directory, { recursive: true });
  });

  const step = ['type:is:signup', 'path:is:/a,b'];
  const required: { readonly [Name in QueryName]?: Params<Name> } = {
    properties: { type: 'signup' },
    funnel: { step },
  };

  it.each(queries.map(({ name }) => name))('asks for %s and gets what the registry declares', async (name) => {
    const { success, workspaceId, fromCache, ...result } = await client.query(name, required[name]);
    expect({ success, workspaceId, fromCache }).toEqual({
      success: true,
      workspaceId: product.credentials.workspaceId,
      fromCache: false,
    });
    const declared = queries.find((query) => query.name === name);
    expect(declared?.result.safeParse(result)).toMatchObject({ success: true });
  });

  it('sends dates and numbers as the API reads them, and leaves out what is undefined', async () => {
    const start = new Date(Date.UTC(2026, 0, 1));
    const { period } = await client.query('overview', { start, end: '2026-01-02' });
    expect(period).toEqual({ start: '2026-01-01T00:00:00.000Z', end: '2026-01-03T00:00:00.000Z' });
    await expect(client.query('pages', { start, limit: 5, end: undefined })).resolves.toMatchObject({ data: [] });
  });

  it('sends filters and steps one by one, in their order', async () => {
    const { data } = await client.query('funnel', { step });
    expect(data.map((each) => each.step)).toEqual(step);
    await expect(client.query('overview', { filter: step })).resolves.toMatchObject({ pageviews: 0 });
  });

  it('rejects with the code and message that the API answered, and the id to find it by in the log', async () => {
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

it('A26 has the types of the registry: run `pnpm --filter @footfall/client endpoints` when this fails', () => {
  expect(readFileSync(join(__dirname, 'endpoints.ts'), 'utf8')).toBe(endpointTypes(queries));
});

describe('a caller without a key', () => {
  const received: { path: string | undefined; workspace: unknown; share: unknown; key: unknown }[] = [];
  const server = createServer(({ url, headers }, response) => {
    received.push({
      path: url,
      workspace: headers['x-workspace'],
      share: headers['x-share'],
      key: headers.authorization,
    });
    response.setHeader('Date', 'Mon, 23 Nov 2026 10:00:00 GMT').end('{"success":true,"data":{"a":1}}');
  });
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterEach(() => received.splice(0));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('names the workspace or the grant of a share, and learns how old the answer is', async () => {
    const { asOfMs } = await new FootfallClient({ url: url(), workspaceId: 'ws_1' }).queryWithDate('geo', { limit: 3 });
    await new FootfallClient({ url: url(), shareGrant: 'grant' }).query('geo');
    expect(asOfMs).toBe(Date.UTC(2026, 10, 23, 10));
    expect(received).toEqual([
      { path: '/api/v1/analytics/geo?limit=3', workspace: 'ws_1', share: undefined, key: undefined },
      { path: '/api/v1/analytics/geo', workspace: undefined, share: 'grant', key: undefined },
    ]);
  });

  it('gets the data of the admin API', async () => {
    expect(await new AdminClient({ url: url() }).get('/me')).toEqual({ a: 1 });
    expect(received[0]?.path).toBe('/admin/v1/me');
  });
});

describe('in front of something else', () => {
  const server = createServer((_request, response) => {
    response.writeHead(502, { 'Retry-After': '7' }).end('<h1>Bad gateway</h1>');
  });
  const silent = createServer(() => undefined);
  const urlOf = (one: typeof server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`;

  beforeAll(async () => {
    for (const one of [server, silent]) await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    for (const one of [server, silent]) {
      one.closeAllConnections();
      one.close();
    }
  });

  it('rejects with UNAVAILABLE what a proxy answers in its place', async () => {
    const proxied = new FootfallClient({ url: urlOf(server), key: 'sk_live_x' });
    await expect(proxied.query('geo')).rejects.toMatchObject({
      status: 502,
      code: 'UNAVAILABLE',
      retryAfterSeconds: 7,
    });
  });

  it('gives up when nobody answers in time', async () => {
    const patient = new FootfallClient({ url: urlOf(silent), key: 'sk_live_x', timeoutMs: 20 });
    await expect(patient.query('geo')).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
