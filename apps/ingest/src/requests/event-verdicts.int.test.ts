/** Events sent to the ingest server: whether they are taken, and as what. */
import { errorBody, page, post } from '../serve.fixture.ts';
import { sharedBench } from '../shared-bench.fixture.ts';
import { custom, verdictsOf } from './verdicts.fixture.ts';

const rig = sharedBench({ settings: { TRUST_PROXY: 'loopback' } });
const { send, reasonAgainst } = verdictsOf(rig);

describe('an event', () => {
  it('gets a UUID of version 7 when it has no id, and keeps its own', async () => {
    const id = '0B8A1C1E-8D1F-4B3A-9C77-1A2B3C4D5E6F';
    await send({ events: [custom, { ...custom, id }] });
    const [made, kept] = await rig.bench.taken();
    expect(made?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(kept?.id).toBe(id.toLowerCase());
  });

  it('E14 E15 goes on the bus under its own id and workspace each time it is sent', async () => {
    const event = { ...custom, id: '0b8a1c1e-8d1f-4b3a-9c77-1a2b3c4d5e6f' };
    const answers = await Promise.all([
      send(event),
      send(event),
      post(rig.served.eventsUrl, event, { 'X-API-Key': rig.other.publicKey }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    const events = await rig.bench.taken();
    expect(new Set(events.map(({ id }) => id))).toEqual(new Set([event.id]));
    expect(events.map(({ workspaceId }) => workspaceId).toSorted()).toEqual(
      [rig.tenant.workspaceId, rig.tenant.workspaceId, rig.other.workspaceId].toSorted(),
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
    const [event] = await rig.bench.taken();
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
    expect(await rig.bench.taken()).toMatchObject([{ title: stored, props: { [stored]: stored } }, { type: 'next' }]);
  });

  it('E19 has finite numbers in range, or is refused by field', async () => {
    const answer = await send(
      '{"type":"x","props":{"zero":-0,"big":9007199254740993,"huge":123456789012345678901234567890}}',
    );
    expect(answer.status).toBe(202);
    expect(await rig.bench.taken()).toMatchObject([
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
      const [event] = await rig.bench.taken();
      expect([event?.timestampSource, event?.timestamp]).toEqual(['received', event?.receivedAt]);
    }
    expect((await reasonAgainst({ ...custom, timestamp: 'yesterday' })).code).toBe('INVALID_TIMESTAMP');
  });

  it('E22 is judged by a hostile user agent in bounded time', async () => {
    const hostile = `Mozilla/5.0 ${'(Linux; '.repeat(1000)}`;
    const answer = await send(custom, { 'User-Agent': hostile });
    expect(answer.status).toBe(202);
    expect(await rig.bench.taken()).toMatchObject([{ browser: 'Unknown' }]);
  });

  it('E23 has an http url without what it should not give away', async () => {
    const secretive = 'https://user:secret@www.example.com/a%zz?token=secret&utm_source=mail#frag';
    expect((await send({ type: '$pageview', url: secretive })).status).toBe(202);
    const events = await rig.bench.taken();
    expect(events).toMatchObject([{ hostname: 'www.example.com', path: '/a%zz', utmSource: 'mail' }]);
    expect(JSON.stringify(events)).not.toContain('secret');
    for (const url of ['javascript:alert(1)', 'file:///etc/passwd', '/relative', '', `${page}?${'q'.repeat(10_000)}`]) {
      const { code, message } = await reasonAgainst({ type: '$pageview', url });
      expect([code, message]).toEqual(['INVALID_EVENT', expect.stringMatching(/^url/)]);
    }
  });

  it('E24 keeps what looks like SQL or another record as it is', async () => {
    const title = `'; DROP TABLE events; -- "}\n{"type":"x"}\\'\t{workspaceId:String}`;
    await send({ ...custom, title, props: { [title]: title } });
    expect(await rig.bench.taken()).toMatchObject([{ title, props: { [title]: title } }]);
  });

  it('E27 of a bot is refused and counted', async () => {
    const answer = await send(custom, { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
    expect([answer.status, answer.body]).toEqual([400, errorBody('BAD_REQUEST', expect.stringContaining('BOT'))]);
    expect(await rig.served.registry.metrics()).toMatch(/footfall_ingest_events_rejected_total\{code="BOT"\} 1/);
    expect(await rig.bench.taken()).toEqual([]);
  });
});
