/** The dashboard's files and paths, as browsers receive them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerFaults, answerNotFound, listen, type Listener, serverLimits } from '@footfall/http';
import { createLogger, version } from '@footfall/process';
import express from 'express';
import { serveDashboard } from './dashboard.ts';
import { readDashboard } from './files.ts';

const logger = createLogger('test', 'silent', false);
const built = '<!doctype html><head><title>Footfall</title></head>';
const page = `<!doctype html><head>\n    <meta name="generator" content="Footfall ${version}" /><title>Footfall</title></head>`;

async function serve(files: Parameters<typeof serveDashboard>[0]): Promise<Listener> {
  const app = express();
  app.use(serveDashboard(files));
  app.use(answerNotFound);
  app.use(answerFaults(logger));
  return listen(app, { host: '127.0.0.1', port: 0, portSetting: 'PORT' }, serverLimits);
}

describe('the dashboard', () => {
  const directory = mkdtempSync(join(tmpdir(), 'footfall-site-'));
  let listener: Listener;
  const get = (path: string) => fetch(listener.url + path);

  beforeAll(async () => {
    mkdirSync(join(directory, 'assets'));
    writeFileSync(join(directory, 'index.html'), built);
    writeFileSync(join(directory, 'assets/index-1234.js'), 'void 0;');
    listener = await serve(readDashboard(directory));
  });
  afterAll(async () => {
    await listener.drain(0);
    rmSync(directory, { recursive: true });
  });

  it.each(['/', '/live', '/sign-in', '/settings', '/settings/keys', '/share/token', '/?range=7d'])(
    'A25 answers %s with its page and the version, to be checked each time, under a policy without exceptions',
    async (path) => {
      const response = await get(path);
      expect([response.status, await response.text()]).toEqual([200, page]);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; /);
      expect(policy).not.toMatch(/unsafe|data:|https?:|\*/);
      expect(policy).toContain("frame-ancestors 'none'");
    },
  );

  it('may be framed where a share asks for it, and nowhere else', async () => {
    const ancestors = async (path: string) =>
      /frame-ancestors [^;]*/.exec((await get(path)).headers.get('content-security-policy') ?? '')?.[0];
    expect(await ancestors('/share/token?embed=true&theme=light')).toBe('frame-ancestors *');
    for (const path of [
      '/?embed=true',
      '/settings?embed=true',
      '/share/token?embed=1',
      '/share/token?embed=true&embed=x',
    ]) {
      expect([path, await ancestors(path)]).toEqual([path, "frame-ancestors 'none'"]);
    }
  });

  it('serves its assets as what never changes', async () => {
    const response = await get('/assets/index-1234.js');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  it.each([
    '/page',
    '/embedded',
    '/assets/',
    '/assets/other.js',
    '/assets/../index.html',
    '/settings/a/b',
    '/share/',
    '/share/a/b',
    '/index.html',
  ])('has nothing at %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('says how to build it where it has not been built', async () => {
    const bare = await serve([]);
    const response = await fetch(bare.url);
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('pnpm build')]);
    expect((await fetch(`${bare.url}/other`)).status).toBe(404);
    await bare.drain(0);
  });
});
