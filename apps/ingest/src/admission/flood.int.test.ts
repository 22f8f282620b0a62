/** Floods: other clients are served while some send too much, too slowly or without a key. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { eventLimits } from '@footfall/schemas';
import { becomes, number, rawConnection, requestHead } from '../raw.fixture.ts';
import { errorBody, pageview, post, type Served } from '../serve.fixture.ts';
import { sharedRig } from '../shared-rig.fixture.ts';

const shared = sharedRig();

const inFlightBytes = 'footfall_ingest_in_flight_bytes';
const batch = (events: number) => ({ events: Array.from({ length: events }, () => pageview) });

/** 1,000 events in a body of 1 MiB. */
function largeBody(): string {
  const text = JSON.stringify({
    events: batch(1_000).events.map((event) => ({ ...event, props: { a: 'x'.repeat(800) } })),
  });
  return text.slice(0, -1) + ' '.repeat(eventLimits.bodyBytesMax - text.length) + '}';
}

describe('G2 66 connections whose bodies lack their last byte', () => {
  const bodyBytes = 64 << 10;
  const limits = {
    inFlightBytesMax: 64 * bodyBytes,
    inFlightAnonymousBytesMax: 16 * bodyBytes,
    unfinishedBytesPerAddressMax: 4 * bodyBytes,
  };

  /** Opens the connections, and resolves once the server has received all of their bytes. */
  async function attack(served: Served, attackKey?: string) {
    const connections = Array.from({ length: 66 }, () => rawConnection(served));
    for (const { socket } of connections) socket.write(requestHead(bodyBytes, attackKey) + 'x'.repeat(bodyBytes - 1));
    const bytesMax = attackKey === undefined ? limits.inFlightAnonymousBytesMax : limits.inFlightBytesMax;
    const dropped = 'footfall_ingest_requests_total{status="503"}';
    await becomes(served, dropped, (count = 0) => count >= 66 - bytesMax / bodyBytes);
    expect(await number(served, inFlightBytes)).toBeLessThanOrEqual(bytesMax);
    return () => Promise.all(connections.map(({ socket, heard }) => (socket.destroy(), heard)));
  }

  async function expectHonestRequestsTaken(served: Served): Promise<void> {
    const inBody = { events: [pageview], key: shared.tenant.publicKey };
    const requests = Array.from({ length: 20 }, () => [
      post(served.eventsUrl, pageview, shared.key),
      post(served.eventsUrl, batch(100), shared.key),
      post(served.eventsUrl, inBody, { 'Content-Type': 'text/plain' }),
    ]);
    const responses = await Promise.all(requests.flat());
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 202));
  }

  it.each([
    ['without a key', () => undefined],
    ['with a public key', () => shared.tenant.publicKey],
  ])('%s: no honest request is refused, although all have one address', async (_how, attackKey) => {
    const served = await shared.rig.serve({ limits });
    const stop = await attack(served, attackKey());
    await expectHonestRequestsTaken(served);
    const stopAgain = await attack(served, attackKey());
    await expectHonestRequestsTaken(served);
    await Promise.all([stop(), stopAgain()]);
    await becomes(served, inFlightBytes, 0);
  });

  it('receive Retry-After, so that a valid sender among them loses nothing', async () => {
    const served = await shared.rig.serve({ limits: { ...limits, inFlightAnonymousBytesMax: 100_000 } });
    const first = rawConnection(served);
    first.socket.write(requestHead(bodyBytes) + 'x'.repeat(bodyBytes - 1));
    await becomes(served, inFlightBytes, bodyBytes - 1);
    const second = rawConnection(served);
    second.socket.write(requestHead(bodyBytes) + 'x'.repeat(bodyBytes - 1));
    await becomes(served, 'footfall_ingest_requests_total{status="503"}', 1);
    first.socket.end();
    expect(await first.heard).toMatch(/^HTTP\/1\.1 503 [^]*Retry-After: 2[^]*"UNAVAILABLE"/);
    second.socket.destroy();
    await second.heard;
  });
});

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Returns the memory in use after a garbage collection. */
function heldBytes(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it('G23 a body that arrives byte by byte needs about its size in memory', async () => {
  const served = await shared.rig.serve();
  const { socket, heard } = rawConnection(served);
  const chunked = requestHead(0, shared.tenant.publicKey).replace('Content-Length: 0', 'Transfer-Encoding: chunked');
  const bytes = 500_000;
  const before = heldBytes();
  socket.write(chunked + '1\r\nx\r\n'.repeat(bytes));
  await becomes(served, inFlightBytes, bytes);
  expect(heldBytes() - before).toBeLessThan(50 * bytes);
  socket.destroy();
  await heard;
  await becomes(served, inFlightBytes, 0);
});

describe('G14 a workspace over its events per minute', () => {
  const settings = { INGEST_EVENTS_PER_MINUTE: 10 };

  it.each([
    ['a header', () => requestHead(eventLimits.bodyBytesMax, shared.tenant.publicKey)],
    [
      'the query',
      () => requestHead(eventLimits.bodyBytesMax).replace('/events', `/events?key=${shared.tenant.publicKey}`),
    ],
  ])('is refused by the key in %s before the body is read', async (_where, head) => {
    const served = await shared.rig.serve({ settings });
    const own = await post(served.eventsUrl, batch(10), shared.key);
    // The window of another test may have used up the quota, which has the same effect.
    expect([202, 429]).toContain(own.status);
    const { socket, heard } = rawConnection(served);
    socket.write(head());
    await becomes(served, 'footfall_ingest_requests_total{status="429"}', own.status === 429 ? 2 : 1);
    socket.end();
    const response = await heard;
    expect(response).toMatch(/^HTTP\/1\.1 429 [^]*"RATE_LIMIT"/);
    expect(response).toMatch(/\r\nRetry-After: [1-9]\d*\r\n/);
    expect(response).toMatch(/\r\nX-RateLimit-Limit: 10\r\nX-RateLimit-Remaining: 0\r\nX-RateLimit-Reset: \d+\r\n/);
    expect(await number(served, inFlightBytes)).toBe(0);
    const others = await post(served.eventsUrl, batch(10), { 'X-API-Key': (await shared.rig.tenant()).publicKey });
    expect(others.status).toBe(202);
  });

  it('is refused by the key in the body without counting against the quota', async () => {
    const served = await shared.rig.serve({ settings });
    const { publicKey } = await shared.rig.tenant();
    const send = (events: number) => post(served.eventsUrl, { ...batch(events), key: publicKey });
    expect((await send(9)).headers.get('x-ratelimit-remaining')).toBe('1');
    expect((await send(2)).status).toBe(429);
    expect((await send(1)).status).toBe(202);
    const over = await send(1);
    expect([over.status, over.body]).toEqual([429, errorBody('RATE_LIMIT')]);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('counts only admitted events against the quota', async () => {
    const served = await shared.rig.serve({ settings, limits: { inFlightRequestsMax: 0 } });
    const { publicKey } = await shared.rig.tenant();
    expect((await post(served.eventsUrl, batch(10), { 'X-API-Key': publicKey })).status).toBe(503);
    const calm = await shared.rig.serve({ settings });
    expect((await post(calm.eventsUrl, batch(10), { 'X-API-Key': publicKey })).status).toBe(202);
  });
});

describe('G20 24 parallel bodies of 1 MiB', () => {
  const bodies = Array.from({ length: 24 }, (_, index) => (index % 2 ? gzipSync(largeBody()) : largeBody()));
  const encoding = (body: string | Uint8Array) => (typeof body === 'string' ? {} : { 'Content-Encoding': 'gzip' });

  it('get 202, or 503 with Retry-After, and nothing of them stays reserved', async () => {
    const served = await shared.rig.serve({ limits: { acceptDeadlineMs: 300 } });
    const responses = await Promise.all(
      bodies.map((body) => post(served.eventsUrl, body, { ...shared.key, ...encoding(body) })),
    );
    const refused = responses.filter(({ status }) => status !== 202);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, headers } of refused) expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    await becomes(served, inFlightBytes, 0);
    await becomes(served, 'footfall_ingest_in_flight_requests', 0);
    const stored = (await shared.rig.taken()).length;
    expect(stored % 1_000).toBe(0);
    expect(stored).toBeGreaterThanOrEqual((24 - refused.length) * 1_000);
  });

  it('delay no page view: it is stored while they are still in progress', async () => {
    const served = await shared.rig.serve();
    let completed = 0;
    const large = bodies.map(async (body) => {
      const { status } = await post(served.eventsUrl, body, { ...shared.key, ...encoding(body) });
      completed += 1;
      return status;
    });
    await becomes(served, 'footfall_ingest_in_flight_requests', (count = 0) => count > 0);
    const small = await post(served.eventsUrl, pageview, { 'X-API-Key': shared.other.publicKey });
    expect(small.status).toBe(202);
    expect(completed).toBeLessThan(24);
    expect(new Set(await Promise.all(large))).toEqual(new Set([202]));
    await shared.rig.taken();
  });
});
