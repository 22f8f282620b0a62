/** docs/openapi.json describes the bodies that the server accepts, and the headers of its responses. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventLimits } from '@footfall/schemas';
import { z } from 'zod';
import { type ReadResponse, page, pageview } from '../serve.fixture.ts';
import { sharedRig } from '../shared-rig.fixture.ts';
import { custom, verdictsOf } from './verdicts.fixture.ts';

const document = JSON.parse(
  readFileSync(join(__dirname, '../../../../docs/openapi.json'), 'utf8').replaceAll(
    '#/components/schemas/',
    '#/$defs/',
  ),
);
const described = z.fromJSONSchema({ $ref: '#/$defs/EventOrBatch', $defs: document.components.schemas });
const isDescribed = (body: unknown) => described.safeParse(body).success;

const shared = sharedRig({ settings: { TRUST_PROXY: 'loopback' } });
const { send } = verdictsOf(shared);
const sendAsServer = (body: unknown) => send(body, { 'X-API-Key': shared.tenant.secretKey });

const leave = { type: '$pageleave', url: page };
const now = new Date();
const [day, clock] = now.toISOString().split('T');

describe('a body that the server accepts is valid in docs/openapi.json', () => {
  const optional = Object.keys(document.components.schemas.Event.properties).filter((name) => name !== 'type');

  it.each<[string, unknown]>([
    ['null in each optional field', { ...custom, ...Object.fromEntries(optional.map((name) => [name, null])) }],
    ['null in a property', { ...custom, props: { plan: null, seats: 3, trial: true, coupon: 'x' } }],
    ['null in the fields of a batch', { events: [custom], sentAt: null, key: null }],
    ['a referrer that is not a string', { ...custom, referrer: 17 }],
    ['a referrer that is too long', { ...custom, referrer: 'x'.repeat(eventLimits.referrerCharsMax + 1) }],
    ['a URL in capitals', { ...custom, url: 'HTTPS://WWW.EXAMPLE.COM/' }],
    ['a time in milliseconds', { ...custom, timestamp: now.getTime() }],
    ['a time', { ...custom, timestamp: now.toISOString() }],
    ['a date', { ...custom, timestamp: day }],
    ['a time without an offset', { ...custom, timestamp: `${day}T${clock?.slice(0, 5)}` }],
    ['a time with a space and a short offset', { ...custom, timestamp: `${day} ${clock?.slice(0, 8)},5+00` }],
    ['a time of sending with an offset', { events: [custom], sentAt: `${day}T${clock?.slice(0, 8)}+00:00` }],
    ['everything about leaving a page', { ...leave, scrollDepth: 100, engagedSeconds: 86_400, continued: true }],
    ['the longest texts', { ...pageview, title: 'x'.repeat(512), visitorId: 'x'.repeat(64), sessionId: 'x' }],
    ['a property with the longest name', { ...custom, props: { ['x'.repeat(eventLimits.propKeyCharsMax)]: '' } }],
  ])('%s', async (_name, body) => {
    const { status } = await send(body);
    expect([status, isDescribed(body)]).toEqual([202, true]);
  });

  it('fields that only a server may send', async () => {
    const body = { ...custom, userAgent: '', ip: '2001:db8::1' };
    const { status } = await sendAsServer(body);
    expect([status, isDescribed(body)]).toEqual([202, true]);
  });
});

it.each<[string, unknown]>([
  ['no type', { url: page }],
  ['null for a type', { type: null }],
  ['an empty type', { type: '' }],
  ['a type that is too long', { type: 'x'.repeat(eventLimits.typeCharsMax + 1) }],
  ['an unknown type with a $', { type: '$pageviews' }],
  ['an unknown field', { ...custom, colour: null }],
  ['an ID that is not a UUID', { ...custom, id: 'one' }],
  ['a time in words', { ...custom, timestamp: 'yesterday' }],
  ['a month that no year has', { ...custom, timestamp: '2026-13-01' }],
  ['an empty visitor ID', { ...custom, visitorId: '' }],
  ['an empty URL', { ...custom, url: '' }],
  ['a relative URL', { ...custom, url: '/pricing' }],
  ['a URL that is too long', { ...custom, url: page.padEnd(eventLimits.urlCharsMax + 1, 'x') }],
  ['a title that is too long', { ...custom, title: 'x'.repeat(eventLimits.titleCharsMax + 1) }],
  ['a scroll depth of more than 100', { ...leave, scrollDepth: 101 }],
  ['more than a day of engagement', { ...leave, engagedSeconds: eventLimits.engagedSecondsMax + 1 }],
  ['a text for a truth value', { ...leave, continued: 'true' }],
  ['a list of properties', { ...custom, props: [] }],
  ['a property that is an object', { ...custom, props: { plan: {} } }],
  ['a property that is too long', { ...custom, props: { plan: 'x'.repeat(eventLimits.propValueCharsMax + 1) } }],
  ['a property whose name is too long', { ...custom, props: { ['x'.repeat(eventLimits.propKeyCharsMax + 1)]: 1 } }],
  ['an empty address', { ...custom, ip: '' }],
  ['an address that is too long', { ...custom, ip: '1'.repeat(eventLimits.ipCharsMax + 1) }],
  ['a user agent that is too long', { ...custom, userAgent: 'x'.repeat(eventLimits.userAgentCharsMax + 1) }],
  ['no events', { events: [] }],
  ['null for the events', { events: null }],
  ['an unknown field of a batch', { events: [custom], sent: 1 }],
  ['a time of sending in words', { events: [custom], sentAt: 'now' }],
  ['a list', [custom]],
])('a body that the server refuses is not valid in docs/openapi.json: %s', async (_name, body) => {
  const { status } = await sendAsServer(body);
  expect([status, isDescribed(body)]).toEqual([400, false]);
});

describe('each header that docs/openapi.json describes is described for every status with it', () => {
  const known = Object.keys(document.components.headers);
  const [events, pixel] = [document.paths['/api/v1/events'].post, document.paths['/api/v1/page.gif'].get];
  const expectDescribed = (operation: typeof events, { status, headers }: Pick<ReadResponse, 'status' | 'headers'>) => {
    const names = Object.keys(operation.responses[status].headers);
    expect(names).toEqual(expect.arrayContaining(known.filter((name) => headers.has(name))));
    expect(headers.has('X-Request-Id')).toBe(true);
  };

  it.each<[number, unknown, Record<string, string>]>([
    [202, custom, {}],
    [400, {}, {}],
    [401, custom, { 'X-API-Key': 'pk_live_unknown' }],
    [413, `{${' '.repeat(eventLimits.bodyBytesMax)}}`, {}],
    [415, custom, { 'Content-Type': 'text/html' }],
    [403, custom, { 'X-API-Key': 'secret', Origin: 'https://www.example.com' }],
  ])('%i', async (status, body, headers) => {
    const key = headers['X-API-Key'] === 'secret' ? { 'X-API-Key': shared.tenant.secretKey } : {};
    const response = await send(body, { ...headers, ...key });
    expect(response.status).toBe(status);
    expectDescribed(events, response);
  });

  it('202 and 429 with a quota', async () => {
    const served = await shared.rig.serve({ settings: { INGEST_EVENTS_PER_MINUTE: 1 } });
    const responses = [];
    for (const status of [202, 429]) {
      const response = await fetch(served.eventsUrl, {
        method: 'POST',
        headers: { ...shared.key, 'Content-Type': 'application/json', 'User-Agent': 'MyApp/1.0' },
        body: JSON.stringify(custom),
      });
      await response.body?.cancel();
      expect(response.status).toBe(status);
      expect(response.headers.has('X-RateLimit-Limit')).toBe(true);
      responses.push(response);
    }
    for (const response of responses) expectDescribed(events, response);
  });

  it('405, and the pixel', async () => {
    expectDescribed(events, await fetch(shared.served.eventsUrl));
    for (const key of [shared.tenant.publicKey, 'pk_live_unknown']) {
      const url = `${shared.served.url}/api/v1/page.gif?key=${key}&url=${page}`;
      const response = await fetch(url, { headers: { 'User-Agent': 'MyApp/1.0' } });
      await response.body?.cancel();
      expectDescribed(pixel, response);
    }
  });
});
