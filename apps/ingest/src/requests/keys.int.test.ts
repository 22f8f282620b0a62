/** Keys of requests to the ingest server, and its other paths. */
import { request } from 'node:http';
import { generateApiKey } from '@footfall/auth';
import { createKeyStore } from '@footfall/warehouse';
import { type ReadResponse, chrome, errorBody, pageview, post, type Tenant } from '../serve.fixture.ts';
import { sharedRig } from '../shared-rig.fixture.ts';

describe('the ingest server', () => {
  const shared = sharedRig();
  const accepted = { success: true, accepted: 1, rejected: [] };
  const site = 'https://www.example.com';

  describe('keys', () => {
    it.each([
      ['Authorization', (key: string) => ({ Authorization: `Bearer ${key}` })],
      ['X-API-Key', (key: string) => ({ 'X-API-Key': key })],
    ])('accepts a public and a secret key in %s', async (_header, headers) => {
      for (const key of [shared.tenant.publicKey, shared.tenant.secretKey]) {
        const response = await post(shared.served.eventsUrl, pageview, headers(key));
        expect([response.status, response.body]).toEqual([202, accepted]);
      }
      const events = await shared.rig.taken();
      expect(events.map((event) => event.workspaceId)).toEqual([shared.tenant.workspaceId, shared.tenant.workspaceId]);
    });

    it('accepts a public key in the query string, for one event and for a batch', async () => {
      const url = `${shared.served.eventsUrl}?key=${shared.tenant.publicKey}`;
      expect((await post(url, pageview)).status).toBe(202);
      expect((await post(url, { events: [pageview] })).status).toBe(202);
      expect(await shared.rig.taken()).toHaveLength(2);
    });

    it('accepts a public key next to the events', async () => {
      const response = await post(shared.served.eventsUrl, { events: [pageview], key: shared.tenant.publicKey });
      expect([response.status, response.body]).toEqual([202, accepted]);
      expect(await shared.rig.taken()).toHaveLength(1);
    });

    it('G17 refuses one header that is sent twice with different keys', async () => {
      const { publicKey } = shared.tenant;
      const statusOf = (headers: Record<string, string[]>) =>
        new Promise<number | undefined>((resolve, reject) => {
          const sent = request(shared.served.eventsUrl, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', 'User-Agent': chrome, ...headers },
          });
          sent.once('response', (response) => resolve(response.resume().statusCode));
          sent.once('error', reject).end(JSON.stringify(pageview));
        });
      expect(await statusOf({ 'X-API-Key': [publicKey, shared.other.publicKey] })).toBe(401);
      expect(await statusOf({ Authorization: [`Bearer ${publicKey}`, `Bearer ${shared.other.publicKey}`] })).toBe(401);
      expect(await statusOf({ Authorization: [`Bearer ${publicKey}`, `Bearer ${publicKey}`] })).toBe(202);
      expect(await shared.rig.taken()).toHaveLength(1);
    });

    it('accepts the same key in several places', async () => {
      const body = { events: [pageview], key: shared.tenant.publicKey };
      const response = await post(`${shared.served.eventsUrl}?key=${shared.tenant.publicKey}`, body, {
        Authorization: `Bearer ${shared.tenant.publicKey}`,
        'X-API-Key': shared.tenant.publicKey,
      });
      expect(response.status).toBe(202);
      expect(await shared.rig.taken()).toHaveLength(1);
    });

    it.each([
      [
        'in both headers',
        '',
        {},
        (a: Tenant, b: Tenant) => ({ Authorization: `Bearer ${a.publicKey}`, 'X-API-Key': b.publicKey }),
      ],
      ['in a header and the query', 'query', {}, (a: Tenant) => ({ 'X-API-Key': a.publicKey })],
      ['in a header and the body', '', 'body', (a: Tenant) => ({ 'X-API-Key': a.publicKey })],
      ['in the query and the body', 'query', 'body', () => ({})],
      ['twice in the query', 'both', {}, () => ({})],
    ])('E11 refuses keys that disagree: %s', async (_where, inQuery, inBody, headers) => {
      const query = {
        query: `?key=${shared.other.publicKey}`,
        both: `?key=${shared.other.publicKey}&key=${shared.tenant.publicKey}`,
        '': '',
      };
      const body =
        inBody === 'body'
          ? { events: [pageview], key: inQuery ? shared.tenant.publicKey : shared.other.publicKey }
          : pageview;
      const url = shared.served.eventsUrl + query[inQuery as keyof typeof query];
      const response = await post(url, body, headers(shared.tenant, shared.other));
      expect([response.status, response.body]).toEqual([401, errorBody('UNAUTHORIZED')]);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await shared.rig.taken()).toEqual([]);
    });

    it('D9 refuses a revoked key at once after the notification', async () => {
      const { rig } = shared;
      const listeners: (() => void)[] = [];
      const onChange = (listener: () => void) => void listeners.push(listener);
      const { eventsUrl } = await rig.serve({ state: { ...rig.state, onChange } });
      const { keyId, key } = await rig.keyStore.createKey(shared.tenant.workspaceId, { type: 'public' });
      const send = async () => (await post(eventsUrl, pageview, { 'X-API-Key': key })).status;
      expect(await send()).toBe(202);
      // Another process.
      await createKeyStore(rig.warehouse, Date.now).revokeKey(keyId);
      expect(await send()).toBe(202);
      for (const listener of listeners) listener();
      expect(await send()).toBe(401);
    });

    it('refuses missing, malformed, unknown and revoked keys with the same response', async () => {
      const gone = await shared.rig.keyStore.createKey(shared.tenant.workspaceId, { type: 'public' });
      await shared.rig.keyStore.revokeKey(gone.keyId);
      const wrong = [
        {},
        { 'X-API-Key': 'nonsense' },
        { 'X-API-Key': generateApiKey('public') },
        { 'X-API-Key': gone.key },
      ];
      const responses = await Promise.all(wrong.map((headers) => post(shared.served.eventsUrl, pageview, headers)));
      expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
      expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      const ways =
        'Authorization: Bearer <key>, or X-API-Key; a public key may also be sent as ?key= in the URL, or as key next to';
      expect(responses[0]?.body).toEqual(errorBody('UNAUTHORIZED', expect.stringContaining(ways)));
    });

    it.each([17, '', true, {}, ['pk_live_x']])('refuses a key in the body that is %p', async (key) => {
      const response = await post(shared.served.eventsUrl, { events: [pageview], key });
      expect([response.status, response.body]).toEqual([401, errorBody('UNAUTHORIZED')]);
    });

    it('A7 treats null in the body as no key', async () => {
      const body = { events: [pageview], key: null };
      expect((await post(shared.served.eventsUrl, body)).status).toBe(401);
      expect((await post(shared.served.eventsUrl, body, { 'X-API-Key': shared.tenant.publicKey })).status).toBe(202);
    });

    it('E11 refuses keys that disagree even if one is a secret key in the query string or the body', async () => {
      const { publicKey, secretKey } = shared.tenant;
      const headers = { 'X-API-Key': publicKey };
      const inQuery = await post(`${shared.served.eventsUrl}?key=${secretKey}`, pageview, headers);
      const inBody = await post(shared.served.eventsUrl, { events: [pageview], key: secretKey }, headers);
      expect([inQuery.status, inBody.status]).toEqual([401, 401]);
      expect(await shared.rig.taken()).toEqual([]);
    });

    it('refuses a secret key in the query string or the body, known or not', async () => {
      for (const key of [shared.tenant.secretKey, generateApiKey('secret')]) {
        const inQuery = await post(`${shared.served.eventsUrl}?key=${key}`, pageview);
        const inBody = await post(shared.served.eventsUrl, { events: [pageview], key });
        expect([inQuery.status, inBody.status]).toEqual([403, 403]);
        const message = 'A secret key must be sent in a header; only a public key may be sent in the URL or the body';
        expect([inQuery.body, inBody.body]).toEqual([errorBody('FORBIDDEN', message), errorBody('FORBIDDEN', message)]);
      }
      expect(await shared.rig.taken()).toEqual([]);
    });

    it('E10 refuses a secret key from a page, counts it and never logs it', async () => {
      const fresh = await shared.rig.serve();
      for (const origin of [site, 'null']) {
        const response = await post(fresh.eventsUrl, pageview, {
          'X-API-Key': shared.tenant.secretKey,
          Origin: origin,
        });
        expect([response.status, response.body]).toEqual([403, errorBody('FORBIDDEN')]);
      }
      expect(await fresh.registry.metrics()).toContain(
        'footfall_ingest_keys_refused_total{reason="SECRET_KEY_IN_PAGE"} 2',
      );
      expect(fresh.log.join('')).not.toContain(shared.tenant.secretKey);
      expect(await shared.rig.taken()).toEqual([]);
    });
  });

  describe('requests without a valid key', () => {
    it('have the limits of the Free plan for each address, and its headers', async () => {
      const { eventsUrl } = await shared.rig.serve({ settings: { TRUST_PROXY: 'loopback' } });
      const from = (address: string, headers = {}) =>
        post(eventsUrl, pageview, { 'X-Forwarded-For': address, ...headers });
      const responses = [];
      for (let sent = 0; sent < 101; sent += 1) responses.push(await from('192.0.2.7'));
      expect(responses.slice(0, 100).every(({ status }) => status === 401)).toBe(true);
      const [first, last] = [responses[0], responses[100]];
      expect([first?.headers.get('x-ratelimit-limit'), first?.headers.get('x-ratelimit-remaining')]).toEqual([
        '60',
        '59',
      ]);
      expect(first?.headers.get('x-ratelimit-reset')).toBe(last?.headers.get('x-ratelimit-reset'));
      expect([last?.status, last?.body]).toEqual([429, errorBody('RATE_LIMIT')]);
      expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(last?.headers.get('x-ratelimit-remaining')).toBe('0');
      expect((await from('192.0.2.8')).status).toBe(401);
      expect((await from('192.0.2.7', { 'X-API-Key': shared.tenant.publicKey })).status).toBe(202);
    });

    it.each([
      ['another valid key', () => shared.other.publicKey, '192.0.2.11'],
      ['an invalid key', () => 17, '192.0.2.12'],
      ['a secret key', () => shared.tenant.secretKey, '192.0.2.13'],
    ])('A6 include those with %s in the body and a valid one in the header', async (_what, keyInBody, address) => {
      const { eventsUrl } = await shared.rig.serve({ settings: { TRUST_PROXY: 'loopback' } });
      const body = { events: [pageview], key: keyInBody() };
      const from = { 'X-Forwarded-For': address, 'X-API-Key': shared.tenant.publicKey };
      const responses: ReadResponse[] = [];
      for (let sent = 0; sent < 101; sent += 1) responses.push(await post(eventsUrl, body, from));
      expect(responses.map((response) => response.status)).toEqual([...Array<number>(100).fill(401), 429]);
      const headers = ['x-ratelimit-limit', 'x-ratelimit-remaining'].map((name) => responses[0]?.headers.get(name));
      expect(headers).toEqual(['60', '59']);
      expect(Number(responses[0]?.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000);
      expect(await shared.rig.taken()).toEqual([]);
    });

    it('G15 share one limit in a /64', async () => {
      const { eventsUrl } = await shared.rig.serve({ settings: { TRUST_PROXY: 'loopback' } });
      const statusFrom = async (address: string) =>
        (await post(eventsUrl, pageview, { 'X-Forwarded-For': address })).status;
      const statuses = [];
      for (let sent = 0; sent < 101; sent += 1) statuses.push(await statusFrom(`2001:db8:15:1:${sent}::1`));
      expect(statuses).toEqual([...Array<number>(100).fill(401), 429]);
      expect(await statusFrom('2001:db8:15:2::1')).toBe(401);
    });

    it('have those headers if another check fails first as well', async () => {
      const response = await post(shared.served.eventsUrl, 'not json');
      expect(response.status).toBe(400);
      expect(response.headers.get('x-ratelimit-limit')).toBe('60');
    });
  });

  describe('other paths of the server', () => {
    it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('refuses %s at the path of events', async (method) => {
      const response = await fetch(shared.served.eventsUrl, { method, headers: { Origin: site } });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('POST, OPTIONS');
      expect(response.headers.get('access-control-allow-origin')).toBe(site);
      expect(await response.json()).toEqual(errorBody('METHOD_NOT_ALLOWED'));
    });

    it.each(['/api/v1/events/', '/api/v1/event', '/api/v1/eventsx?key=1', '/API/v1/events', '//api/v1/events'])(
      'responds with 404 at %s',
      async (path) => {
        const response = await post(shared.served.url + path, pageview, { 'X-API-Key': shared.tenant.publicKey });
        expect([response.status, response.body]).toEqual([404, errorBody('NOT_FOUND')]);
        expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      },
    );

    it('serves health, readiness and metrics', async () => {
      const [health, ready, metrics] = await Promise.all(
        ['/healthz', '/readyz', '/metrics'].map((path) => fetch(shared.served.url + path)),
      );
      expect([health?.status, ready?.status]).toEqual([200, 200]);
      const numbers = await metrics?.text();
      expect(numbers).toMatch(/footfall_ingest_events_accepted_total \d+/);
      expect(numbers).toMatch(/footfall_ingest_requests_total\{status="202"\} \d+/);
      expect(numbers).toMatch(/footfall_ingest_in_flight_requests 0/);
      expect(numbers).toMatch(/footfall_ingest_in_flight_bytes 0/);
    });

    it('sends a different request ID with every response', async () => {
      const responses = await Promise.all(
        [1, 2].map(() => post(shared.served.eventsUrl, pageview, { 'X-Request-Id': 'mine' })),
      );
      const ids = responses.map(({ headers }) => headers.get('x-request-id'));
      expect(new Set(ids).size).toBe(2);
      expect(ids).not.toContain('mine');
    });
  });
});
