import { request } from 'node:http';
import { eventLimits } from '@footfall/schemas';
import { StepTimes } from '../pipeline/step-times.ts';
import type { Pipeline } from '../pipeline/arrival.ts';
import {
  type Bench,
  chrome,
  errorBody,
  openBench,
  page,
  pageview,
  post,
  type Served,
  type Tenant,
} from '../serve.fixture.ts';

describe('the ingest server', () => {
  let bench: Bench;
  let served: Served;
  let tenant: Tenant;
  let other: Tenant;

  beforeAll(async () => {
    bench = await openBench();
    served = await bench.serve({ settings: { TRUST_PROXY: 'loopback' } });
    tenant = await bench.tenant();
    other = await bench.tenant();
  });
  afterAll(() => bench.close());
  afterEach(() => bench.taken());

  const custom = { type: 'signup' };
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    post(served.eventsUrl, body, { 'X-API-Key': tenant.publicKey, ...headers });

  /** The verdict on an event that is sent with a secret key, with a good one. */
  async function reasonOfSecret(event: unknown): Promise<{ code: string; message: string }> {
    const { body } = await send({ events: [custom, event] }, { 'X-API-Key': tenant.secretKey });
    const { rejected } = body as { rejected: { code: string; message: string }[] };
    return { code: rejected[0]?.code ?? '', message: rejected[0]?.message ?? '' };
  }

  /** The verdict on one event that is not good, and that it came to nothing. */
  async function reasonAgainst(event: unknown): Promise<{ code: string; message: string }> {
    const { status, body } = await send({ events: [custom, event] });
    const events = await bench.taken();
    expect([status, events.map(({ type }) => type)]).toEqual([202, ['signup']]);
    const { accepted, rejected } = body as {
      accepted: number;
      rejected: { index: number; code: string; message: string }[];
    };
    expect([accepted, rejected.map(({ index }) => index)]).toEqual([1, [1]]);
    return { code: rejected[0]?.code ?? '', message: rejected[0]?.message ?? '' };
  }

  describe('a batch', () => {
    it('E12 keeps the good events when one of three is bad, and says which and why', async () => {
      const answer = await send({ events: [custom, { type: '$pageview', url: 17 }, pageview] });
      expect([answer.status, answer.body]).toEqual([
        202,
        {
          success: true,
          accepted: 2,
          rejected: [{ index: 1, code: 'INVALID_EVENT', message: expect.stringMatching(/^url must be .*, got 17$/) }],
        },
      ]);
      expect((await bench.taken()).map(({ type }) => type)).toEqual(['signup', '$pageview']);
    });

    it('lists what the schema and what the pipeline refuse in one order', async () => {
      const answer = await send({
        events: [{ type: 'x', timestamp: 'never' }, {}, custom, { type: 'x', ip: '192.0.2.1' }],
      });
      const { rejected } = answer.body as { rejected: { index: number; code: string }[] };
      expect(rejected.map(({ index, code }) => [index, code])).toEqual([
        [0, 'INVALID_TIMESTAMP'],
        [1, 'INVALID_EVENT'],
        [3, 'FORBIDDEN_FIELD'],
      ]);
      expect(await bench.taken()).toHaveLength(1);
    });

    it('is refused with 400 and the first reasons when no event is good', async () => {
      const answer = await send({ events: [{}, { type: '$nope' }, { typ: 'x' }, {}, {}] });
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual(
        errorBody(
          'BAD_REQUEST',
          expect.stringMatching(
            /^No event was accepted\. By index: 0: INVALID_EVENT, type must be .*, got nothing; 1: .*; 2: .*; and 2 more$/,
          ),
        ),
      );
      expect(await bench.taken()).toEqual([]);
    });

    it('E13 has 1 to 1,000 events', async () => {
      const batch = (events: number) => ({ events: Array.from({ length: events }, () => custom) });
      for (const events of [0, 1001]) {
        const answer = await send(batch(events));
        expect([answer.status, answer.body]).toEqual([
          400,
          errorBody('BAD_REQUEST', `events must be a list of 1 to 1000 events, got a list of ${events}`),
        ]);
      }
      expect(await bench.taken()).toEqual([]);
      expect((await send(batch(1000))).body).toEqual({ success: true, accepted: 1000, rejected: [] });
      expect(await bench.taken()).toHaveLength(1000);
    });

    it.each([[{ events: {} }], [{ events: null }], [{ events: 'x' }]])('is refused as %p', async (body) => {
      expect(await send(body)).toMatchObject({ status: 400, body: errorBody('BAD_REQUEST') });
    });

    it('E13 loses only the event of more than 32 KiB', async () => {
      const wide = (bytes: number) => {
        const event = { ...custom, props: {} as Record<string, string>, referrer: '' };
        for (let index = 0; index < 40; index += 1) event.props[`key${index}`] = 'x'.repeat(800);
        return { ...event, referrer: 'x'.repeat(bytes - JSON.stringify(event).length) };
      };
      const { eventBytesMax } = eventLimits;
      expect((await send({ events: [wide(eventBytesMax), custom] })).body).toMatchObject({ accepted: 2, rejected: [] });
      await bench.taken();
      expect(await reasonAgainst(wide(eventBytesMax + 1))).toEqual({
        code: 'EVENT_TOO_LARGE',
        message: 'an event must have at most 32768 bytes, got 32769',
      });
    });

    it('is taken when a proxy asks with the whole address', async () => {
      const { hostname, port } = new URL(served.url);
      const headers = { 'Content-Type': 'application/json', 'X-API-Key': tenant.publicKey };
      const status = await new Promise((resolve, reject) => {
        const options = { hostname, port, method: 'POST', path: 'http://in.example.com/api/v1/events', headers };
        request(options, (response) => resolve(response.resume().statusCode))
          .on('error', reject)
          .end(JSON.stringify(custom));
      });
      expect(status).toBe(202);
      expect(await bench.taken()).toHaveLength(1);
    });

    it('refuses fields that a batch does not have', async () => {
      const answer = await send({ events: [custom], sendAt: 0 });
      expect([answer.status, answer.body]).toEqual([400, errorBody('BAD_REQUEST')]);
    });

    it.each([
      ['ISO 8601', (epochMs: number) => new Date(epochMs).toISOString()],
      ['epoch milliseconds', (epochMs: number) => epochMs],
    ])('corrects the clock of the client by sentAt as %s', async (_name, write) => {
      const clientNow = Date.now() - 3_600_000;
      const answer = await send({
        events: [{ ...custom, timestamp: write(clientNow - 5_000) }],
        sentAt: write(clientNow),
      });
      expect(answer.status).toBe(202);
      const [event] = await bench.taken();
      expect(event?.timestampSource).toBe('corrected');
      expect((event?.receivedAt ?? 0) - (event?.timestamp ?? 0)).toBe(5_000);
    });

    it.each(['soon', {}, '2026-02-30', true])('refuses sentAt %p', async (sentAt) => {
      const answer = await send({ events: [custom], sentAt });
      expect([answer.status, answer.body]).toEqual([
        400,
        errorBody(
          'BAD_REQUEST',
          expect.stringMatching(/^sentAt must be an ISO 8601 time or epoch milliseconds, got ./),
        ),
      ]);
    });
  });

  describe('an event', () => {
    it('gets a UUID of version 7 when it has no id, and keeps its own', async () => {
      const id = '0B8A1C1E-8D1F-4B3A-9C77-1A2B3C4D5E6F';
      await send({ events: [custom, { ...custom, id }] });
      const [made, kept] = await bench.taken();
      expect(made?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(kept?.id).toBe(id.toLowerCase());
    });

    it('E14 E15 goes on the bus under its own id and workspace each time it is sent', async () => {
      const event = { ...custom, id: '0b8a1c1e-8d1f-4b3a-9c77-1a2b3c4d5e6f' };
      const answers = await Promise.all([
        send(event),
        send(event),
        post(served.eventsUrl, event, { 'X-API-Key': other.publicKey }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
      const events = await bench.taken();
      expect(new Set(events.map(({ id }) => id))).toEqual(new Set([event.id]));
      expect(events.map(({ workspaceId }) => workspaceId).toSorted()).toEqual(
        [tenant.workspaceId, tenant.workspaceId, other.workspaceId].toSorted(),
      );
    });

    it.each([
      ['not an object', 17, /object/],
      ['a list', [], /object/],
      ['null', null, /object/],
      ['no type', {}, /type/],
      ['an unknown automatic type', { type: '$nope' }, /type.*\$pageview/],
      ['a page view without url', { type: '$pageview' }, /url/],
      ['an unknown field', { ...custom, colour: 'red' }, /"colour"/],
      ['a field from the prototype', { ...custom, constructor: 1 }, /"constructor"/],
      ['an id that is none', { ...custom, id: '17' }, /^id/],
      ['a prop of the wrong type', { ...custom, props: { a: [] } }, /^props.*"a"/],
      [
        'too many props',
        { ...custom, props: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, n])) },
        /^props.*50/,
      ],
      ['a long title', { ...custom, title: 'x'.repeat(513) }, /^title.*512/],
    ])('is refused by name for %s', async (_name, event, message) => {
      expect(await reasonAgainst(event)).toEqual({ code: 'INVALID_EVENT', message: expect.stringMatching(message) });
    });

    it.each([
      [{ props: { flat: 1, a: { c: 2, b: { d: 3 } } } }, 'props["a"]["b"]', 'an object with 1 field'],
      [{ referrer: [[[], 'x']] }, 'referrer["0"]["0"]', 'a list of 0'],
      [{ 'a\n"b': { c: { d: [1] } } }, '"a\\n\\"b"["c"]["d"]', 'a list of 1'],
    ])('is refused when it is nested more than 3 deep, with the field: %j', async (fields, field, got) => {
      expect(await reasonAgainst({ type: 'x', ...fields })).toEqual({
        code: 'EVENT_TOO_LARGE',
        message: `an event must be nested at most 3 deep: ${field} must not be an object or a list, got ${got}`,
      });
    });

    it('E16 changes no prototype and keeps odd names as data', async () => {
      const props = '{"__proto__":"x","constructor":"y","toString":1,"":true,"a.b":1,"a":"c"}';
      const answer = await send(`{"type":"signup","props":${props}}`);
      expect(answer.status).toBe(202);
      const [event] = await bench.taken();
      expect(new Map(Object.entries(event?.props ?? {}))).toEqual(new Map(Object.entries(JSON.parse(props) as object)));
      expect({}).not.toHaveProperty('x');
      expect(await reasonAgainst(JSON.parse('{"type":"x","__proto__":{"admin":true}}'))).toEqual({
        code: 'INVALID_EVENT',
        message: expect.stringContaining('"__proto__"'),
      });
      expect(({} as { admin?: boolean }).admin).toBeUndefined();
    });

    it('E16 with 10,000 keys is refused and costs its batch mates nothing', async () => {
      const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, 1]));
      expect((await reasonAgainst({ ...custom, props: many })).code).toBe('EVENT_TOO_LARGE');
      const { message } = await reasonAgainst({
        ...custom,
        ...Object.fromEntries(Object.entries(many).slice(0, 2000)),
      });
      expect(message.length).toBeLessThan(500);
    });

    it('E18 is made well-formed without harm to its batch mates', async () => {
      const odd = 'a\\ud800b\\u0000c\\u2028d\u202e\u0645 👩‍💻 𠜎';
      const answer = await send(
        `{"events":[{"type":"signup","title":"${odd}","props":{"${odd}":"${odd}"}},{"type":"next"}]}`,
      );
      expect([answer.status, answer.body]).toEqual([202, { success: true, accepted: 2, rejected: [] }]);
      const stored = 'a\ufffdb\u0000c\u2028d\u202e\u0645 👩‍💻 𠜎';
      expect(await bench.taken()).toMatchObject([{ title: stored, props: { [stored]: stored } }, { type: 'next' }]);
    });

    it('E19 has finite numbers in range, or is refused by field', async () => {
      const answer = await send(
        '{"type":"x","props":{"zero":-0,"big":9007199254740993,"huge":123456789012345678901234567890}}',
      );
      expect(answer.status).toBe(202);
      expect(await bench.taken()).toMatchObject([
        { props: { zero: 0, big: 9007199254740992, huge: 1.2345678901234568e29 } },
      ]);
      const infinite = await send('{"type":"x","props":{"a":1e400}}');
      expect(infinite.body).toEqual(errorBody('BAD_REQUEST', expect.stringMatching(/props\["a"\] .*, got Infinity$/)));
      const scrolled = { type: '$pageleave', url: page, scrollDepth: 100.01 };
      expect((await reasonAgainst(scrolled)).message).toMatch(/^scrollDepth must be .*100/);
      expect((await send('{"type":"x","props":{"a":NaN}}')).status).toBe(400);
    });

    it('E20 with a time that cannot be is taken at the time received, or refused as no time', async () => {
      const day = 86_400_000;
      for (const timestamp of [0, -1, Date.UTC(9999, 0), Date.now() + day, Date.now() - 366 * day]) {
        await send({ ...custom, timestamp });
        const [event] = await bench.taken();
        expect([event?.timestampSource, event?.timestamp]).toEqual(['received', event?.receivedAt]);
      }
      expect((await reasonAgainst({ ...custom, timestamp: 'yesterday' })).code).toBe('INVALID_TIMESTAMP');
    });

    it('E22 is judged by a hostile user agent in bounded time', async () => {
      const hostile = `Mozilla/5.0 ${'(Linux; '.repeat(1000)}`;
      const answer = await send(custom, { 'User-Agent': hostile });
      expect(answer.status).toBe(202);
      expect(await bench.taken()).toMatchObject([{ browser: 'Unknown' }]);
    });

    it('E23 has an http url without what it should not give away', async () => {
      const secretive = 'https://user:secret@www.example.com/a%zz?token=secret&utm_source=mail#frag';
      expect((await send({ type: '$pageview', url: secretive })).status).toBe(202);
      const events = await bench.taken();
      expect(events).toMatchObject([{ hostname: 'www.example.com', path: '/a%zz', utmSource: 'mail' }]);
      expect(JSON.stringify(events)).not.toContain('secret');
      for (const url of [
        'javascript:alert(1)',
        'file:///etc/passwd',
        '/relative',
        '',
        `${page}?${'q'.repeat(10_000)}`,
      ]) {
        const { code, message } = await reasonAgainst({ type: '$pageview', url });
        expect([code, message]).toEqual(['INVALID_EVENT', expect.stringMatching(/^url/)]);
      }
    });

    it('E24 keeps what looks like SQL or another record as it is', async () => {
      const title = `'; DROP TABLE events; -- "}\n{"type":"x"}\\'\t{workspaceId:String}`;
      await send({ ...custom, title, props: { [title]: title } });
      expect(await bench.taken()).toMatchObject([{ title, props: { [title]: title } }]);
    });

    it('E27 of a bot is refused and counted', async () => {
      const answer = await send(custom, { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
      expect([answer.status, answer.body]).toEqual([400, errorBody('BAD_REQUEST', expect.stringContaining('BOT'))]);
      expect(await served.registry.metrics()).toMatch(/footfall_ingest_events_rejected_total\{code="BOT"\} 1/);
      expect(await bench.taken()).toEqual([]);
    });
  });

  describe('old salts', () => {
    it('are looked for when the app starts, before anybody visits', async () => {
      await new Promise<void>((resolve, reject) => {
        const pipeline: Pipeline = {
          times: new StepTimes(),
          enrich: () => Promise.resolve([]),
          forgetOldSalts: async () => resolve(),
        };
        bench.serve({ pipeline }).catch(reject);
      });
      expect(await bench.taken()).toEqual([]);
    });
  });

  describe('the visitor', () => {
    const visitorOf = async (headers: Record<string, string>) => {
      await send(custom, headers);
      const [event] = await bench.taken();
      return event?.visitorId;
    };

    it('E21 is told apart by the address a trusted proxy gives, not by what is before it', async () => {
      const one = await visitorOf({ 'X-Forwarded-For': '192.0.2.1' });
      const two = await visitorOf({ 'X-Forwarded-For': '192.0.2.2' });
      const spoofed = await visitorOf({ 'X-Forwarded-For': '192.0.2.2, 198.51.100.7, 192.0.2.1' });
      expect(one).not.toBe(two);
      expect(spoofed).toBe(one);
    });

    it('E21 is taken with an address that is none, or a hundred of them', async () => {
      for (const forwardedFor of ['garbage', 'fe80::1%eth0', Array.from({ length: 100 }, () => '10.0.0.1').join()]) {
        expect(await visitorOf({ 'X-Forwarded-For': forwardedFor })).toMatch(/^[0-9a-f]{16}$/);
      }
    });

    it('A30 is never kept by its address in the reasons that the workspace is shown', async () => {
      const { message } = await reasonOfSecret({ ...custom, ip: '192.0.2.77:80' });
      expect(message).toBe('ip must be an IPv4 or IPv6 address, got "192.0.2.77:80"');
      const isReported = async () => (await bench.state.reports.recent(tenant.workspaceId)).join('').includes('IPv6');
      while (!(await isReported())) await new Promise((resolve) => setTimeout(resolve, 10));
      expect((await bench.state.reports.recent(tenant.workspaceId)).join('')).not.toContain('192.0.2.77');
    });

    it('is given by a server with a secret key, by its user agent and address', async () => {
      const server = { 'X-API-Key': tenant.secretKey, 'User-Agent': 'curl/8' };
      const of = (ip: string) => ({ ...custom, ip, userAgent: chrome });
      expect((await send({ events: [of('192.0.2.1'), of('192.0.2.2'), of('192.0.2.1')] }, server)).status).toBe(202);
      const [first, second, third] = await bench.taken();
      expect(first?.browser).toBe('Chrome');
      expect(first?.visitorId).toBe(third?.visitorId);
      expect(first?.visitorId).not.toBe(second?.visitorId);
    });
  });
});
