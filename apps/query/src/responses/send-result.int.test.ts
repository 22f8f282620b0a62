/** The headers that say how long a response may be cached. */
import { Body, listen, serverLimits } from '@footfall/http';
import { closeConnections, send } from '../http-client.fixture.ts';
import { ResponseMemory, responseMemoryLimits } from './response-memory.ts';
import { sendResult } from './send-result.ts';

const lifetimeMs = 60_000;
const nowMs = Date.UTC(2026, 2, 5, 12);
const memory = new ResponseMemory(responseMemoryLimits);

it.each([
  ['a lifetime that has just begun', lifetimeMs, 60, '12:00:00'],
  ['a lifetime that is half over', lifetimeMs / 2, 30, '11:59:30'],
  ['the lifetime, because the clock was set back since the result was computed', 10 * lifetimeMs, 60, '12:00:00'],
  ['nothing, because the result expired while it was encoded', -1, 0, '11:58:59'],
])('G16 max-age is the remaining time of %s, and Last-Modified its start', async (_what, leftMs, maxAge, begun) => {
  const body = new Body(() => '{}');
  const periods = { period: '2026-03-04T00:00:00.000Z/2026-03-05T00:00:00.000Z', comparedPeriod: undefined };
  const content = { resultJson: '{}', body, contentFields: ['Content-Type', 'application/json'] };
  const result = { workspaceId: 'ws_1', etag: 'W/"1"', ...periods, fromCache: true, lifetimeMs, ...content };
  const listener = await listen(
    (request, response) => {
      const reservation = memory.reserve(response, 'ws_1', result.resultJson.length);
      void sendResult(request, response, [], { ...result, expiresAtMs: nowMs + leftMs }, reservation, nowMs);
    },
    { host: '127.0.0.1', port: 0, portSetting: 'API_PORT' },
    serverLimits,
  );
  const { headers } = await send(listener.url, '/');
  expect(headers['cache-control']).toBe(`private, max-age=${maxAge}`);
  expect(headers['last-modified']).toBe(`Thu, 05 Mar 2026 ${begun} GMT`);
  closeConnections();
  await listener.drain(1_000);
});
