/** Keys of requests to the ingest server, and every other path of it. */
import { request } from 'node:http';
import { generateApiKey } from '@footfall/auth';
import { type Answer, chrome, errorBody, pageview, post, type Tenant } from '../serve.fixture.ts';
import { sharedBench } from '../shared-bench.fixture.ts';

describe('the ingest server', () => {
  const rig = sharedBench();
  const accepted = { success: true, accepted: 1, rejected: [] };
  const site = 'https://www.example.com';

  describe('keys', () => {
    it.each([
      ['Authorization', (key: string) => ({ Authorization: `Bearer ${key}` })],
      ['X-API-Key', (key: string) => ({ 'X-API-Key': key })],
    ])('accepts a public and a secret key in %s', async (_header, headers) => {
      for (const key of [rig.tenant.publicKey, rig.tenant.secretKey]) {
        const answer = await post(rig.served.eventsUrl, pageview, headers(key));
        expect([answer.status, answer.body]).toEqual([202, accepted]);
      }
      const events = await rig.bench.taken();
      expect(events.map((event) => event.workspaceId)).toEqual([rig.tenant.workspaceId, rig.tenant.workspaceId]);
    });

    it('accepts a public key in the query string, for one event and for a batch', async () => {
      const url = `${rig.served.eventsUrl}?key=${rig.tenant.publicKey}`;
      expect((await post(url, pageview)).status).toBe(202);
      expect((await post(url, { events: [pageview] })).status).toBe(202);
      expect(await rig.bench.taken()).toHaveLength(2);
    });

    it('accepts a public key beside the events', async () => {
      const answer = await post(rig.served.eventsUrl, { events: [pageview], key: rig.tenant.publicKey });
      expect([answer.status, answer.body]).toEqual([202, accepted]);
      expect(await rig.bench.taken()).toHaveLength(1);
    });

    it('G17 refuses one header that is sent twice with different keys', async () => {
      const { publicKey } = rig.tenant;
      const statusOf = (headers: Record<string, string[]>) =>
        new Promise<number | undefined>((resolve, reject) => {
          const sent = request(rig.served.eventsUrl, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', 'User-Agent': chrome, ...headers },
          });
          sent.once('response', (response) => resolve(response.resume().statusCode));
          sent.once('error', reject).end(JSON.stringify(pageview));
        });
      expect(await statusOf({ 'X-API-Key': [publicKey, rig.other.publicKey] })).toBe(401);
      expect(await statusOf({ Authorization: [`Bearer ${publicKey}`, `Bearer ${rig.other.publicKey}`] })).toBe(401);
      expect(await statusOf({ Authorization: [`Bearer ${publicKey}`, `Bearer ${publicKey}`] })).toBe(202);
      expect(await rig.bench.taken()).toHaveLength(1);
    });

    it('accepts the same key in several places', async () => {
      const body = { events: [pageview], key: rig.tenant.publicKey };
      const answer = await post(`${rig.served.eventsUrl}?key=${rig.tenant.publicKey}`, body, {
        Authorization: `Bearer ${rig.tenant.publicKey}`,
        'X-API-Key': rig.tenant.publicKey,
      });
      expect(answer.status).toBe(202);
      expect(await rig.bench.taken()).toHaveLength(1);
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
        query: `?key=${rig.other.publicKey}`,
        both: `?key=${rig.other.publicKey}&key=${rig.tenant.publicKey}`,
        '': '',
      };
      const body =
        inBody === 'body'
          ? { events: [pageview], key: inQuery ? rig.tenant.publicKey : rig.other.publicKey }
          : pageview;
      const url = rig.served.eventsUrl + query[inQuery as keyof typeof query];
      const answer = await post(url, body, headers(rig.tenant, rig.other));
      expect([answer.status, answer.body]).toEqual([401, errorBody('UNAUTHORIZED')]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(await rig.bench.taken()).toEqual([]);
    });

    it('D9 refuses a key at once when it is announced that keys have changed', async () => {
      const { keyId, key } = await rig.bench.keyStore.createKey(rig.tenant.workspaceId, { type: 'public' });
      const send = async () => (await post(rig.served.eventsUrl, pageview, { 'X-API-Key': key })).status;
      expect(await send()).toBe(202);
      await rig.bench.keyStore.revokeKey(keyId);
      await rig.bench.state.announceKeyChange();
      expect(await send()).toBe(401);
    });

    it('refuses missing, malformed, unknown and revoked keys alike', async () => {
      const gone = await rig.bench.keyStore.createKey(rig.tenant.workspaceId, { type: 'public' });
      await rig.bench.keyStore.revokeKey(gone.keyId);
      const wrong = [
        {},
        { 'X-API-Key': 'nonsense' },
        { 'X-API-Key': generateApiKey('public') },
        { 'X-API-Key': gone.key },
      ];
      const answers = await Promise.all(wrong.map((headers) => post(rig.served.eventsUrl, pageview, headers)));
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      const places =
        'Authorization: Bearer <key>, or X-API-Key; a public key also as ?key= in the URL, or as key beside';
      expect(answers[0]?.body).toEqual(errorBody('UNAUTHORIZED', expect.stringContaining(places)));
    });

    it.each([17, '', true, {}, ['pk_live_x']])('refuses a key in the body that is %p', async (key) => {
      const answer = await post(rig.served.eventsUrl, { events: [pageview], key });
      expect([answer.status, answer.body]).toEqual([401, errorBody('UNAUTHORIZED')]);
    });

    it('A7 takes null in the body for no key', async () => {
      const body = { events: [pageview], key: null };
      expect((await post(rig.served.eventsUrl, body)).status).toBe(401);
      expect((await post(rig.served.eventsUrl, body, { 'X-API-Key': rig.tenant.publicKey })).status).toBe(202);
    });

    it('E11 refuses keys that disagree even if one is a secret key in the query string or the body', async () => {
      const { publicKey, secretKey } = rig.tenant;
      const headers = { 'X-API-Key': publicKey };
      const inQuery = await post(`${rig.served.eventsUrl}?key=${secretKey}`, pageview, headers);
      const inBody = await post(rig.served.eventsUrl, { events: [pageview], key: secretKey }, headers);
      expect([inQuery.status, inBody.status]).toEqual([401, 401]);
      expect(await rig.bench.taken()).toEqual([]);
    });

    it('refuses a secret key in the query string or the body, known or not', async () => {
      for (const key of [rig.tenant.secretKey, generateApiKey('secret')]) {
        const inQuery = await post(`${rig.served.eventsUrl}?key=${key}`, pageview);
        const inBody = await post(rig.served.eventsUrl, { events: [pageview], key });
        expect([inQuery.status, inBody.status]).toEqual([403, 403]);
        expect(inQuery.body).toEqual(errorBody('FORBIDDEN'));
      }
      expect(await rig.bench.taken()).toEqual([]);
    });

    it('E10 refuses a secret key from a page, counts it and never logs it', async () => {
      const fresh = await rig.bench.serve();
      for (const origin of [site, 'null']) {
        const answer = await post(fresh.eventsUrl, pageview, { 'X-API-Key': rig.tenant.secretKey, Origin: origin });
        expect([answer.status, answer.body]).toEqual([403, errorBody('FORBIDDEN')]);
      }
      expect(await fresh.registry.metrics()).toContain(
        'footfall_ingest_keys_refused_total{reason="SECRET_KEY_IN_PAGE"} 2',
      );
      expect(fresh.log.join('')).not.toContain(rig.tenant.secretKey);
      expect(await rig.bench.taken()).toEqual([]);
    });
  });

  describe('requests without a valid key', () => {
    it('are limited as the Free plan is, for each address, and carry its headers', async () => {
      const { eventsUrl } = await rig.bench.serve({ settings: { TRUST_PROXY: 'loopback' } });
      const from = (address: string, headers = {}) =>
        post(eventsUrl, pageview, { 'X-Forwarded-For': address, ...headers });
      const answers = [];
      for (let sent = 0; sent < 101; sent += 1) answers.push(await from('192.0.2.7'));
      expect(answers.slice(0, 100).every(({ status }) => status === 401)).toBe(true);
      const [first, last] = [answers[0], answers[100]];
      expect([first?.headers.get('x-ratelimit-limit'), first?.headers.get('x-ratelimit-remaining')]).toEqual([
        '60',
        '59',
      ]);
      expect(first?.headers.get('x-ratelimit-reset')).toBe(last?.headers.get('x-ratelimit-reset'));
      expect([last?.status, last?.body]).toEqual([429, errorBody('RATE_LIMIT')]);
      expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(last?.headers.get('x-ratelimit-remaining')).toBe('0');
      expect((await from('192.0.2.8')).status).toBe(401);
      expect((await from('192.0.2.7', { 'X-API-Key': rig.tenant.publicKey })).status).toBe(202);
    });

    it.each([
      ['another key', () => rig.other.publicKey, '192.0.2.11'],
      ['a key that is none', () => 17, '192.0.2.12'],
      ['a secret key', () => rig.tenant.secretKey, '192.0.2.13'],
    ])('A6 are also those whose body has %s than a valid one in the header', async (_what, keyInBody, address) => {
      const { eventsUrl } = await rig.bench.serve({ settings: { TRUST_PROXY: 'loopback' } });
      const body = { events: [pageview], key: keyInBody() };
      const from = { 'X-Forwarded-For': address, 'X-API-Key': rig.tenant.publicKey };
      const answers: Answer[] = [];
      for (let sent = 0; sent < 101; sent += 1) answers.push(await post(eventsUrl, body, from));
      expect(answers.map((answer) => answer.status)).toEqual([...Array<number>(100).fill(401), 429]);
      const headers = ['x-ratelimit-limit', 'x-ratelimit-remaining'].map((name) => answers[0]?.headers.get(name));
      expect(headers).toEqual(['60', '59']);
      expect(Number(answers[0]?.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000);
      expect(await rig.bench.taken()).toEqual([]);
    });

    it('G15 are limited as one from a whole /64', async () => {
      const { eventsUrl } = await rig.bench.serve({ settings: { TRUST_PROXY: 'loopback' } });
      const statusFrom = async (address: string) =>
        (await post(eventsUrl, pageview, { 'X-Forwarded-For': address })).status;
      const statuses = [];
      for (let sent = 0; sent < 101; sent += 1) statuses.push(await statusFrom(`2001:db8:15:1:${sent}::1`));
      expect(statuses).toEqual([...Array<number>(100).fill(401), 429]);
      expect(await statusFrom('2001:db8:15:2::1')).toBe(401);
    });

    it('carry those headers also when something else is wrong first', async () => {
      const answer = await post(rig.served.eventsUrl, 'not json');
      expect(answer.status).toBe(400);
      expect(answer.headers.get('x-ratelimit-limit')).toBe('60');
    });
  });

  describe('everything else on the host', () => {
    it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('refuses %s where events go', async (method) => {
      const response = await fetch(rig.served.eventsUrl, { method, headers: { Origin: site } });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('POST, OPTIONS');
      expect(response.headers.get('access-control-allow-origin')).toBe(site);
      expect(await response.json()).toEqual(errorBody('METHOD_NOT_ALLOWED'));
    });

    it.each(['/', '/api/v1/events/', '/api/v1/event', '/api/v1/eventsx?key=1', '/API/v1/events', '//api/v1/events'])(
      'has nothing at %s',
      async (path) => {
        const answer = await post(rig.served.url + path, pageview, { 'X-API-Key': rig.tenant.publicKey });
        expect([answer.status, answer.body]).toEqual([404, errorBody('NOT_FOUND')]);
        expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      },
    );

    it('is healthy, ready and tells its numbers', async () => {
      const [health, ready, metrics] = await Promise.all(
        ['/healthz', '/readyz', '/metrics'].map((path) => fetch(rig.served.url + path)),
      );
      expect([health?.status, ready?.status]).toEqual([200, 200]);
      const numbers = await metrics?.text();
      expect(numbers).toMatch(/footfall_ingest_events_accepted_total \d+/);
      expect(numbers).toMatch(/footfall_ingest_requests_total\{status="202"\} \d+/);
      expect(numbers).toMatch(/footfall_ingest_in_flight_requests 0/);
      expect(numbers).toMatch(/footfall_ingest_in_flight_bytes 0/);
    });

    it('gives every response a request id of its own', async () => {
      const answers = await Promise.all(
        [1, 2].map(() => post(rig.served.eventsUrl, pageview, { 'X-Request-Id': 'mine' })),
      );
      const ids = answers.map(({ headers }) => headers.get('x-request-id'));
      expect(new Set(ids).size).toBe(2);
      expect(ids).not.toContain('mine');
    });
  });
});
