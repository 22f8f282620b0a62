/** CORS, and the origins that a key allows. */
import { type Bench, openBench, pageview, post, type Served, type Tenant } from '../serve.fixture.ts';

const accepted = { success: true, accepted: 1, rejected: [] };
const site = 'https://www.example.com';

let bench: Bench;
let served: Served;
let tenant: Tenant;
let narrow: Tenant;

beforeAll(async () => {
  bench = await openBench();
  served = await bench.serve();
  tenant = await bench.tenant();
  narrow = await bench.tenant({ allowedOrigins: ['example.com', '*.shop.test'] });
});
afterAll(() => bench.close());
afterEach(() => bench.taken());

describe('origins', () => {
  it('E7 accepts a beacon of text/plain with credentials and echoes its exact origin', async () => {
    const answer = await post(`${served.eventsUrl}?key=${tenant.publicKey}`, JSON.stringify({ events: [pageview] }), {
      'Content-Type': 'text/plain;charset=UTF-8',
      Origin: site,
      Cookie: 'session=1',
    });
    expect([answer.status, answer.body]).toEqual([202, accepted]);
    expect(answer.headers.get('access-control-allow-origin')).toBe(site);
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
    expect(answer.headers.get('vary')).toBe('Origin');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await bench.taken()).toHaveLength(1);
  });

  it('E8 answers the preflight of a JSON body for any origin, with no key', async () => {
    const response = await fetch(served.eventsUrl, {
      method: 'OPTIONS',
      headers: {
        Origin: site,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,x-api-key',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(site);
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    expect(response.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
    expect(response.headers.get('access-control-allow-headers')?.toLowerCase().split(', ')).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'content-encoding', 'x-api-key']),
    );
    expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThan(0);
    expect(response.headers.get('vary')).toBe('Origin');
    expect(await response.text()).toBe('');
  });

  it.each([
    ['https://example.com', 202],
    ['https://EXAMPLE.com:8443', 202],
    ['https://a.shop.test', 202],
    ['https://evil-example.com', 403],
    ['https://example.com.evil.io', 403],
    ['https://www.example.com', 403],
    ['https://shop.test', 403],
    ['null', 403],
  ])('E9 judges %s by the allowed origins of the key: %d', async (origin, status) => {
    const answer = await post(served.eventsUrl, pageview, { 'X-API-Key': narrow.publicKey, Origin: origin });
    expect(answer.status).toBe(status);
    // The page can read why, whatever the answer.
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(await bench.taken()).toHaveLength(status === 202 ? 1 : 0);
  });

  it.each(['https://anything.test', 'null', 'chrome-extension://abcdef'])(
    'E9 accepts %s for a key without a list of allowed origins',
    async (origin) => {
      const answer = await post(served.eventsUrl, pageview, { 'X-API-Key': tenant.publicKey, Origin: origin });
      expect(answer.status).toBe(202);
    },
  );

  it.each([
    ['https://example.com/pricing', 202],
    ['https://evil-example.com/', 403],
    ['not a url', 403],
  ])('G9 judges the Referer %s where there is no Origin: %d', async (referer, status) => {
    const answer = await post(served.eventsUrl, pageview, { 'X-API-Key': narrow.publicKey, Referer: referer });
    expect(answer.status).toBe(status);
    expect(await bench.taken()).toHaveLength(status === 202 ? 1 : 0);
  });

  it('accepts a secret key from a server that forwards the Referer of a visitor', async () => {
    const answer = await post(served.eventsUrl, pageview, {
      'X-API-Key': narrow.secretKey,
      Referer: 'https://a.test/',
    });
    expect(answer.status).toBe(202);
    expect(await bench.taken()).toHaveLength(1);
  });

  it('E9 takes events without an Origin, which no browser sends', async () => {
    const answer = await post(served.eventsUrl, pageview, { 'X-API-Key': narrow.publicKey });
    expect(answer.status).toBe(202);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('vary')).toBe('Origin');
  });

  it('lets a page read refusals and when to come again', async () => {
    const answer = await post(served.eventsUrl, 'not json', { Origin: site });
    expect(answer.headers.get('access-control-allow-origin')).toBe(site);
    expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After');
  });
});
