import { readFileSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect as openSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@footfall/errors';
import { describeOnLinux } from '@footfall/test-servers';
import { type Listener, listen, listenOnSocket, serverLimits, type ServerLimits } from './listen.ts';
import { connect, envelopeOf, exchange, heard } from '../raw-exchange.fixture.ts';

const address = { host: '127.0.0.1', port: 0, portSetting: 'API_PORT' };
const drainMs = 60_000;
const listeners: Listener[] = [];

afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.drain(0)));
});

/** Starts a server that reads the whole body and responds with 200 and its length; `/held` waits for a signal from the test. */
async function serve(limits: Partial<ServerLimits> = {}) {
  let release: () => void = () => undefined;
  let arrived: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holding = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const listener = await listen(
    (request, response) => {
      let bytes = 0;
      request.on('data', (chunk: Buffer) => (bytes += chunk.length));
      request.on('end', () => {
        if (request.url === '/held') {
          arrived();
          void released.then(() => response.end('held'));
        } else {
          response.end(String(bytes));
        }
      });
    },
    address,
    limits,
  );
  listeners.push(listener);
  return { listener, url: listener.url, release, holding };
}

const text = async (url: string) => (await fetch(url)).text();

describe('listen', () => {
  it('names the setting if the port is taken', async () => {
    const { url } = await serve();
    const port = Number(new URL(url).port);
    await expect(listen(() => undefined, { ...address, port })).rejects.toThrow(
      `port ${port} is already in use on 127.0.0.1: stop what listens there, or set API_PORT to another port`,
    );
  });

  // The first is no address of any machine, the second no address at all.
  it.each(['192.0.2.1', '999.1.1.1'])('names HOST when it cannot listen on %s', async (host) => {
    const refused = listen(() => undefined, { ...address, host });
    await expect(refused).rejects.toBeInstanceOf(StartError);
    await expect(refused).rejects.toThrow(/^cannot listen on \S+ \(\w+\): set HOST to an address of this machine$/);
  });

  it('writes an IPv6 host in brackets', async () => {
    const listener = await listen((_request, response) => void response.end('six'), { ...address, host: '::1' });
    listeners.push(listener);
    expect(await text(listener.url)).toBe('six');
    expect(listener.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  });

  it.each([
    ['content length with transfer encoding', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['two content lengths', 'Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd'],
    ['invalid chunks', 'Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n'],
    ['a header without a name', ': nothing\r\n\r\n'],
  ])('E5 responds to %s with 400 in the envelope and closes', async (_name, rest) => {
    const { url } = await serve();
    const response = await exchange(url, `POST / HTTP/1.1\r\nHost: a\r\n${rest}`);
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(response).toMatch(/\r\nConnection: close\r\n/);
    expect(response).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
    expect(envelopeOf(response)).toEqual({
      success: false,
      error: { code: 'BAD_REQUEST', message: 'The request is not valid HTTP' },
    });
  });

  it.each(['/overview?filter=city:is:München', '/café', '/a\u0001'])(
    'E5 says that the URL %j must be percent-encoded, and closes',
    async (path) => {
      const { url } = await serve();
      const response = await exchange(url, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(envelopeOf(response)).toEqual({
        success: false,
        error: {
          code: 'BAD_REQUEST',
          message:
            'The URL is not valid: characters that are not printable ASCII must be percent-encoded (é as %C3%A9)',
        },
      });
    },
  );

  it('E5 responds to a header of a megabyte with 431 although the client is still sending', async () => {
    const { url } = await serve();
    const response = await exchange(url, `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(1024 * 1024)}\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
    expect(envelopeOf(response)).toMatchObject({ success: false, error: { code: 'BAD_REQUEST' } });
    expect(await text(url)).toBe('0');
  });

  it('refuses a long URL with 431 and the limit of URL and headers', async () => {
    const { url } = await serve();
    const { headerBytesMax } = serverLimits;
    const response = await exchange(url, `GET /?${'a'.repeat(headerBytesMax)} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
    const message = `The URL and the headers together must have at most ${headerBytesMax / 1024} KiB`;
    expect(envelopeOf(response)).toEqual({ success: false, error: { code: 'BAD_REQUEST', message } });
  });

  it('E3 responds to headers and bodies that come too slowly with 408 while others are served', async () => {
    const { url } = await serve({ headersTimeoutMs: 2_000, requestTimeoutMs: 2_500 });
    const slow = [
      exchange(url, 'GET / HTTP/1.1\r\nHost: a\r\nX-'),
      exchange(url, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc'),
    ];
    expect(await text(url)).toBe('0');
    for (const response of await Promise.all(slow)) {
      expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(envelopeOf(response)).toMatchObject({ success: false, error: { code: 'REQUEST_TIMEOUT' } });
    }
  });

  it('E3 closes a connection that stays silent', async () => {
    const { url } = await serve({ headersTimeoutMs: 1_000, requestTimeoutMs: 1_000 });
    const response = await exchange(url, '');
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('E3 responds to a client that has already closed its side', async () => {
    const { url, release, holding } = await serve();
    const socket = await connect(url);
    const response = heard(socket);
    socket.end('GET /held HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await holding;
    release();
    expect(await response).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*held/);
  });

  it('E4 still responds with more silent connections than it keeps', async () => {
    const { url } = await serve({ connectionsMax: 60, silentConnectionsMax: 40 });
    const sockets = await Promise.all(Array.from({ length: 200 }, () => connect(url)));
    const closed = Promise.all(sockets.slice(0, 100).map(heard));
    expect(await text(url)).toBe('0');
    await closed;
    for (const socket of sockets) socket.destroy();
  });

  it('E4 closes idle connections for a new one when the server is full', async () => {
    const { url } = await serve({ connectionsMax: 20 });
    const sockets = await Promise.all(Array.from({ length: 20 }, () => connect(url)));
    const closed = Promise.all(sockets.map(heard));
    for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('data', resolve))));
    // The first connection beyond the limit is dropped, and the idle ones with it.
    expect(await exchange(url, '')).toBe('');
    await closed;
    expect(await text(url)).toBe('0');
  });
});

/** The connections to a port of 127.0.0.1 whose first packet the system has dropped: their clients retry after a second. */
function untaken(port: number): number {
  const connecting = '02';
  const remote = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  return lines.filter((line) => line.includes(` ${remote} ${connecting} `)).length;
}

describeOnLinux('while the process is busy', () => {
  it('E4 makes no client retry when a thousand connect', async () => {
    const { url } = await serve();
    const port = Number(new URL(url).port);
    const sockets = Array.from({ length: 1_000 }, () => openSocket(port, '127.0.0.1'));
    await new Promise((resolve) => setImmediate(resolve));
    const left = untaken(port);
    for (const socket of sockets) socket.destroy();
    expect(left).toBe(0);
  });
});

describe('drain', () => {
  it('A8 lets a running request finish and accepts no new connection', async () => {
    const { listener, url, release, holding } = await serve();
    const response = text(`${url}/held`);
    await holding;
    const drained = listener.drain(drainMs);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    release();
    expect(await response).toBe('held');
    await drained;
  });

  it('closes connections that are idle, have sent no request, or become idle', async () => {
    const { listener, url, release, holding } = await serve();
    const [idle, silent, busy] = await Promise.all([connect(url), connect(url), connect(url)]);
    idle.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    busy.write('GET /held HTTP/1.1\r\nHost: a\r\n\r\n');
    await Promise.all([holding, new Promise((resolve) => idle.once('data', resolve))]);
    const closed = Promise.all([idle, silent, busy].map(heard));
    const drained = listener.drain(drainMs);
    release();
    expect((await closed)[2]).toContain('held');
    await drained;
  });

  it('A9 disconnects clients whose requests are still running at the deadline', async () => {
    const { listener, url, holding } = await serve();
    const response = text(`${url}/held`).catch(() => 'cut');
    await holding;
    await listener.drain(10);
    expect(await response).toBe('cut');
  });
});

describe('listenOnSocket', () => {
  let directory = '';
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'footfall-http-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  const statusOf = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      httpRequest({ socketPath: path, path: '/' }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
  const ok = () => listenOnSocket((_request, response) => void response.end('ok'), join(directory, 'admin.sock'));

  it('serves on a socket that only its user can open', async () => {
    const listener = await ok();
    listeners.push(listener);
    expect(await statusOf(listener.url)).toBe(200);
    expect((await stat(listener.url)).mode & 0o777).toBe(0o700);
  });

  it('refuses a socket that another process listens on', async () => {
    listeners.push(await ok());
    await expect(ok()).rejects.toBeInstanceOf(StartError);
  });

  it('replaces a socket that a killed process left', async () => {
    await writeFile(join(directory, 'admin.sock'), '');
    const listener = await ok();
    listeners.push(listener);
    expect(await statusOf(listener.url)).toBe(200);
  });
});
