/** The whole product in this process: the state that its start leaves behind, and a second start on it. */
import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { loadSettings } from '@footfall/process/settings';
import { createLogger } from '@footfall/process';
import { type Standalone, standaloneSettingsSchema, startStandalone } from './standalone.ts';

describe('the standalone process', () => {
  let directory: string;
  let running: Standalone | undefined;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'footfall-standalone-'));
  });
  afterEach(async () => {
    await running?.stop();
    running = undefined;
    rmSync(directory, { recursive: true });
  });

  async function start(environment: Record<string, string> = {}): Promise<Standalone> {
    const settings = loadSettings(standaloneSettingsSchema, {
      DATA_DIR: directory,
      API_PORT: '0',
      INGEST_PORT: '0',
      ...environment,
    });
    running = await startStandalone(settings, { logger: createLogger('test', 'silent', false) });
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

  describe('a start', () => {
    it('leaves the workspace and its keys in credentials.json, for its owner alone', async () => {
      const { credentials } = await start();
      const path = join(directory, 'credentials.json');
      const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
      expect(kept).toEqual(credentials);
      expect(Object.keys(credentials)).toEqual(['workspaceId', 'publicKey', 'secretKey']);
      expect(statSync(path).mode & 0o777).toBe(0o600);
    });

    it('answers on both hosts, and the admin API on a socket for its owner alone', async () => {
      const { apiUrl, ingestUrl, adminSocket } = await start();
      expect((await fetch(`${apiUrl}/readyz`)).status).toBe(200);
      expect((await fetch(`${ingestUrl}/readyz`)).status).toBe(200);
      // Without ADMIN_TOKEN the admin API accepts people with a session, but no token.
      expect((await fetch(`${apiUrl}/admin/v1/workspaces`)).status).toBe(401);
      const headers = { Authorization: 'Bearer undefined' };
      expect((await fetch(`${apiUrl}/admin/v1/workspaces`, { headers })).status).toBe(404);
      expect(statSync(adminSocket).mode & 0o777).toBe(0o600);
    });

    it('serves the admin API on its port when there is a token', async () => {
      const { apiUrl } = await start({ ADMIN_TOKEN: 'let-me-in-please' });
      expect((await fetch(`${apiUrl}/admin/v1/workspaces`)).status).toBe(401);
      const headers = { Authorization: 'Bearer let-me-in-please' };
      expect((await fetch(`${apiUrl}/admin/v1/workspaces`, { headers })).status).toBe(200);
    });

    it('finds the keys and the events of the one before', async () => {
      const first = await start();
      expect((await sendPageview(first)).status).toBe(202);
      await stop();
      const second = await start();
      expect(second.credentials).toEqual(first.credentials);
      expect(second.areCredentialsValid).toBe(true);
      expect(await pageviews(second)).toBe(1);
    });

    it('makes a workspace that no rate limit counts, so that its pages can be loaded again and again', async () => {
      const { apiUrl, credentials } = await start();
      const reply = await fetch(`${apiUrl}/api/v1/analytics/realtime`, {
        headers: { 'X-API-Key': credentials.secretKey },
      });
      expect({ status: reply.status, limit: reply.headers.get('x-ratelimit-limit') }).toEqual({
        status: 200,
        limit: '2147483647',
      });
    });

    it('takes the workspace that a start killed before credentials.json was written has left', async () => {
      const { credentials } = await start();
      await stop();
      rmSync(join(directory, 'credentials.json'));
      writeFileSync(join(directory, 'credentials.json.new'), '{"workspaceId": "ws_');
      const again = await start();
      expect(again.credentials.workspaceId).toBe(credentials.workspaceId);
      expect(again.areCredentialsValid).toBe(true);
    });

    it('makes a workspace of its own where there are others', async () => {
      const { apiUrl, credentials } = await start({ ADMIN_TOKEN: 'let-me-in-please' });
      const response = await fetch(`${apiUrl}/admin/v1/workspaces/${credentials.workspaceId}`, {
        method: 'PATCH',
        headers: { Authorization: 'Bearer let-me-in-please', 'Content-Type': 'application/json' },
        body: '{"name":"A customer"}',
      });
      expect(response.status).toBe(200);
      await stop();
      rmSync(join(directory, 'credentials.json'));
      expect((await start()).credentials.workspaceId).not.toBe(credentials.workspaceId);
    });

    it('names credentials.json when it cannot be understood', async () => {
      writeFileSync(join(directory, 'credentials.json'), '{"workspaceId": 7}');
      await expect(start()).rejects.toThrow(/credentials\.json cannot be read/);
    });

    it('names the setting when a port is taken, and leaves nothing open', async () => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const { port } = other.address() as AddressInfo;
      await expect(start({ API_PORT: String(port) })).rejects.toThrow(/already in use.*API_PORT/);
      await new Promise((resolve) => other.close(resolve));
      const { apiUrl } = await start({ API_PORT: String(port) });
      expect(apiUrl).toBe(`http://127.0.0.1:${port}`);
    });

    it('D2 starts without Redis, and stores events that name their visitor and session', async () => {
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

    it('makes the data directory and what is missing above it, for its owner alone', async () => {
      const { dataDir } = await start({ DATA_DIR: join(directory, 'var', 'footfall') });
      for (const path of [dataDir, join(dataDir, '..')]) expect(statSync(path).mode & 0o777).toBe(0o700);
    });

    // Nothing can be created in /proc, not even by root; it exists on Linux only.
    it.each(['file', 'file/data', '/proc/footfall', '/proc/footfall/data'])(
      'A15 names the data directory %s when it cannot be made',
      async (path) => {
        writeFileSync(join(directory, 'file'), '');
        const dataDir = isAbsolute(path) ? path : join(directory, path);
        await expect(start({ DATA_DIR: dataDir })).rejects.toThrow(`DATA_DIR ${dataDir} cannot be made`);
      },
    );

    it.each([
      ['KAFKA_BROKERS', 'localhost:9092'],
      ['CLICKHOUSE_URL', 'http://localhost:8123'],
      ['REDIS_URL', 'localhost:6379'],
      ['TRUST_PROXY', 'true'],
      ['ADMIN_TOKEN', 'let me in, will you'],
      ['ADMIN_TOKEN', 'fifteen-letters'],
      ['INGEST_URL', 'in.example.com'],
      ['GEOIP_CITY_DB', '/none.mmdb'],
    ])('names %s when it cannot do what that asks', async (name, value) => {
      await expect(start({ [name]: value })).rejects.toThrow(name);
    });
  });

  describe('a stop', () => {
    it('A8 stores everything that was accepted', async () => {
      const first = await start();
      const answers = await Promise.all(Array.from({ length: 50 }, () => sendPageview(first)));
      await stop();
      const accepted = answers.filter(({ status }) => status === 202).length;
      expect(accepted).toBe(50);
      expect(await pageviews(await start())).toBe(accepted);
    });
  });
});
