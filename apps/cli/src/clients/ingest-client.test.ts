import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenLocally } from '@footfall/test-servers';
import { IngestClient, requireIngestServer } from './ingest-client.ts';

type Reply = { status: number; body: object; retryAfter?: number };

let server: Server;
let received: string[][];
let waits: number[];

// Every wait is over at once.
jest.mock('node:timers/promises', () => ({ setTimeout: async (ms: number) => void waits.push(ms) }));

/** Returns a client of a server that responds to each request with the result of `reply` for the IDs of its events. */
async function clientOf(
  reply: (ids: string[], request: IncomingMessage) => Reply,
  { signal }: AbortController = new AbortController(),
): Promise<IngestClient> {
  received = [];
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const ids = (JSON.parse(await text(request)) as { events: { id: string }[] }).events.map(({ id }) => id);
    received.push(ids);
    const { status, body, retryAfter } = reply(ids, request);
    if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
    response.writeHead(status).end(JSON.stringify(body));
  };
  server = createServer((request, response) => void respond(request, response));
  const port = await listenLocally(server);
  return new IngestClient(`http://127.0.0.1:${port}`, { key: 'sk_live_x', source: 'FOOTFALL_KEY' }, signal);
}

beforeEach(() => {
  waits = [];
});
afterEach(() => {
  server.close();
});

const accepted = (ids: string[]): Reply => ({
  status: 202,
  body: { success: true, accepted: ids.length, rejected: [] },
});
const refused = (status: number, code: string, message = 'no', retryAfter?: number): Reply => ({
  status,
  body: { success: false, error: { code, message } },
  ...(retryAfter === undefined ? {} : { retryAfter }),
});

async function send(client: IngestClient, count: number, filler = ''): Promise<void> {
  for (let id = 0; id < count; id += 1) await client.add({ id: String(id), filler });
  await client.flush();
}

describe('sending events', () => {
  it('keeps the order, in batches of at most a thousand', async () => {
    const client = await clientOf(accepted);
    await send(client, 2001);
    expect(received.map((ids) => ids.length)).toEqual([1000, 1000, 1]);
    expect(received.flat()).toEqual(Array.from({ length: 2001 }, (_, id) => String(id)));
    expect(client.verdicts).toEqual({ accepted: 2001, rejected: {} });
  });

  it('keeps each body below the limit of the server', async () => {
    const sizes: number[] = [];
    const client = await clientOf((ids, request) => {
      sizes.push(Number(request.headers['content-length']));
      return accepted(ids);
    });
    await send(client, 200, 'é'.repeat(8_000));
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1024 * 1024);
    expect(client.verdicts.accepted).toBe(200);
  });

  it('waits as long as a 429 or 503 requests, up to five minutes, else longer each time, and sends the same batch again', async () => {
    const replies = [
      refused(429, 'RATE_LIMIT', 'slow', 7),
      refused(503, 'UNAVAILABLE'),
      refused(500, 'INTERNAL_ERROR'),
      refused(503, 'UNAVAILABLE', 'down', 3_600),
    ];
    const client = await clientOf((ids) => replies.shift() ?? accepted(ids));
    await send(client, 2);
    expect(waits).toEqual([7_000, 1_000, 2_000, 300_000]);
    expect(received).toEqual([
      ['0', '1'],
      ['0', '1'],
      ['0', '1'],
      ['0', '1'],
      ['0', '1'],
    ]);
    expect(client.verdicts.accepted).toBe(2);
  });

  it('fails with the reason if the server does not recover, after waits of at most half a minute', async () => {
    const client = await clientOf(() => refused(503, 'UNAVAILABLE', 'the log is full'));
    await expect(send(client, 1)).rejects.toThrow(
      'the ingest server did not accept the events in 10 attempts: the log is full (status 503)',
    );
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('fails at once with the reason if the key is refused', async () => {
    const client = await clientOf(() => refused(401, 'UNAUTHORIZED', 'no such key'));
    await expect(send(client, 1)).rejects.toThrow(
      'no such key (UNAUTHORIZED). The key (FOOTFALL_KEY) is not valid there',
    );
    expect(received).toHaveLength(1);
  });

  it('counts rejections by code', async () => {
    const client = await clientOf((ids) => ({
      status: 202,
      body: { success: true, accepted: ids.length - 1, rejected: [{ index: 0, code: 'BOT', message: 'a bot' }] },
    }));
    await send(client, 3);
    expect(client.verdicts).toEqual({ accepted: 2, rejected: { BOT: 1 } });
  });

  it('sends the events above the quota of a minute again, each until it is accepted', async () => {
    const quota = 600;
    let left = quota;
    const client = await clientOf((ids) => {
      const admitted = Math.min(ids.length, quota);
      if (admitted > left) {
        // The client waits for the next minute.
        left = quota;
        return refused(429, 'RATE_LIMIT', 'slow', 60);
      }
      left -= admitted;
      const rejected = ids.slice(admitted).map((_, place) => ({ index: admitted + place, code: 'RATE_LIMIT' }));
      return { status: 202, body: { success: true, accepted: admitted, rejected } };
    });
    await send(client, 1_500);
    expect(client.verdicts).toEqual({ accepted: 1_500, rejected: {} });
    expect(received.map((ids) => [ids[0], ids.length])).toEqual([
      ['0', 1_000],
      ['600', 400],
      ['600', 400],
      ['1000', 500],
      ['1000', 500],
    ]);
    expect(waits).toEqual([60_000, 60_000]);
  });

  it('sends nothing more after it was interrupted, even if the events of a batch are sent separately', async () => {
    const interrupted = new AbortController();
    const client = await clientOf((ids) => {
      if (received.length === 4) interrupted.abort(new Error('interrupted'));
      return refused(400, 'BAD_REQUEST', `No event was accepted. By index: ${ids.map((id) => `${id}: BOT`).join()}`);
    }, interrupted);
    await expect(send(client, 1_000)).rejects.toThrow('interrupted');
    expect(received.map((ids) => ids.length)).toEqual([1_000, 1, 1, 1]);
    expect(client.verdicts).toEqual({ accepted: 0, rejected: { BOT: 3 } });
  });

  it('sends the events of a batch without a valid one separately, to count their codes', async () => {
    const client = await clientOf((ids) =>
      refused(
        400,
        'BAD_REQUEST',
        `No event was accepted. By index: 0: ${ids.includes('1') ? 'BOT' : 'INVALID_EVENT'}, no`,
      ),
    );
    await send(client, 3);
    expect(client.verdicts).toEqual({ accepted: 0, rejected: { INVALID_EVENT: 2, BOT: 1 } });
  });
});

describe('the ingest server', () => {
  async function listen(respond: RequestListener): Promise<string> {
    server = createServer(respond);
    return `http://127.0.0.1:${await listenLocally(server)}`;
  }

  it('is ready, unless it says that it is not', async () => {
    let status = 404;
    const url = await listen((_, response) => response.writeHead(status).end());
    await requireIngestServer(url);
    status = 503;
    await expect(requireIngestServer(url)).rejects.toThrow(`${url} is not ready (status 503)`);
  });

  it('is not ready for the reasons that it gives', async () => {
    const reasons = { bus: 'The disk is full', state: 'The disk is full', keys: 'The store does not respond' };
    const url = await listen((_, response) => response.writeHead(503).end(JSON.stringify({ reasons })));
    await expect(requireIngestServer(url)).rejects.toThrow(
      `${url} is not ready (The disk is full; The store does not respond)`,
    );
  });

  it('is missed at once if nothing listens at the URL', async () => {
    const url = await listen(() => undefined);
    await new Promise((resolve) => server.close(resolve));
    await expect(requireIngestServer(url)).rejects.toThrow(`${url}: is Footfall running? Set --ingest`);
  });

  it('is missed at once, with the code of any other error of the network', async () => {
    const url = await listen((request) => request.socket.destroy());
    await expect(requireIngestServer(url)).rejects.toThrow(`${url} (ECONNRESET): is Footfall running? Set --ingest`);
  });
});
