/** CORS, and the origins that a key allows. */
import { pageview, post, type Tenant } from '../serve.fixture.ts';
import { sharedRig } from '../shared-rig.fixture.ts';

const accepted = { success: true, accepted: 1, rejected: [] };
const site = 'https://www.example.com';

const shared = sharedRig();
let narrow: Tenant;
beforeAll(async () => {
  narrow = await shared.rig.tenant({ allowedOrigins: ['example.com', '*.shop.test'] });
});

describe('origins', () => {
  it('E7 accepts a beacon of text/plain with credentials and echoes its exact origin', async () => {
    const response = await post(
      `${shared.served.eventsUrl}?key=${shared.tenant.publicKey}`,
      JSON.stringify({ events: [pageview] }),
      {
        'Content-Type': 'text/plain;charset=UTF-8',
        Origin: site,
        Cookie: 'session=1',
      },
    );
    expect([response.status, response.body]).toEqual([202, accepted]);
    expect(response.headers.get('access-control-allow-origin')).toBe(site);
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    expect(response.headers.get('vary')).toBe('Origin');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await shared.rig.taken()).toHaveLength(1);
  });

  it('E8 allows the preflight of a JSON body for any origin, without a key', async () => {
    const response = await fetch(shared.served.eventsUrl, {
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
  ])('E9 checks %s against the allowed origins of the key: %d', async (origin, status) => {
    const response = await post(shared.served.eventsUrl, pageview, { 'X-API-Key': narrow.publicKey, Origin: origin });
    expect(response.status).toBe(status);
    // The page can read every response.
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(await shared.rig.taken()).toHaveLength(status === 202 ? 1 : 0);
  });

  it.each(['https://anything.test', 'null', 'chrome-extension://abcdef'])(
    'E9 accepts %s for a key without a list of allowed origins',
    async (origin) => {
      const response = await post(shared.served.eventsUrl, pageview, {
        'X-API-Key': shared.tenant.publicKey,
        Origin: origin,
      });
      expect(response.status).toBe(202);
    },
  );

  it.each([
    ['https://example.com/pricing', 202],
    ['https://evil-example.com/', 403],
    ['not a url', 403],
  ])('G9 checks the Referer %s if there is no Origin: %d', async (referer, status) => {
    const response = await post(shared.served.eventsUrl, pageview, { 'X-API-Key': narrow.publicKey, Referer: referer });
    expect(response.status).toBe(status);
    expect(await shared.rig.taken()).toHaveLength(status === 202 ? 1 : 0);
  });

  it('accepts a secret key from a server that forwards the Referer of a visitor', async () => {
    const response = await post(shared.served.eventsUrl, pageview, {
      'X-API-Key': narrow.secretKey,
      Referer: 'https://a.test/',
    });
    expect(response.status).toBe(202);
    expect(await shared.rig.taken()).toHaveLength(1);
  });

  it('E9 accepts events without an Origin, which no browser sends', async () => {
    const response = await post(shared.served.eventsUrl, pageview, { 'X-API-Key': narrow.publicKey });
    expect(response.status).toBe(202);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('vary')).toBe('Origin');
  });

  it('lets a page read refusals and Retry-After', async () => {
    const response = await post(shared.served.eventsUrl, 'not json', { Origin: site });
    expect(response.headers.get('access-control-allow-origin')).toBe(site);
    expect(response.headers.get('access-control-expose-headers')).toContain('Retry-After');
  });
});
