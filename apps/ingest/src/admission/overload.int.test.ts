import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bus, openBus } from '@footfall/bus';
import { openState } from '@footfall/state';
import { fakeOnly, wrapPort } from '@footfall/test-servers';
import { becomes, number, rawConnection, requestHead } from '../raw.fixture.ts';
import { errorBody, pageview, post, type ReadResponse, type Served } from '../serve.fixture.ts';
import { sharedRig } from '../shared-rig.fixture.ts';

const shared = sharedRig();
/** Longer than any pause of this process. */
const acceptDeadlineMs = 60_000;

/** Returns the rig's bus, which publishes nothing before `release` is called. `reached` resolves once it has been called `times`. */
function slowBus(times = 1): { bus: Pick<Bus, 'publish' | 'ping'>; reached: Promise<void>; release: () => void } {
  let release: () => void = () => undefined;
  let reach: () => void = () => undefined;
  let calls = 0;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const publish: Bus['publish'] = async (topic, records) => {
    calls += 1;
    if (calls === times) reach();
    await released;
    await shared.rig.bus.publish(topic, records);
  };
  return { bus: { publish, ping: () => shared.rig.bus.ping() }, reached, release };
}

/** Sends `count` events to `served`, and resolves with the responses at the deadline, which only passes once the events have `reached` the bus. */
async function postedLate(served: Served, count: number, reached: Promise<void>): Promise<ReadResponse[]> {
  // Deadlines, and the clock that measures them.
  fakeOnly(['setTimeout', 'clearTimeout', 'performance']);
  try {
    const responses = Promise.all(Array.from({ length: count }, () => post(served.eventsUrl, pageview, shared.key)));
    await reached;
    jest.advanceTimersByTime(acceptDeadlineMs);
    return await responses;
  } finally {
    jest.useRealTimers();
  }
}

const head = (length: number) => requestHead(length, shared.tenant.publicKey);

describe('under overload', () => {
  it('responds with 503 and Retry-After at once if too many requests are in progress', async () => {
    const { bus, reached, release } = slowBus();
    const served = await shared.rig.serve({ bus, limits: { inFlightRequestsMax: 1 } });
    const first = post(served.eventsUrl, pageview, shared.key);
    await reached;
    const second = await post(served.eventsUrl, pageview, shared.key);
    expect([second.status, second.body]).toEqual([503, errorBody('UNAVAILABLE')]);
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
    release();
    expect((await first).status).toBe(202);
    expect(await shared.rig.taken()).toHaveLength(1);
    expect((await post(served.eventsUrl, pageview, shared.key)).status).toBe(202);
    expect(await shared.rig.taken()).toHaveLength(1);
  });

  it('still responds to health checks, and does not log each refusal', async () => {
    const { bus, reached, release } = slowBus();
    const served = await shared.rig.serve({ bus, limits: { inFlightRequestsMax: 1 } });
    const first = post(served.eventsUrl, pageview, shared.key);
    await reached;
    await post(served.eventsUrl, pageview, shared.key);
    expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
    expect(served.log).toEqual([]);
    release();
    await first;
  });

  it('responds with 503 if the bus is too slow, and releases the reservation only once the events are stored', async () => {
    const { bus, reached, release } = slowBus();
    const served = await shared.rig.serve({ bus, limits: { inFlightRequestsMax: 1, acceptDeadlineMs } });
    const [late] = await postedLate(served, 1, reached);
    expect([late?.status, late?.body]).toEqual([503, errorBody('UNAVAILABLE')]);
    expect(late?.headers.get('retry-after')).not.toBeNull();
    expect(await number(served, 'footfall_ingest_in_flight_requests')).toBe(1);
    expect(await number(served, 'footfall_ingest_in_flight_bytes')).toBe(JSON.stringify(pageview).length);
    release();
    await becomes(served, 'footfall_ingest_in_flight_requests', 0);
    await becomes(served, 'footfall_ingest_in_flight_bytes', 0);
  });

  it('logs once that the bus stores events too slowly and once that it is in time again, and tells clients', async () => {
    const { bus, reached, release } = slowBus(2);
    const served = await shared.rig.serve({ bus, limits: { inFlightRequestsMax: 2, acceptDeadlineMs } });
    for (const { status, body } of await postedLate(served, 2, reached)) {
      const message = 'The events were not stored in time; send them again later';
      expect([status, body]).toEqual([503, errorBody('UNAVAILABLE', message)]);
    }
    const next = await post(served.eventsUrl, pageview, shared.key);
    const message = 'Too many events are waiting to be stored; send these again later';
    expect([next.status, next.body]).toEqual([503, errorBody('UNAVAILABLE', message)]);
    const lines = () => served.log.map((line) => String(JSON.parse(line).msg));
    const begun = expect.stringContaining('The event log takes too long to store events');
    expect(lines()).toEqual([begun]);
    release();
    while (lines().length === 1) await post(served.eventsUrl, pageview, shared.key);
    expect(lines()).toEqual([begun, expect.stringContaining('The event log stores events in time again, after')]);
    await shared.rig.taken();
  });

  it.each([
    ['requests', { inFlightRequestsMax: 20 }],
    ['events', { inFlightEventsMax: 20 }],
    ['bytes', { inFlightBytesMax: 20 * JSON.stringify(pageview).length }],
  ])('lets only so many %s wait for a bus that hangs, and responds with 503 to all others', async (_what, limits) => {
    const { bus, release } = slowBus();
    const served = await shared.rig.serve({ bus, limits });
    const postAll = (count: number) =>
      Promise.all(Array.from({ length: count }, () => post(served.eventsUrl, pageview, shared.key)));
    const waiting = postAll(20);
    await becomes(served, 'footfall_ingest_in_flight_requests', 20);
    expect(new Set((await postAll(40)).map(({ status }) => status))).toEqual(new Set([503]));
    release();
    expect(new Set((await waiting).map(({ status }) => status))).toEqual(new Set([202]));
    expect(await shared.rig.taken()).toHaveLength(20);
  });

  it('responds with 503 if the owner of a key cannot be found in time', async () => {
    const served = await shared.rig.serve({
      keyStore: { ...shared.rig.keyStore, identify: () => new Promise(() => undefined) },
      limits: { identifyDeadlineMs: 20 },
    });
    const response = await post(served.eventsUrl, pageview, shared.key);
    expect([response.status, response.body]).toEqual([503, errorBody('UNAVAILABLE')]);
    expect(response.headers.get('retry-after')).not.toBeNull();
  });

  it('responds with 503 if the bus cannot store events', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'footfall-closed-bus-'));
    const bus = await openBus({ DATA_DIR: directory, KAFKA_TOPIC: 'events' });
    await bus.close();
    const served = await shared.rig.serve({ bus });
    const response = await post(served.eventsUrl, pageview, shared.key);
    expect([response.status, response.body]).toEqual([503, errorBody('UNAVAILABLE')]);
    expect(response.headers.get('retry-after')).not.toBeNull();
    const ready = await fetch(`${served.url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'not ready', missing: ['bus'] }]);
    await rm(directory, { recursive: true });
  });

  it.each([
    ['is not ready while a part of its keys is', 'api_keys', 503, ['keys']],
    ['is ready although a part of the events is', 'events', 200, []],
  ])('%s damaged', async (_what, table, status, missing) => {
    const part = {
      table,
      name: 'lost_1_1_0',
      changedAt: '',
      partition: 'lost',
      firstBlock: 1,
      lastBlock: 1,
      path: '/',
    };
    const warehouse = wrapPort(shared.rig.warehouse, ({ text }, proceed) =>
      text.includes('system.detached_parts') ? [part] : proceed(),
    );
    const { url } = await shared.rig.serve({ warehouse });
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([status, { missing }]);
  });

  it('E3 limits the bytes of slow clients: one of them is dropped if others need the memory', async () => {
    const served = await shared.rig.serve({ limits: { inFlightBytesMax: 100_000 } });
    const { socket, heard } = rawConnection(served);
    socket.write(head(99_000) + 'x'.repeat(90_000));
    await becomes(served, 'footfall_ingest_in_flight_bytes', 90_000);
    const large = { events: Array.from({ length: 20 }, () => ({ ...pageview, props: { text: 'x'.repeat(1_000) } })) };
    expect((await post(served.eventsUrl, large, shared.key)).status).toBe(202);
    socket.end();
    expect(await heard).toMatch(/^HTTP\/1\.1 503 [^]*Retry-After: 2[^]*"UNAVAILABLE"/);
    await becomes(served, 'footfall_ingest_in_flight_bytes', 0);
    expect(await shared.rig.taken()).toHaveLength(20);
  });

  it('E3 releases the bytes of clients that disconnect', async () => {
    const served = await shared.rig.serve();
    const { socket, heard } = rawConnection(served);
    socket.write(head(99_000) + 'x'.repeat(90_000));
    await becomes(served, 'footfall_ingest_in_flight_bytes', 90_000);
    socket.destroy();
    await heard;
    await becomes(served, 'footfall_ingest_in_flight_bytes', 0);
    await becomes(served, 'footfall_ingest_requests_total{status="0"}', 1);
    expect(await shared.rig.taken()).toEqual([]);
  });

  it('E3 responds to a body that stalls with 408, long before the deadline of the request', async () => {
    const served = await shared.rig.serve({ limits: { bodyProgressMs: 100 } });
    const { socket, heard } = rawConnection(served);
    socket.write(requestHead(5_000) + 'x'.repeat(4_000));
    await becomes(served, 'footfall_ingest_requests_total{status="408"}', 1);
    await becomes(served, 'footfall_ingest_in_flight_bytes', 0);
    socket.end();
    expect(await heard).toMatch(/^HTTP\/1\.1 408 [^]*"REQUEST_TIMEOUT"/);
  });

  it('E3 responds to a body that arrives too slowly with 408, and stores nothing of it', async () => {
    const served = await shared.rig.serve({ server: { headersTimeoutMs: 1_500, requestTimeoutMs: 1_500 } });
    const { socket, heard } = rawConnection(served);
    const body = JSON.stringify(pageview);
    socket.write(head(body.length) + body.slice(0, -1));
    expect((await post(served.eventsUrl, pageview, shared.key)).status).toBe(202);
    expect(await heard).toMatch(/^HTTP\/1\.1 408 [^]*"REQUEST_TIMEOUT"/);
    expect(await shared.rig.taken()).toHaveLength(1);
    await becomes(served, 'footfall_ingest_in_flight_bytes', 0);
  });
});

describe('a refused body', () => {
  it('lets its client read the response while it is still sending', async () => {
    const served = await shared.rig.serve();
    const { socket, heard } = rawConnection(served);
    socket.write(head(4 << 20).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    socket.write(Buffer.alloc(4 << 20, 0x20));
    expect(await heard).toMatch(/^HTTP\/1\.1 413 [^]*"PAYLOAD_TOO_LARGE"/);
  });

  it('leaves the connection to the next request', async () => {
    const served = await shared.rig.serve();
    const { socket, heard } = rawConnection(served);
    const body = JSON.stringify(pageview);
    socket.write(head(2 << 20) + ' '.repeat(2 << 20));
    socket.write(head(body.length).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n') + body);
    expect((await heard).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 202']);
    expect(await shared.rig.taken()).toHaveLength(1);
  });

  it('is read only up to a limit', async () => {
    const served = await shared.rig.serve({ limits: { discardedBytesMax: 1 << 20 } });
    const { socket, heard } = rawConnection(served);
    socket.write(head(1 << 30));
    socket.on('drain', () => socket.write(Buffer.alloc(1 << 20)));
    socket.write(Buffer.alloc(1 << 20));
    await heard;
    expect(socket.bytesWritten).toBeLessThan(1 << 28);
  });
});

describe('E25 the events of a workspace in a minute', () => {
  it('are limited, with rate limit headers, and without effect on other workspaces', async () => {
    const served = await shared.rig.serve({ settings: { INGEST_EVENTS_PER_MINUTE: 10 } });
    const batch = (events: number) => ({ events: Array.from({ length: events }, () => ({ type: 'tick' })) });
    const first = await post(served.eventsUrl, batch(7), shared.key);
    expect(first.status).toBe(202);
    expect(first.headers.get('x-ratelimit-limit')).toBe('10');
    expect(first.headers.get('x-ratelimit-remaining')).toBe('3');
    const over = await post(served.eventsUrl, batch(4), shared.key);
    expect([over.status, over.body]).toEqual([429, errorBody('RATE_LIMIT')]);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post(served.eventsUrl, batch(10), { 'X-API-Key': shared.other.publicKey })).status).toBe(202);
    const workspaces = (await shared.rig.taken()).map(({ workspaceId }) => workspaceId);
    expect(workspaces.filter((id) => id === shared.tenant.workspaceId)).toHaveLength(7);
    expect(workspaces.filter((id) => id === shared.other.workspaceId)).toHaveLength(10);
  });

  it('G16 are accepted again when the minute has ended, even if the clock was set back meanwhile', async () => {
    let nowMs = Date.now();
    const now = () => nowMs;
    const folder = await mkdtemp(join(tmpdir(), 'footfall-quota-'));
    const ownState = await openState({ DATA_DIR: folder }, { now });
    try {
      const state = { ...shared.rig.state, limits: ownState.limits };
      const served = await shared.rig.serve({ state, now, settings: { INGEST_EVENTS_PER_MINUTE: 1 } });
      const send = async () => (await post(served.eventsUrl, { type: 'tick' }, shared.key)).status;
      expect([await send(), await send()]).toEqual([202, 429]);
      nowMs += 60_000;
      expect([await send(), await send()]).toEqual([202, 429]);
      nowMs -= 3_600_000;
      expect(await send()).toBe(429);
      nowMs += 60_000;
      expect(await send()).toBe(202);
    } finally {
      await ownState.close();
      await rm(folder, { recursive: true });
    }
  });

  it('A5 are limited for a larger batch as well, whose rest is rejected by index', async () => {
    const served = await shared.rig.serve({ settings: { INGEST_EVENTS_PER_MINUTE: 11 } });
    const { workspaceId, publicKey } = await shared.rig.tenant();
    const send = (events: readonly object[]) => post(served.eventsUrl, { events }, { 'X-API-Key': publicKey });
    const tick = { type: 'tick' };
    const response = await send([{}, ...Array.from({ length: 24 }, () => tick)]);
    const message = 'a request must have at most 11 events, the number allowed in a minute, got 25';
    expect([response.status, response.body]).toEqual([
      202,
      {
        success: true,
        accepted: 10,
        rejected: [
          { index: 0, code: 'INVALID_EVENT', message: expect.any(String) },
          ...Array.from({ length: 14 }, (_, position) => ({ index: position + 11, code: 'RATE_LIMIT', message })),
        ],
      },
    ]);
    expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
    expect((await shared.rig.taken()).filter((event) => event.workspaceId === workspaceId)).toHaveLength(10);
    expect(await served.registry.metrics()).toContain('footfall_ingest_events_rejected_total{code="RATE_LIMIT"} 14');
    expect((await send([tick])).status).toBe(429);
    expect((await send(Array.from({ length: 25 }, () => tick))).status).toBe(429);
  });

  it('are neither limited nor counted without a setting', async () => {
    const served = await shared.rig.serve();
    const response = await post(served.eventsUrl, pageview, shared.key);
    expect(response.headers.get('x-ratelimit-limit')).toBeNull();
  });
});

describe('an internal fault', () => {
  it('leads to a 500 without details, and is logged under the request ID without key, address or query', async () => {
    const pipeline = {
      enrich: () => Promise.reject(new Error('the inside of it')),
      forgetOldSalts: () => Promise.resolve(),
    };
    const served = await shared.rig.serve({ pipeline });
    const response = await post(`${served.eventsUrl}?key=${shared.tenant.publicKey}`, pageview);
    expect([response.status, response.body]).toEqual([500, errorBody('INTERNAL_ERROR')]);
    expect(JSON.stringify(response.body)).not.toContain('inside');
    const log = served.log.join('');
    expect(log).toContain('the inside of it');
    expect(log).toContain(response.headers.get('x-request-id'));
    expect(log).not.toContain(shared.tenant.publicKey);
    expect(log).not.toContain('127.0.0.1');
  });
});

describe('a request target', () => {
  it('may be an absolute URL, as proxies send it', async () => {
    const served = await shared.rig.serve();
    const { socket, heard } = rawConnection(served);
    const body = JSON.stringify(pageview);
    const whole = head(body.length)
      .replace('POST /', 'POST http://ingest.test/')
      .replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    socket.write(whole + body);
    expect(await heard).toMatch(/^HTTP\/1\.1 202 /);
    expect(await shared.rig.taken()).toHaveLength(1);
  });

  it('with an Origin of unusual bytes gets a response', async () => {
    const served = await shared.rig.serve();
    const { socket, heard } = rawConnection(served);
    const body = JSON.stringify(pageview);
    socket.write(
      Buffer.from(
        head(body.length).replace('\r\n\r\n', '\r\nOrigin: \xe9\x7f\xff\r\nConnection: close\r\n\r\n') + body,
        'latin1',
      ),
    );
    expect(await heard).toMatch(/^HTTP\/1\.1 (202|4\d\d) /);
  });
});
