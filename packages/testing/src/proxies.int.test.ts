/** The proxies of infra/ in front of the product: the requests they pass on, those they refuse, and the client's address. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as requestHttp, type Server } from 'node:http';
import { request as requestHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Product, startProduct } from '@footfall/standalone/fixture';
import { describeWithPrograms, freePort, until } from '@footfall/test-servers';
import { root } from './child-process.ts';

const host = 'footfall.example.com';
const adminToken = 'a-token-for-the-proxies';
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

interface Ports {
  api: string;
  ingest: string;
  http: number;
  https: number;
}

/** The command of each, with its file from infra/, whose ports and certificates are replaced. Its first argument is the program. */
const proxies = {
  nginx(directory: string, { api, ingest, http, https }: Ports) {
    const certificate = join(directory, 'certificate.pem');
    const key = join(directory, 'key.pem');
    const subject = ['-subj', `/CN=${host}`, '-days', '1', '-nodes', '-newkey', 'rsa:2048'];
    execFileSync('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
    const site = readFileSync(join(root, 'infra/nginx/footfall.conf'), 'utf8')
      .replaceAll(/.*listen \[::\].*\n/g, '')
      .replace('listen 80;', `listen 127.0.0.1:${http};`)
      .replace('listen 443 ', `listen 127.0.0.1:${https} `)
      .replaceAll('127.0.0.1:4000', api)
      .replaceAll('127.0.0.1:4001', ingest)
      .replace(/(?<=ssl_certificate ).*(?=;)/, certificate)
      .replace(/(?<=ssl_certificate_key ).*(?=;)/, key);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
    const file = join(directory, 'nginx.conf');
    writeFileSync(file, `events {}\npid nginx.pid;\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${site}}\n`);
    return ['nginx', '-p', directory, '-e', 'stderr', '-c', file, '-g', 'daemon off;'];
  },
  caddy(directory: string, { api, ingest, http, https }: Ports) {
    const site = readFileSync(join(root, 'infra/caddy/Caddyfile'), 'utf8')
      .replaceAll('127.0.0.1:4000', api)
      .replaceAll('127.0.0.1:4001', ingest)
      .replace(`\n${host} {`, `\n${host} {\n\ttls internal`);
    const file = join(directory, 'Caddyfile');
    const options = ['admin off', 'skip_install_trust', `http_port ${http}`, `https_port ${https}`];
    writeFileSync(file, `{\n${options.join('\n')}\nstorage file_system ${directory}\n}\n${site}`);
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', file];
  },
} as const;

interface Reply {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  body: string;
}

for (const name of ['nginx', 'caddy'] as const) {
  describeWithPrograms(`behind ${name}`, [name], () => {
    let directory: string;
    let product: Product;
    let proxy: ReturnType<typeof spawn>;
    let ports: Ports;

    beforeAll(async () => {
      directory = mkdtempSync(join(tmpdir(), `footfall-${name}-`));
      mkdirSync(join(directory, 'proxy'));
      product = await startProduct({
        DATA_DIR: join(directory, 'data'),
        TRUST_PROXY: '1',
        ADMIN_TOKEN: adminToken,
      });
      const [api, ingest] = [product.apiUrl, product.ingestUrl].map((url) => new URL(url).host);
      ports = { api: api ?? '', ingest: ingest ?? '', http: await freePort(), https: await freePort() };
      const [program, ...args] = proxies[name](join(directory, 'proxy'), ports);
      proxy = spawn(program ?? '', args, { stdio: 'ignore', env: { ...process.env, XDG_CONFIG_HOME: directory } });
      const responds = async () => (await send('/healthz').catch(() => undefined))?.status === 200;
      await until(responds, () => `${name} does not respond`);
    });
    afterAll(async () => {
      const ended = new Promise((resolve) => proxy.on('exit', resolve));
      proxy.kill();
      await ended;
      await product.stop();
      rmSync(directory, { recursive: true });
    });

    /** Sends a request to the proxy like a browser that has resolved the host name. */
    function send(path: string, headers: Readonly<Record<string, string>> = {}, body?: object): Promise<Reply> {
      const options = {
        host: '127.0.0.1',
        port: ports.https,
        servername: host,
        path,
        method: body ? 'POST' : 'GET',
        rejectUnauthorized: false,
        headers: { Host: host, 'User-Agent': browser, 'Content-Type': 'application/json', ...headers },
      };
      return replyTo(requestHttps(options), body && JSON.stringify(body));
    }

    it.each([
      ['/metrics', {}, 404],
      ['/metrics/', {}, 404],
      ['/METRICS', {}, 404],
      ['//metrics', {}, 404],
      ['/%6detrics', {}, 404],
      ['/readyz', {}, 404],
      ['/admin/v1/workspaces', { Authorization: `Bearer ${adminToken}` }, 404],
      ['/ADMIN/v1/workspaces', { Authorization: `Bearer ${adminToken}` }, 404],
      ['//admin/v1/workspaces', { Authorization: `Bearer ${adminToken}` }, 404],
      ['/admin/v1/me', {}, 401],
      ['/healthz', {}, 200],
      ['/docs', {}, 200],
      ['/openapi.json', {}, 200],
      ['/tracker.js', {}, 200],
      ['/api/v1/analytics/overview', {}, 401],
    ])('A33 closes internal paths and forwards all others: %s %j', async (path, headers, status) => {
      expect((await send(path, headers)).status).toBe(status);
    });

    it('A33 redirects HTTP to HTTPS', async () => {
      const { status, headers } = await replyTo(
        requestHttp({ host: '127.0.0.1', port: ports.http, path: '/live', headers: { Host: host } }),
      );
      expect([301, 308]).toContain(status);
      expect(headers['location']).toMatch(new RegExp(`^https://${host}(:\\d+)?/live$`));
    });

    it('A33 counts a visitor by the real address, whatever address their headers contain', async () => {
      const { publicKey, secretKey } = product.credentials;
      const event = { type: '$pageview', url: 'https://www.example.com/' };
      for (const forged of ['203.0.113.1', '198.51.100.7', '2001:db8::1']) {
        const { status } = await send('/api/v1/events', { 'X-API-Key': publicKey, 'X-Forwarded-For': forged }, event);
        expect(status).toBe(202);
      }
      // A different range each time: a response with some of the events is cached.
      const overview = async () => {
        const start = new Date(Date.now() - 3_600_000).toISOString();
        const { body } = await send(`/api/v1/analytics/overview?start=${start}`, { 'X-API-Key': secretKey });
        return JSON.parse(body);
      };
      await until(async () => (await overview()).pageviews >= 3, overview);
      expect(await overview()).toMatchObject({ pageviews: 3, uniqueVisitors: 1 });
    });

    it('A33 signs a person in with a cookie for TLS only, and accepts their session in the admin API', async () => {
      const made = await fetch(`${product.apiUrl}/admin/v1/links`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' },
        body: '{}',
      });
      const { data } = Object(await made.json());
      const token = new URL(data.link).hash.slice(1);
      const signedIn = await send(
        '/admin/v1/sessions',
        { Origin: `https://${host}` },
        {
          token,
          name: 'Olive',
          email: 'olive@example.com',
        },
      );
      expect(signedIn.status).toBe(201);
      const cookies = Object.values(Object(signedIn.headers['set-cookie'])).map(String);
      expect(cookies.filter((cookie) => !cookie.includes('; Secure'))).toEqual([]);
      const cookie = cookies.map((one) => one.split(';', 1)[0]).join('; ');
      expect((await send('/admin/v1/workspaces', { Cookie: cookie })).status).toBe(200);
    });
  });
}

describeWithPrograms('nginx with two ingest servers', ['nginx'], () => {
  it('A33 passes every event on while one server after the other is replaced', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'footfall-two-'));
    const [one, two] = [await freePort(), await freePort()];
    const servers = new Map([
      [one, await accepting(one)],
      [two, await accepting(two)],
    ]);
    const ports = {
      api: `127.0.0.1:${one}`,
      ingest: `127.0.0.1:${one}`,
      http: await freePort(),
      https: await freePort(),
    };
    const [program, ...args] = proxies.nginx(directory, ports);
    const file = join(directory, 'nginx.conf');
    writeFileSync(file, readFileSync(file, 'utf8').replace('# server 127.0.0.1:4002', `server 127.0.0.1:${two}`));
    const proxy = spawn(program ?? '', args, { stdio: 'ignore' });
    const options = { host: '127.0.0.1', port: ports.https, servername: host, rejectUnauthorized: false };
    const send = async () =>
      (
        await replyTo(
          requestHttps({ ...options, path: '/api/v1/events', method: 'POST', headers: { Host: host } }),
          '{}',
        )
      ).status;
    await until(
      async () => (await send().catch(() => undefined)) === 202,
      () => 'nginx does not respond',
    );
    const statuses: number[] = [];
    const sendSome = async () => {
      for (let count = 0; count < 10; count++) statuses.push(await send());
    };
    for (const [port, server] of servers) {
      await closed(server);
      await sendSome();
      servers.set(port, await accepting(port));
    }
    await sendSome();
    const ended = new Promise((resolve) => proxy.on('exit', resolve));
    proxy.kill();
    await ended;
    await Promise.all([...servers.values()].map(closed));
    rmSync(directory, { recursive: true });
    expect(new Set(statuses)).toEqual(new Set([202]));
  });
});

/** Responds to every request like an ingest server that accepts its events. */
async function accepting(port: number): Promise<Server> {
  const server = createServer((request, response) => request.resume().on('end', () => response.writeHead(202).end()));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

function replyTo(request: ReturnType<typeof requestHttp>, body?: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    request.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    request.end(body);
  });
}
