/** The whole product in this process: its first start, and later starts. All tests share one data directory, because each start costs a second. */
import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { listenLocally } from '@footfall/test-servers';
import { type Product, startProduct } from './in-process.fixture.ts';
import type { Standalone } from './standalone.ts';

let directory: string;
let dataDir: string;
let running: Product | undefined;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'footfall-standalone-'));
  dataDir = join(directory, 'var', 'footfall');
});
afterAll(async () => {
  await stop();
  rmSync(directory, { recursive: true });
});

async function start(environment: Record<string, string> = {}): Promise<Product> {
  running = await startProduct({
    DATA_DIR: dataDir,
    ...environment,
  });
  return running;
}

async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}

async function sendPageview({ ingestUrl, credentials }: Standalone): Promise<Response> {
  return fetch(`${ingestUrl}/api/v1/events`, {
    method: 'POST',
    headers: {
      'X-API-Key': credentials.publicKey,
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      'Content-Type': 'application/json',
    },
    body: '{"type":"$pageview","url":"https://example.com/hello"}',
  });
}

async function pageviews({ apiUrl, credentials }: Standalone): Promise<unknown> {
  const response = await fetch(`${apiUrl}/api/v1/analytics/overview`, {
    headers: { 'X-API-Key': credentials.secretKey },
  });
  const body: unknown = await response.json();
  return (body as { pageviews: number }).pageviews;
}

describe('the first start', () => {
  let first: Standalone;
  beforeAll(async () => {
    first = await start();
  });

  it('creates the data directory and its missing parents, for its owner only', () => {
    expect(first.dataDir).toBe(dataDir);
    for (const path of [dataDir, join(dataDir, '..')]) expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it('writes the workspace and its keys to credentials.json, for its owner only', () => {
    const path = join(dataDir, 'credentials.json');
    const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
    expect(kept).toEqual(first.credentials);
    expect(Object.keys(first.credentials)).toEqual(['workspaceId', 'publicKey', 'secretKey']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('listens on both ports, and serves the admin API on a socket for its owner only', async () => {
    const { apiUrl, ingestUrl } = first;
    expect((await fetch(`${apiUrl}/readyz`)).status).toBe(200);
    expect((await fetch(`${ingestUrl}/readyz`)).status).toBe(200);
    // Without ADMIN_TOKEN the admin API accepts people with a session, but no token.
    expect((await fetch(`${apiUrl}/admin/v1/workspaces`)).status).toBe(401);
    const headers = { Authorization: 'Bearer undefined' };
    expect((await fetch(`${apiUrl}/admin/v1/workspaces`, { headers })).status).toBe(404);
    expect(statSync(join(dataDir, 'admin.sock')).mode & 0o777).toBe(0o700);
  });

  it('creates a workspace without a rate limit, so that its pages can be loaded repeatedly', async () => {
    const { apiUrl, credentials } = first;
    const reply = await fetch(`${apiUrl}/api/v1/analytics/realtime`, {
      headers: { 'X-API-Key': credentials.secretKey },
    });
    expect({ status: reply.status, limit: reply.headers.get('x-ratelimit-limit') }).toEqual({
      status: 200,
      limit: '2147483647',
    });
  });

  it('A8 is followed by a second one with the same keys and all accepted events', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => sendPageview(first)));
    await stop();
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 202));
    const second = await start();
    expect(second.credentials).toEqual(first.credentials);
    expect(second.validKeys).toEqual({ publicKey: true, secretKey: true });
    expect(await pageviews(second)).toBe(50);
  });
});

describe('a later start', () => {
  const adminToken = 'let-me-in-please';
  const kept = () => JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'));
  const callAdmin = async (apiUrl: string, method: string, path: string, body?: object) => {
    const response = await fetch(`${apiUrl}/admin/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return Object(await response.json()).data;
  };
  const rotate = async (apiUrl: string, workspaceId: string, key: string) => {
    const keys: { keyId: string; lastFour: string }[] = await callAdmin(
      apiUrl,
      'GET',
      `/workspaces/${workspaceId}/keys`,
    );
    const { keyId = '' } = keys.find(({ lastFour }) => lastFour === key.slice(-4)) ?? {};
    return (await callAdmin(apiUrl, 'POST', `/keys/${keyId}/rotate`, {})).key;
  };
  beforeEach(stop);

  it('writes rotated keys to credentials.json, even if both were rotated at the same time', async () => {
    const { apiUrl, credentials } = await start({ ADMIN_TOKEN: adminToken });
    const { workspaceId, publicKey: oldPublic, secretKey: oldSecret } = credentials;
    const other = await callAdmin(apiUrl, 'POST', `/workspaces/${workspaceId}/keys`, { type: 'secret' });
    await callAdmin(apiUrl, 'POST', `/keys/${other.keyId}/rotate`, {});
    expect(kept()).toEqual(credentials);

    const rotated = [oldPublic, oldSecret].map((key) => rotate(apiUrl, workspaceId, key));
    const [publicKey, secretKey] = await Promise.all(rotated);
    expect(kept()).toEqual({ workspaceId, publicKey, secretKey });
    expect(statSync(join(dataDir, 'credentials.json')).mode & 0o777).toBe(0o600);
    await stop();
    const again = await start();
    expect(again.credentials).toEqual(kept());
    expect(again.validKeys).toEqual({ publicKey: true, secretKey: true });
  });

  it('detects an invalid key that credentials.json still contains', async () => {
    const { apiUrl, credentials } = await start({ ADMIN_TOKEN: adminToken });
    await rotate(apiUrl, credentials.workspaceId, credentials.publicKey);
    await stop();
    const rotated = kept();
    writeFileSync(join(dataDir, 'credentials.json'), JSON.stringify(credentials));
    expect((await start()).validKeys).toEqual({ publicKey: false, secretKey: true });
    writeFileSync(join(dataDir, 'credentials.json'), JSON.stringify(rotated));
  });

  it('reuses the workspace of a start that was killed before it had written credentials.json', async () => {
    const { workspaceId } = kept();
    rmSync(join(dataDir, 'credentials.json'));
    writeFileSync(join(dataDir, 'credentials.json.new'), '{"workspaceId": "ws_');
    const again = await start();
    expect(again.credentials.workspaceId).toBe(workspaceId);
    expect(again.validKeys).toEqual({ publicKey: true, secretKey: true });
  });

  it('serves the admin API on its port if there is a token, and creates a workspace next to others', async () => {
    const { apiUrl, credentials } = await start({ ADMIN_TOKEN: adminToken });
    expect((await fetch(`${apiUrl}/admin/v1/workspaces`)).status).toBe(401);
    const response = await fetch(`${apiUrl}/admin/v1/workspaces/${credentials.workspaceId}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' },
      body: '{"name":"A customer"}',
    });
    expect(response.status).toBe(200);
    const signedIn = await fetch(`${apiUrl}/admin/v1/sessions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token: await running?.createOwnerToken(), name: 'Owner' }),
    });
    const [cookie = ''] = signedIn.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
    await stop();
    rmSync(join(dataDir, 'credentials.json'));
    const again = await start();
    const { workspaceId } = again.credentials;
    expect(workspaceId).not.toBe(credentials.workspaceId);
    // An owner who is signed in can read it at once.
    const figures = await fetch(`${again.apiUrl}/api/v1/analytics/overview`, {
      headers: { Cookie: cookie, 'X-Workspace': workspaceId },
    });
    expect(await figures.json()).toMatchObject({ success: true, workspaceId });
  });

  it('returns URLs at which this machine reaches it, even if it listens on all addresses', async () => {
    const { apiUrl, ingestUrl } = await start({ HOST: '0.0.0.0' });
    for (const url of [apiUrl, ingestUrl]) {
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
    }
    expect(await (await fetch(`${apiUrl}/openapi.json`)).text()).toContain(`"${ingestUrl}"`);
  });

  it('tells clients to send events to INGEST_URL, if it is set', async () => {
    const { apiUrl, ingestUrl } = await start({ INGEST_URL: 'https://in.example' });
    const documentation = await (await fetch(`${apiUrl}/openapi.json`)).text();
    expect(documentation).toContain('"https://in.example"');
    expect(documentation).not.toContain(ingestUrl);
  });

  it('names the setting if a port is taken, and leaves nothing open', async () => {
    const other = createServer();
    const port = await listenLocally(other);
    await expect(start({ API_PORT: String(port) })).rejects.toThrow(/already in use.*API_PORT/);
    await new Promise((resolve) => other.close(resolve));
    const { apiUrl } = await start({ API_PORT: String(port) });
    expect(apiUrl).toBe(`http://127.0.0.1:${port}`);
  });

  it('detects that the workspace of credentials.json was deleted', async () => {
    const { apiUrl, credentials } = await start({ ADMIN_TOKEN: adminToken });
    await callAdmin(apiUrl, 'DELETE', `/workspaces/${credentials.workspaceId}`);
    await stop();
    expect(await start()).toMatchObject({ credentials, validKeys: undefined });
    rmSync(join(dataDir, 'credentials.json'));
  });

  it('D2 serves without Redis, and stores events with visitor and session IDs', async () => {
    const started = await start({ REDIS_URL: 'redis://127.0.0.1:1' });
    const readiness = await fetch(`${started.apiUrl}/readyz`);
    expect(await readiness.json()).toMatchObject({ status: 'not ready', missing: ['state'] });
    const response = await fetch(`${started.ingestUrl}/api/v1/events`, {
      method: 'POST',
      headers: { 'X-API-Key': started.credentials.secretKey, 'Content-Type': 'application/json' },
      body: '{"type":"signup","visitorId":"v","sessionId":"s"}',
    });
    expect(response.status).toBe(202);
  });

  it('names credentials.json and the remedy if it cannot be parsed', async () => {
    writeFileSync(join(dataDir, 'credentials.json'), '{"workspaceId": 7}');
    await expect(start()).rejects.toThrow(
      `${dataDir}/credentials.json cannot be read: fix it, or move it away to create new keys`,
    );
  });

  // Nothing can be created in /proc, not even by root; it exists on Linux only.
  it.each([
    ['file', / is a file, not a directory$/],
    ['file/data', /file is a file, not a directory$/],
    ['/proc/footfall', / \(ENOENT: .*\): choose another, or check who owns it$/],
    ['/proc/footfall/data', / \(ENOENT: .*\): choose another, or check who owns it$/],
  ])('A15 names the data directory %s and the reason if it cannot be created', async (path, reason) => {
    writeFileSync(join(directory, 'file'), '');
    const unusable = isAbsolute(path) ? path : join(directory, path);
    const refusal = start({ DATA_DIR: unusable });
    await expect(refusal).rejects.toThrow(`DATA_DIR ${unusable} cannot be created`);
    await expect(refusal).rejects.toThrow(reason);
  });

  it('A15 names the length of a data directory that is too long for its socket, and the longest', async () => {
    const long = join(directory, 'd'.repeat(100));
    await expect(start({ DATA_DIR: long })).rejects.toThrow(
      `DATA_DIR ${long} must have at most 92 bytes, because of the socket in it, got ${long.length}`,
    );
  });

  it.each([
    ['KAFKA_BROKERS', 'localhost:9092'],
    ['CLICKHOUSE_URL', 'http://localhost:8123'],
    ['REDIS_URL', 'localhost:6379'],
    ['API_PORT', '6000'],
    ['TRUST_PROXY', 'true'],
    ['ADMIN_TOKEN', 'let me in, will you'],
    ['ADMIN_TOKEN', 'fifteen-letters'],
    ['ADMIN_TOKEN', 'ümlaut-token-1234567'],
    ['METRICS_TOKEN', 'ümlaut'],
    ['INGEST_URL', 'in.example.com'],
    ['GEOIP_CITY_DB', '/none.mmdb'],
  ])('names %s if its value cannot be used', async (name, value) => {
    await expect(start({ [name]: value })).rejects.toThrow(name);
  });
});
