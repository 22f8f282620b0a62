/** Clients that request large responses, and read them slowly or never. */
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { type Listener, listen, sendError } from '@footfall/http';
import { fakeOnly, until } from '@footfall/test-servers';
import { resultBytesMax, defineQuery, utc } from '@footfall/warehouse';
import { pino } from 'pino';
import { z } from 'zod';
import { expectFailure, startHost, type TestHost } from '../host.fixture.ts';
import { closeConnections, send } from '../http-client.fixture.ts';
import { ResponseMemory, responseMemoryLimits, type ResponseMemoryLimits } from './response-memory.ts';

const mebibyte = 1024 * 1024;
/** Sockets that are closed after each test. */
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Opens a connection, sends `count` pipelined requests, and reads nothing. */
async function requestSilently(url: string, count: number, path: string, headers = ''): Promise<void> {
  const socket = createConnection(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  socket.pause();
  const requests = Array.from({ length: count }, (_, index) => `GET ${path}${index} HTTP/1.1\r\n${headers}\r\n`);
  socket.write(requests.join(''));
}

describe('the API', () => {
  const path = '/api/v1/analytics/large';
  const resultBytes = 7 * mebibyte;
  let host: TestHost;

  beforeAll(async () => {
    const large = defineQuery({
      name: 'large',
      summary: 'Returns as many bytes as are requested.',
      params: z.object({ bytes: z.coerce.number(), limit: z.string().optional() }),
      result: z.object({ text: z.string() }),
      cacheTtlSeconds: 60,
      resolve: ({ bytes }, { nowMs }) => ({
        range: { startMs: nowMs - 1, endMs: nowMs },
        zone: utc,
        filters: [],
        bytes,
      }),
      run: ({ bytes }) => Promise.resolve({ text: 'a'.repeat(bytes) }),
    });
    host = await startHost([large]);
  });
  afterAll(() => host.stop());

  const requestLarge = (key: string, bytes = resultBytes) =>
    host.get(`${path}?bytes=${bytes}`, { authorization: `Bearer ${key}` });

  it('G24 refuses a workspace whose clients do not read its responses, serves others, and responds again once the connections are closed', async () => {
    const [{ key: greedy }, { key: modest }] = [await host.newKey(), await host.newKey()];
    let refused;
    let opened = 0;
    do {
      // The buffers of the system may accept the first response of a connection.
      await requestSilently(host.url, 8, `${path}?bytes=${resultBytes}&limit=${opened++}-`, `X-API-Key: ${greedy}\r\n`);
      refused = await requestLarge(greedy);
    } while (refused.status === 200 && opened < 32);
    expectFailure(refused, 503, 'UNAVAILABLE', 'not been read');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await requestLarge(modest)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    // More often than would fit at once.
    for (let response = 0; response < 4; response += 1) {
      await until(async () => (await requestLarge(greedy)).status === 200);
    }
  });

  it('G24 refuses a result above the limit, and names the parameters to change', async () => {
    const { key } = await host.newKey();
    expectFailure(await requestLarge(key, resultBytesMax), 503, 'UNAVAILABLE', 'lower limit');
    expect((await requestLarge(key, resultBytesMax - mebibyte)).status).toBe(200);
  });
});

describe('the memory for responses', () => {
  const listeners: Listener[] = [];

  afterEach(async () => {
    closeConnections();
    await Promise.all(listeners.splice(0).map((listener) => listener.drain(0)));
  });

  /** Serves `body`, at `/whole` an empty body that reserves everything a workspace may use; at `/gone`, the connection closes before the size of the body is known. */
  async function serve(limits: ResponseMemoryLimits, body: Buffer): Promise<string> {
    const memory = new ResponseMemory(limits);
    const logger = pino({ level: 'silent' });
    const listener = await listen(
      ({ url, socket }, response) => {
        try {
          const reservation = memory.reserve(response, 'ws_1', url === '/whole' ? limits.bytesMax / 4 : body.length);
          if (url === '/gone') {
            socket.once('close', () => setImmediate(() => reservation.resize(body.length)));
            socket.destroy();
          } else response.end(url === '/whole' ? '' : body);
        } catch (error) {
          sendError(response, error, logger);
        }
      },
      { host: '127.0.0.1', port: 0, portSetting: 'API_PORT' },
    );
    listeners.push(listener);
    return listener.url;
  }

  it('G24 is released by all pipelined responses of a connection that closes, however many of them were waiting', async () => {
    const body = Buffer.alloc(4 * mebibyte);
    const url = await serve({ ...responseMemoryLimits, bytesMax: 4 * 8 * body.length }, body);
    const isRefused = async () => (await send(url, '/')).status === 503;
    while (!(await isRefused())) await requestSilently(url, 8, '/');
    for (const socket of sockets) socket.destroy();
    await until(async () => (await send(url, '/whole')).status === 200);
    expect(await isRefused()).toBe(false);
  });

  it('G24 is released by a response whose client disconnects while it is encoded', async () => {
    const body = Buffer.alloc(mebibyte);
    const url = await serve({ ...responseMemoryLimits, bytesMax: 4 * body.length }, body);
    await expect(send(url, '/gone')).rejects.toThrow('socket hang up');
    expect((await send(url, '/whole')).status).toBe(200);
  });

  it('G8 leaves the connection of a client open that has read its response', async () => {
    fakeOnly(['setTimeout', 'clearTimeout']);
    try {
      const url = await serve(responseMemoryLimits, Buffer.alloc(1));
      expect((await send(url, '/')).status).toBe(200);
      // The deadline ends with the response.
      await until(() => jest.getTimerCount() === 0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('G8 G24 closes the connection of a client that reads the response too slowly', async () => {
    const body = Buffer.alloc(32 * mebibyte);
    const url = await serve({ bytesMax: 4 * body.length, readMsMax: 300 }, body);
    await requestSilently(url, 1, '/');
    const [socket] = sockets;
    let bytes = 0;
    socket?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 20);
    });
    socket?.resume();
    await new Promise((resolve) => socket?.once('close', resolve));
    expect(bytes).toBeLessThan(body.length);
    expect((await send(url, '/whole')).status).toBe(200);
  });
});
