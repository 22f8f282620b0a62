/** Events sent to the ingest server: the verdicts on them, and the stored values. */
import { errorBody, page, post } from '../serve.fixture.ts';
import { sharedRig } from '../shared-rig.fixture.ts';
import { custom, verdictsOf } from './verdicts.fixture.ts';

const shared = sharedRig({ settings: { TRUST_PROXY: 'loopback' } });
const { send, reasonAgainst } = verdictsOf(shared);

describe('an event', () => {
  it('gets a UUID of version 7 if it has no ID, and keeps the one that it has', async () => {
    const id = '0B8A1C1E-8D1F-4B3A-9C77-1A2B3C4D5E6F';
    await send({ events: [custom, { ...custom, id }] });
    const [made, kept] = await shared.rig.taken();
    expect(made?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(kept?.id).toBe(id.toLowerCase());
  });

  it('E14 E15 is published under its ID and workspace each time it is sent', async () => {
    const event = { ...custom, id: '0b8a1c1e-8d1f-4b3a-9c77-1a2b3c4d5e6f' };
    const responses = await Promise.all([
      send(event),
      send(event),
      post(shared.served.eventsUrl, event, { 'X-API-Key': shared.other.publicKey }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202]);
    const events = await shared.rig.taken();
    expect(new Set(events.map(({ id }) => id))).toEqual(new Set([event.id]));
    expect(events.map(({ workspaceId }) => workspaceId).toSorted()).toEqual(
      [shared.tenant.workspaceId, shared.tenant.workspaceId, shared.other.workspaceId].toSorted(),
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
    ['an invalid ID', { ...custom, id: '17' }, /^id/],
    ['a prop of the wrong type', { ...custom, props: { a: [] } }, /^props.*"a"/],
    [
      'too many props',
      { ...custom, props: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, n])) },
      /^props.*50/,
    ],
    ['a long title', { ...custom, title: 'x'.repeat(513) }, /^title.*512/],
  ])('is refused with the name of the field for %s', async (_name, event, message) => {
    expect(await reasonAgainst(event)).toEqual({ code: 'INVALID_EVENT', message: expect.stringMatching(message) });
  });

  it.each([
    [{ props: { flat: 1, a: { c: 2, b: { d: 3 } } } }, 'props["a"]["b"]', 'an object with 1 field'],
    [{ referrer: [[[], 'x']] }, 'referrer["0"]["0"]', 'a list of 0'],
    [{ 'a\n"b': { c: { d: [1] } } }, '"a\\n\\"b"["c"]["d"]', 'a list of 1'],
  ])('is refused if it is nested more than 3 deep, with the field: %j', async (fields, field, got) => {
    expect(await reasonAgainst({ type: 'x', ...fields })).toEqual({
      code: 'EVENT_TOO_LARGE',
      message: `an event must be nested at most 3 deep: ${field} must not be an object or a list, got ${got}`,
    });
  });

  it('E16 changes no prototype, and keeps unusual names as data', async () => {
    const props = '{"__proto__":"x","constructor":"y","toString":1,"":true,"a.b":1,"a":"c"}';
    const response = await send(`{"type":"signup","props":${props}}`);
    expect(response.status).toBe(202);
    const [event] = await shared.rig.taken();
    expect(new Map(Object.entries(event?.props ?? {}))).toEqual(new Map(Object.entries(JSON.parse(props) as object)));
    expect({}).not.toHaveProperty('x');
    expect(await reasonAgainst(JSON.parse('{"type":"x","__proto__":{"admin":true}}'))).toEqual({
      code: 'INVALID_EVENT',
      message: expect.stringContaining('"__proto__"'),
    });
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('E16 with 10,000 keys is refused without effect on other events of its batch', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, 1]));
    expect((await reasonAgainst({ ...custom, props: many })).code).toBe('EVENT_TOO_LARGE');
    const { message } = await reasonAgainst({
      ...custom,
      ...Object.fromEntries(Object.entries(many).slice(0, 2000)),
    });
    expect(message.length).toBeLessThan(500);
  });

  it('E18 is made well-formed without effect on other events of its batch', async () => {
    const odd = 'a\\ud800b\\u0000c\\u2028d\u202e\u0645 👩‍💻 𠜎';
    const response = await send(
      `{"events":[{"type":"signup","title":"${odd}","props":{"${odd}":"${odd}"}},{"type":"next"}]}`,
    );
    expect([response.status, response.body]).toEqual([202, { success: true, accepted: 2, rejected: [] }]);
    const stored = 'a\ufffdb\u0000c\u2028d\u202e\u0645 👩‍💻 𠜎';
    expect(await shared.rig.taken()).toMatchObject([{ title: stored, props: { [stored]: stored } }, { type: 'next' }]);
  });

  it('E19 has finite numbers in range, or is refused with the name of the field', async () => {
    const response = await send(
      '{"type":"x","props":{"zero":-0,"big":9007199254740993,"huge":123456789012345678901234567890}}',
    );
    expect(response.status).toBe(202);
    expect(await shared.rig.taken()).toMatchObject([
      { props: { zero: 0, big: 9007199254740992, huge: 1.2345678901234568e29 } },
    ]);
    const infinite = await send('{"type":"x","props":{"a":1e400}}');
    expect(infinite.body).toEqual(errorBody('BAD_REQUEST', expect.stringMatching(/props\["a"\] .*, got Infinity$/)));
    const scrolled = { type: '$pageleave', url: page, scrollDepth: 100.01 };
    expect((await reasonAgainst(scrolled)).message).toMatch(/^scrollDepth must be .*100/);
    expect((await send('{"type":"x","props":{"a":NaN}}')).status).toBe(400);
  });

  it('E20 with an impossible time gets the time received, or is refused', async () => {
    const day = 86_400_000;
    for (const timestamp of [0, -1, Date.UTC(9999, 0), Date.now() + day, Date.now() - 366 * day]) {
      await send({ ...custom, timestamp });
      const [event] = await shared.rig.taken();
      expect([event?.timestampSource, event?.timestamp]).toEqual(['received', event?.receivedAt]);
    }
    expect((await reasonAgainst({ ...custom, timestamp: 'yesterday' })).code).toBe('INVALID_TIMESTAMP');
  });

  it('E22 with a hostile user agent is enriched in bounded time', async () => {
    const hostile = `Mozilla/5.0 ${'(Linux; '.repeat(1000)}`;
    const response = await send(custom, { 'User-Agent': hostile });
    expect(response.status).toBe(202);
    expect(await shared.rig.taken()).toMatchObject([{ browser: 'Unknown' }]);
  });

  it('E23 has an http URL without secrets', async () => {
    const secretive = 'https://user:secret@www.example.com/a%zz?token=secret&utm_source=mail#frag';
    expect((await send({ type: '$pageview', url: secretive })).status).toBe(202);
    const events = await shared.rig.taken();
    expect(events).toMatchObject([{ hostname: 'www.example.com', path: '/a%zz', utmSource: 'mail' }]);
    expect(JSON.stringify(events)).not.toContain('secret');
    for (const url of ['javascript:alert(1)', 'file:///etc/passwd', '/relative', '', `${page}?${'q'.repeat(10_000)}`]) {
      const { code, message } = await reasonAgainst({ type: '$pageview', url });
      expect([code, message]).toEqual(['INVALID_EVENT', expect.stringMatching(/^url/)]);
    }
  });

  it('E24 keeps text that looks like SQL or another record unchanged', async () => {
    const title = `'; DROP TABLE events; -- "}\n{"type":"x"}\\'\t{workspaceId:String}`;
    await send({ ...custom, title, props: { [title]: title } });
    expect(await shared.rig.taken()).toMatchObject([{ title, props: { [title]: title } }]);
  });

  it('E27 of a bot is refused and counted', async () => {
    const response = await send(custom, { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
    expect([response.status, response.body]).toEqual([400, errorBody('BAD_REQUEST', expect.stringContaining('BOT'))]);
    expect(await shared.served.registry.metrics()).toMatch(/footfall_ingest_events_rejected_total\{code="BOT"\} 1/);
    expect(await shared.rig.taken()).toEqual([]);
  });
});
