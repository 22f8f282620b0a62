/** The promises that the interface makes for all endpoints, for each endpoint of the registry. */
import { queries } from '@footfall/warehouse';
import { z } from 'zod';
import { expectApiFailure } from './app-rig.fixture.ts';
import { acceptedValues, badValues, queryString, repeatedParameters } from './parameter-values.fixture.ts';
import { rateLimitHeaderNames, startHost, type TestHost, type TestReply } from './host.fixture.ts';
import { storeTraffic } from './traffic.fixture.ts';
import { wrongKeys } from './wrong-keys.fixture.ts';

describe('the registry', () => {
  let host: TestHost;
  let workspaceId: string;
  let key: string;
  let publicKey: string;

  beforeAll(async () => {
    host = await startHost();
    ({ workspaceId, key } = await host.newKey());
    ({ key: publicKey } = await host.keyStore.createKey(workspaceId, { type: 'public' }));
  });
  afterAll(() => host.stop());

  /** The addresses used so far, each by a caller who has not made a request yet. */
  let strangers = 0;
  const strangersAddress = () => ({ 'x-forwarded-for': `192.0.2.${(strangers += 1)}` });

  /** Creates a workspace in which every list has entries now. */
  async function createBusyWorkspace(): Promise<{ workspaceId: string; key: string }> {
    const busy = await host.newKey();
    await storeTraffic(host.warehouse, busy.workspaceId, host.now());
    await host.goals.create(busy.workspaceId, { name: 'Sign-up', type: 'signup' });
    return busy;
  }

  describe.each(queries.map((query) => ({ name: query.name, query })))(
    'GET /api/v1/analytics/$name',
    ({ name, query }) => {
      const path = `/api/v1/analytics/${name}`;
      const url = `${path}?${queryString(name)}`;
      const bearer = () => ({ authorization: `Bearer ${key}` });
      const names = Object.keys(query.params.shape);
      const single = names.filter(
        (parameter) => !repeatedParameters.includes(parameter) && acceptedValues(parameter).length > 0,
      );
      /** Returns the body if it has exactly the fields of the interface: a schema would drop additional ones. */
      const readBody = (reply: TestReply, inWorkspace: string): unknown => {
        const envelope = { success: z.literal(true), workspaceId: z.literal(inWorkspace), fromCache: z.boolean() };
        const body: unknown = reply.json();
        expect(z.strictObject({ ...envelope, ...query.result.shape }).parse(body)).toEqual(body);
        expect(Object.keys(Object(body)).slice(0, 3)).toEqual(['success', 'workspaceId', 'fromCache']);
        return body;
      };

      it('F10 responds for a workspace without data in exactly the shape of its table', async () => {
        const reply = await host.get(url, bearer());
        expect(reply.status).toBe(200);
        readBody(reply, workspaceId);
        expect(reply.body.toString()).not.toMatch(/null|NaN/);
        expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
        expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
        expect(reply.headers['x-ratelimit-limit']).toBe('2147483647');
        expect(reply.headers['x-ratelimit-remaining']).toBe('2147483647');
        expect(Number(reply.headers['x-ratelimit-reset']) * 1000).toBeGreaterThan(host.now());
      });

      it('is computed again while it counts nothing, so that the first visit is visible at once', async () => {
        host.passSeconds(3600);
        const parameters = single.map((parameter) => {
          const value = acceptedValues(parameter).at(-1) ?? '';
          return `${parameter}=${encodeURIComponent(value)}`;
        });
        for (const given of ['', ...parameters]) {
          for (let time = 0; time < 2; time += 1) {
            const reply = await host.get(`${path}?${queryString(name, given)}`, bearer());
            expect({ given, ...Object(reply.json()) }).toMatchObject({ given, fromCache: false });
            expect(reply.headers['cache-control']).toBe('private, max-age=0');
          }
        }
      });

      it('responds for a workspace with data in exactly that shape, from the cache until the entry expires', async () => {
        host.passSeconds(3600);
        const busy = await createBusyWorkspace();
        const asBusy = () => ({ authorization: `Bearer ${busy.key}` });
        const first = await host.get(url, asBusy());
        const lists = Object.values(Object(readBody(first, busy.workspaceId))).filter((value) => Array.isArray(value));
        for (const list of lists) expect(list).not.toEqual([]);
        expect(first.json()).toMatchObject({ fromCache: false });
        expect(first.headers['cache-control']).toBe(`private, max-age=${query.cacheTtlSeconds}`);
        host.passSeconds(query.cacheTtlSeconds - 10);
        const second = await host.get(url, asBusy());
        expect(second.json()).toMatchObject({ fromCache: true });
        expect(second.headers['cache-control']).toBe('private, max-age=10');
        expect(second.headers['last-modified']).toBe(first.headers['last-modified']);
        expect(second.headers.etag).toBe(first.headers.etag);
        host.passSeconds(10);
        expect((await host.get(url, asBusy())).json()).toMatchObject({ fromCache: false });
      });

      it('responds 304 without a body to a client that has it', async () => {
        const first = await host.get(url, bearer());
        const etag = String(first.headers.etag);
        const again = await host.get(url, { ...bearer(), 'if-none-match': `"other", ${etag}` });
        expect(again.status).toBe(304);
        expect(again.body.length).toBe(0);
        expect(again.headers.etag).toBe(etag);
        expect(again.headers.vary).toBe(
          'Accept, Accept-Encoding, Authorization, X-API-Key, Cookie, X-Workspace, X-Share',
        );
        for (const header of rateLimitHeaderNames) expect(again.headers[header]).toBeDefined();
        expect((await host.get(url, { ...bearer(), 'if-none-match': '"other"' })).status).toBe(200);
      });

      it('F11 responds to HEAD as to GET, without the body', async () => {
        const head = await host.send(url, { method: 'HEAD', headers: bearer() });
        const get = await host.get(url, bearer());
        expect(head.status).toBe(200);
        expect(head.body.length).toBe(0);
        expect(head.headers.etag).toBe(get.headers.etag);
      });

      it('F15 sends gzip, brotli or neither as requested, and names the headers that decide it', async () => {
        for (const [accepted, encoding] of [
          ['gzip', 'gzip'],
          ['br', 'br'],
          ['br;q=0, gzip;q=0.5', 'gzip'],
          ['identity', undefined],
        ] as const) {
          const reply = await host.get(url, { ...bearer(), 'accept-encoding': accepted });
          expect(reply.headers['content-encoding']).toBe(encoding);
          expect(reply.headers.vary).toBe(
            'Accept, Accept-Encoding, Authorization, X-API-Key, Cookie, X-Workspace, X-Share',
          );
          expect(reply.decoded()).toMatchObject({ success: true, workspaceId });
        }
      });

      it.each(names)('F4 F5 F6 F7 refuses a bad %s and names it', async (parameter) => {
        for (const value of badValues(parameter)) {
          const given = queryString(name, `${parameter}=${encodeURIComponent(value)}`);
          const reply = await host.get(`${path}?${given}`, bearer());
          expect({ value, message: expectApiFailure(reply, 400, 'BAD_REQUEST') }).toEqual({
            value,
            message: expect.stringContaining(parameter),
          });
        }
      });

      it('accepts several filters in any order', async () => {
        const filters = acceptedValues('filter').map((value) => `filter=${encodeURIComponent(value)}`);
        const get = async (given: readonly string[]) =>
          host.get(`${path}?${queryString(name, given.join('&'))}`, bearer());
        const [one, other] = await Promise.all([get(filters), get(filters.toReversed())]);
        expect(one.status).toBe(200);
        expect(other.headers.etag).toBe(one.headers.etag);
        const reply = await get(Array.from({ length: 100 }, (_, index) => `filter=path:is:/${index}`));
        expect(expectApiFailure(reply, 400, 'BAD_REQUEST')).toContain('filter');
      });

      it.each(single)('F6 refuses %s given twice, or as a list', async (parameter) => {
        const [value = ''] = acceptedValues(parameter);
        const given = `${parameter}=${encodeURIComponent(value)}`;
        expect((await host.get(`${path}?${queryString(name, given)}`, bearer())).status).toBe(200);
        for (const repeated of [`${given}&${given}`, `${parameter}[]=${value}`, `${parameter}[0]=${value}`]) {
          const reply = await host.get(`${path}?${queryString(name, repeated)}`, bearer());
          expect(expectApiFailure(reply, 400, 'BAD_REQUEST')).toContain(parameter);
        }
      });

      it('ignores parameters that it does not know', async () => {
        const known = await host.get(url, bearer());
        const more = await host.get(`${url}&colour=red&constructor=1&__proto__=2&start%00=x&=`, bearer());
        expect(more.status).toBe(200);
        expect(more.headers.etag).toBe(known.headers.etag);
      });

      it('F2 refuses a public key with 403, after the key and before the parameters', async () => {
        const headers = { 'x-api-key': publicKey };
        expectApiFailure(await host.get(url, headers), 403, 'FORBIDDEN');
        expectApiFailure(await host.get(`${path}?limit=-1&start=never&days=0`, headers), 403, 'FORBIDDEN');
      });

      it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('F11 refuses %s with 405 and Allow', async (method) => {
        const reply = await host.send(path, { method, headers: bearer() });
        expectApiFailure(reply, 405, 'METHOD_NOT_ALLOWED');
        expect(reply.headers.allow).toBe('GET, HEAD, OPTIONS');
      });

      it('F11 has no other spelling', async () => {
        for (const spelling of [
          `${path}/`,
          `${path}//`,
          `/api/v1//analytics/${name}`,
          `/api/v1/analytics/%2e%2e/analytics/${name}`,
          `/api/v1/analytics/../analytics/${name}`,
          `/api/v1/analytics/${name.toUpperCase()}`,
          `/api/v1/analytics/%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
        ]) {
          expectApiFailure(await host.get(spelling, bearer()), 404, 'NOT_FOUND');
        }
      });

      it('F1 responds in the same way to every request without a valid key', async () => {
        const address = strangersAddress();
        const bodies = new Set<string>();
        for (const headers of Object.values(await wrongKeys(host, workspaceId, key))) {
          const reply = await host.get(url, { ...headers, ...address });
          expectApiFailure(reply, 401, 'UNAUTHORIZED');
          expect(reply.headers['www-authenticate']).toBe('Bearer');
          expect(reply.headers['x-ratelimit-limit']).toBe('60');
          bodies.add(reply.body.toString());
        }
        expect(bodies.size).toBe(1);
      });
    },
  );

  it('D10 F3 responds 429 to a caller who has spent window and pool, with a key or without, whatever it requests', async () => {
    const { key: freeKey } = await host.newKey('free');
    const callers: Record<string, string>[] = [{ 'x-api-key': freeKey }, strangersAddress()];
    for (const headers of callers) {
      await Promise.all(Array.from({ length: 100 }, () => host.get('/api/v1/', headers)));
      for (const { name } of queries) {
        const reply = await host.get(`/api/v1/analytics/${name}?${queryString(name)}`, headers);
        expectApiFailure(reply, 429, 'RATE_LIMIT');
        expect(reply.headers['x-ratelimit-remaining']).toBe('0');
        // The rest of the minute: with Redis, by the clock of Redis.
        expect(reply.headers['retry-after']).toMatch(/^([1-9]|[1-5]\d|60)$/);
      }
    }
  });

  const dated = queries.filter(({ params }) => 'start' in params.shape).map(({ name }) => name);
  it.each(dated)('F4 F5 refuses a range of %s that is empty, reversed or too long', async (name) => {
    for (const [range, named] of [
      ['start=2026-03-02&end=2026-03-01', 'start'],
      ['start=2026-03-01T10:00:00Z&end=2026-03-01T12:00:00%2B02:00', 'start'],
      ['start=2999-01-01', 'start'],
      ['start=2020-01-01&end=2025-01-02', '5 years'],
      ['end=0001-01-01', 'start'],
    ] as const) {
      const reply = await host.get(`/api/v1/analytics/${name}?${queryString(name, range)}`, {
        authorization: `Bearer ${key}`,
      });
      expect(expectApiFailure(reply, 400, 'BAD_REQUEST')).toContain(named);
    }
  });

  it('F5 refuses an hour granularity over years and names the cap', async () => {
    const years = '/api/v1/analytics/visitors?granularity=hour&start=2022-01-01&end=2026-01-01';
    const reply = await host.get(years, { authorization: `Bearer ${key}` });
    expect(expectApiFailure(reply, 400, 'BAD_REQUEST')).toContain('10000');
  });
});
