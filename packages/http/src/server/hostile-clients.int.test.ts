/** Clients that pipeline without end, never read, stall, or use a part of HTTP that no app supports. */
import type { RequestListener } from 'node:http';
import { until } from '@footfall/test-servers';
import { type Listener, listen, type ServerLimits, serverLimits } from './listen.ts';
import { connect, envelopeOf, exchange, heard } from '../raw-exchange.fixture.ts';

const address = { host: '127.0.0.1', port: 0, portSetting: 'API_PORT' };
const listeners: Listener[] = [];

afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.drain(0)));
});

async function serve(handler: RequestListener, limits: Partial<ServerLimits> = {}): Promise<Listener> {
  const listener = await listen(handler, address, limits);
  listeners.push(listener);
  return listener;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const lastGet = 'GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

function statusesIn(responses: string): string[] {
  return [...responses.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status);
}

describe('pipelined requests', () => {
  it('G1 G7 are all handled in order, a few per connection at a time, while other clients are served', async () => {
    const pending: (() => void)[] = [];
    let handled = 0;
    let most = 0;
    let isHeld = true;
    const { url } = await serve((request, response) => {
      if (request.url === '/other') {
        response.end('other');
        return;
      }
      most = Math.max(most, (handled += 1));
      const respond = () => {
        handled -= 1;
        response.end(`${request.url};`);
      };
      if (isHeld) pending.push(respond);
      else setImmediate(respond);
    });
    const socket = await connect(url);
    const responses = heard(socket);
    const paths = Array.from({ length: 600 }, (_, index) => `/${index}`);
    socket.write(paths.map(get).join('') + lastGet);
    expect(await (await fetch(`${url}/other`)).text()).toBe('other');
    isHeld = false;
    for (const respond of pending.splice(0)) respond();
    const bodies = [...(await responses).matchAll(/\/\w+(?=;)/g)].map(([path]) => path);
    expect(bodies).toEqual([...paths, '/last']);
    expect(most).toBe(8);
  });

  it('G1 are refused with 503 if too many of them wait', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { url } = await serve((_request, response) => void released.then(() => response.end()), {
      handledPerConnectionMax: 1,
      waitingRequestsMax: 2,
    });
    const socket = await connect(url);
    const responses = heard(socket);
    socket.write(Array.from({ length: 10 }, () => get('/')).join(''));
    // Released after the others have been parsed.
    setImmediate(release);
    const text = await responses;
    expect(statusesIn(text)).toEqual(['200', '200', '200', '503']);
    expect(text).toContain('\r\nRetry-After: 2\r\n');
    expect(text).toMatch(/"code":"UNAVAILABLE"/);
  });

  it('G1 no longer count as waiting once their connection is closed', async () => {
    const { url } = await serve((request, response) => void (request.url !== '/held' && response.end()), {
      handledPerConnectionMax: 1,
      waitingRequestsMax: 2,
    });
    const left = await connect(url);
    left.write(get('/held').repeat(3));
    const isFull = async () => (await exchange(url, get('/free') + lastGet)).includes(' 503 ');
    await until(isFull);
    left.destroy();
    await until(async () => !(await isFull()));
    expect(await isFull()).toBe(false);
  });

  it('G1 with bodies are read in order and in full', async () => {
    const { url } = await serve((request, response) => {
      let bytes = 0;
      request.on('data', (chunk: Buffer) => (bytes += chunk.length));
      request.on('end', () => response.end(`${bytes};`));
    });
    const post = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n${'a'.repeat(100_000)}`;
    const responses = await exchange(url, post.repeat(20) + lastGet);
    expect(responses.match(/\d+(?=;)/g)).toEqual([...Array.from({ length: 20 }, () => '100000'), '0']);
  });
});

describe('kept-alive connections that are never idle', () => {
  it('G20 let each new one be accepted before twenty more of their requests', async () => {
    const [floods, visitors] = [400, 20];
    const taken = new Set<unknown>();
    let flooded = 0;
    const { url } = await serve((request, response) => {
      taken.add(request.socket);
      if (request.url === '/flood') flooded += 1;
      response.end();
    });
    const flood = await Promise.all(Array.from({ length: floods }, () => connect(url)));
    for (const socket of flood) socket.on('data', () => socket.write(get('/flood'))).write(get('/flood'));
    await until(() => taken.size === floods);
    const before = flooded;
    const responses = await Promise.all(Array.from({ length: visitors }, () => exchange(url, lastGet)));
    const meanwhile = flooded - before;
    for (const socket of flood) socket.destroy();
    expect(responses.flatMap(statusesIn)).toEqual(Array.from({ length: visitors }, () => '200'));
    expect(meanwhile).toBeLessThan(20 * visitors);
  });
});

describe('a client that does not read', () => {
  const large = Buffer.alloc(32 * 1024 * 1024);

  it('G8 is disconnected, with all its requests', async () => {
    const closed = new Set<unknown>();
    const { url } = await serve(
      (request, response) => {
        request.socket.once('close', () => closed.add(request.socket));
        response.end(large);
      },
      { unreadTimeoutMs: 300 },
    );
    const sockets = await Promise.all(Array.from({ length: 20 }, () => connect(url)));
    for (const socket of sockets) {
      socket.pause();
      socket.on('error', () => undefined);
      socket.write(get('/').repeat(2));
    }
    while (closed.size < sockets.length) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(closed.size).toBe(20);
    for (const socket of sockets) socket.destroy();
  });

  it('G8 is not a slow reader, which receives everything', async () => {
    const { url } = await serve((_request, response) => void response.end(large), { unreadTimeoutMs: 5_000 });
    const socket = await connect(url);
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 5);
    });
    socket.write(lastGet);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(bytes).toBeGreaterThan(large.length);
  });

  it('G8 is not a client whose response takes long', async () => {
    const { url } = await serve((_request, response) => void setTimeout(() => response.end('slow'), 700), {
      unreadTimeoutMs: 100,
    });
    expect(await (await fetch(url)).text()).toBe('slow');
  });
});

describe('requests that no app supports', () => {
  const ok: RequestListener = (request, response) => {
    request.resume();
    response.end();
  };
  const body = '3\r\nabc\r\n0\r\n\r\n';

  it.each([
    ['an expectation', `POST / HTTP/1.1\r\nExpect: 200-ok\r\nContent-Length: 3\r\n\r\n`, 417, 'BAD_REQUEST'],
    ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
    ['an unknown transfer coding', `POST / HTTP/1.1\r\nTransfer-Encoding: foo\r\n\r\n${body}`, 501, 'BAD_REQUEST'],
    [
      'a transfer coding below chunks',
      `POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n${body}`,
      501,
      'BAD_REQUEST',
    ],
    ['text that is not HTTP', 'hello\r\n\r\n', 400, 'BAD_REQUEST'],
  ])('G19 get an error with status, envelope and request ID: %s', async (_name, sent, status, code) => {
    const { url } = await serve(ok);
    const response = await exchange(url, sent);
    expect(statusesIn(response)).toEqual([String(status)]);
    expect(envelopeOf(response)).toEqual({ success: false, error: { code, message: expect.any(String) } });
    expect(response).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
    expect(response).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/);
    expect(response).toMatch(/\r\nConnection: close\r\n/);
  });

  it('A30 get an error that names the header, its value and what is allowed', async () => {
    const { url } = await serve(ok);
    const messageFor = async (header: string) =>
      envelopeOf(await exchange(url, `POST / HTTP/1.1\r\n${header}\r\n\r\n`));
    expect(await messageFor('Expect: x\r\nContent-Length: 3')).toMatchObject({
      error: { message: 'Expect must be 100-continue, got "x"' },
    });
    expect(await messageFor('Transfer-Encoding: foo')).toMatchObject({
      error: { message: 'Transfer-Encoding must be chunked, got "foo"' },
    });
  });

  it('G19 get their error after the responses to earlier requests', async () => {
    const { url } = await serve((_request, response) => void setTimeout(() => response.end(), 50));
    const response = await exchange(url, `${get('/')}POST / HTTP/1.1\r\nExpect: 200-ok\r\nContent-Length: 3\r\n\r\n`);
    expect(statusesIn(response)).toEqual(['200', '417']);
  });

  it('G19 get no error in the middle of another response', async () => {
    const { url } = await serve((_request, response) => void response.writeHead(200).write('begun'));
    const socket = await connect(url);
    const responses = heard(socket);
    socket.write(get('/'));
    await new Promise((resolve) => socket.once('data', resolve));
    socket.write('hello\r\n\r\n');
    expect(statusesIn(await responses)).toEqual(['200']);
  });

  it('G19 get 100 Continue if they expect it', async () => {
    const { url } = await serve(ok);
    const socket = await connect(url);
    const responses = heard(socket);
    socket.write('POST / HTTP/1.1\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n');
    await new Promise((resolve) => socket.once('data', resolve));
    socket.write('abc');
    expect(statusesIn(await responses)).toEqual(['100', '200']);
  });
});

describe('draining under hostile clients', () => {
  it('G20 handles no further pipelined requests', async () => {
    const pending: (() => void)[] = [];
    let isDraining = false;
    const respond: RequestListener = (_request, response) => {
      if (isDraining) response.end();
      else pending.push(() => response.end());
    };
    const listener = await serve(respond, { stalledDrainMs: 100 });
    const socket = await connect(listener.url);
    const responses = heard(socket);
    socket.write(get('/').repeat(20));
    await until(() => pending.length === serverLimits.handledPerConnectionMax);
    isDraining = true;
    const drained = listener.drain(600_000);
    for (const end of pending) end();
    expect(statusesIn(await responses)).toHaveLength(serverLimits.handledPerConnectionMax);
    await drained;
  });

  it('G20 disconnects stalled clients long before the deadline, and lets a response in progress finish', async () => {
    let respondHonest: () => void = () => undefined;
    const arrived: unknown[] = [];
    const listener = await serve(
      (request, response) => {
        arrived.push(request);
        if (request.url === '/large') response.end(Buffer.alloc(32 * 1024 * 1024));
        else if (request.url === '/honest') respondHonest = () => response.end('honest');
        else request.resume();
      },
      { stalledDrainMs: 200 },
    );
    const { url } = listener;
    const hostile = await Promise.all(Array.from({ length: 30 }, () => connect(url)));
    const closed = Promise.all(
      hostile.map((socket) => {
        socket.on('error', () => undefined);
        return new Promise((resolve) => socket.once('close', resolve));
      }),
    );
    hostile.forEach((socket, index) => {
      if (index % 3 === 0) socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc');
      if (index % 3 === 1) socket.write(get('/large'));
    });
    const honest = fetch(`${url}/honest`).then((response) => response.text());
    while (arrived.length < 21) await new Promise((resolve) => setTimeout(resolve, 10));
    const drained = listener.drain(600_000);
    // A client notices that it was cut off once it has read everything that was sent before.
    setTimeout(() => hostile.forEach((socket) => socket.resume()), 1_000);
    await closed;
    respondHonest();
    expect(await honest).toBe('honest');
    await drained;
  });
});
