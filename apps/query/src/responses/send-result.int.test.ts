/** The headers that say how long a response may be cached, and the bytes that it reserves. */
import { Body, listen } from '@footfall/http';
import { closeConnections, send } from '../http-client.fixture.ts';
import { sendResult } from './send-result.ts';

const lifetimeMs = 60_000;
const nowMs = Date.UTC(2026, 2, 5, 12);

interface Given {
  leftMs?: number;
  fromCache?: boolean;
  ifNoneMatch?: string;
}

/** Sends a result that expires `leftMs` after now, to a request with `If-None-Match` if that is given. Resolves with the response and the bytes that it has reserved. */
async function respond({ leftMs = lifetimeMs, fromCache = true, ifNoneMatch }: Given) {
  const periods = { period: '2026-03-04T00:00:00.000Z/2026-03-05T00:00:00.000Z', comparedPeriod: undefined };
  const body = new Body(() => '{"city":"Zürich"}');
  const content = { resultJson: '{}', body, contentFields: ['Content-Type', 'application/json'], etag: 'W/"1"' };
  const result = { ...periods, ...content, fromCache, lifetimeMs, expiresAtMs: nowMs + leftMs };
  let reserved: number | undefined;
  const reservation = { resize: (bytes: number) => void (reserved = bytes) };
  const listener = await listen(
    (request, response) => void sendResult(request, response, [], result, reservation, nowMs),
    { host: '127.0.0.1', port: 0, portSetting: 'API_PORT' },
  );
  const headers = ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch };
  const reply = await send(listener.url, '/', { headers });
  closeConnections();
  await listener.drain(1_000);
  return { ...reply, reserved };
}

it.each([
  ['a lifetime that has just begun', lifetimeMs, 60, '12:00:00'],
  ['a lifetime that is half over', lifetimeMs / 2, 30, '11:59:30'],
  ['the lifetime, because the clock was set back since the result was computed', 10 * lifetimeMs, 60, '12:00:00'],
  ['nothing, because the result expired while it was encoded', -1, 0, '11:58:59'],
])('G16 max-age is the remaining time of %s, and Last-Modified its start', async (_what, leftMs, maxAge, begun) => {
  const { headers } = await respond({ leftMs });
  expect(headers['cache-control']).toBe(`private, max-age=${maxAge}`);
  expect(headers['last-modified']).toBe(`Thu, 05 Mar 2026 ${begun} GMT`);
});

it('a result that was computed but not cached is as new as its response', async () => {
  const { headers } = await respond({ leftMs: 0, fromCache: false });
  expect(headers).toMatchObject({
    'cache-control': 'private, max-age=0',
    'last-modified': 'Thu, 05 Mar 2026 12:00:00 GMT',
  });
});

it('G24 a response reserves the bytes that it sends', async () => {
  const { status, body, reserved } = await respond({});
  expect({ status, length: body.length, reserved }).toEqual({ status: 200, length: 18, reserved: 18 });
});

it.each(['W/"1"', '"1"', '"0", W/"1"', ' * '])(
  'G24 nothing is sent to, or reserved for, a client that has %s',
  async (tags) => {
    expect(await respond({ ifNoneMatch: tags })).toMatchObject({ status: 304, reserved: 0 });
  },
);
