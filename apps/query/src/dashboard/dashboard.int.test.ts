/** The dashboard's files and paths, as browsers receive them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createExpressApp, faultHandler, notFoundHandler, listen, type Listener } from '@footfall/http';
import { createLogger, version } from '@footfall/process';
import { serveDashboard, serveMissingPage } from './dashboard.ts';
import { readDashboard } from './files.ts';

const logger = createLogger('test', { write: () => {} });
const built = '<!doctype html><head><title>Footfall</title></head><div id="page"></div>';
const page = `<!doctype html><head>\n    <meta name="generator" content="Footfall ${version}" /><title>Footfall</title></head><div id="page"></div>`;

async function serve(files: Parameters<typeof serveDashboard>[0]): Promise<Listener> {
  const app = createExpressApp();
  app.use(serveDashboard(files));
  app.use(serveMissingPage(files));
  app.use(notFoundHandler);
  app.use(faultHandler(logger));
  return listen(app, { host: '127.0.0.1', port: 0, portSetting: 'PORT' });
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

  it.each(['/', '/live', '/live/', '/sign-in', '/settings', '/settings/keys', '/share/token', '/?range=7d'])(
    'A25 responds to %s with its page and the version, to be checked each time, under a policy without exceptions',
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

  it('may be framed only where a share allows it', async () => {
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

  it('serves its assets as immutable', async () => {
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
  ])('returns 404 for %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it.each(['/page', '/nosuchpage?x=1', '/settings/a/b', '/share/', '/assets/other.js'])(
    'responds to a browser at %s with its page and status 404, under the same policy',
    async (path) => {
      const browser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8' };
      const response = await fetch(listener.url + path, { headers: browser });
      const missing = page.replace('<div id="page">', '<div id="page" data-status="404">');
      expect([response.status, await response.text()]).toEqual([404, missing]);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(response.headers.get('vary')).toMatch(/\bAccept(,|$)/);
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      const head = await fetch(listener.url + path, { headers: browser, method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([404, '']);
    },
  );

  it.each([
    ['GET', '/nosuchpage', '*/*'],
    ['GET', '/nosuchpage', 'application/json'],
    ['GET', '/nosuchpage', 'application/json, text/html;q=0.5'],
    ['POST', '/nosuchpage', 'text/html'],
    ['GET', '/api', 'text/html'],
    ['GET', '/api/v2/analytics/overview', 'text/html'],
    ['GET', '//API/v1', 'text/html'],
    ['GET', '/admin/v2/me', 'text/html'],
  ])('responds to %s %s with the error as JSON to a client that accepts %s', async (method, path, Accept) => {
    const response = await fetch(listener.url + path, { method, headers: { Accept } });
    expect([response.status, await response.json()]).toEqual([
      404,
      { success: false, error: { code: 'NOT_FOUND', message: 'Not found' } },
    ]);
    expect(response.headers.get('vary')).toMatch(/\bAccept(,|$)/);
  });

  it('says how to build it if it has not been built', async () => {
    const bare = await serve([]);
    const response = await fetch(bare.url);
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('pnpm build')]);
    expect((await fetch(`${bare.url}/other`)).status).toBe(404);
    await bare.drain(0);
  });
});
