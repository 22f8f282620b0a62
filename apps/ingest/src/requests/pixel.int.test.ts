/** Page views of pages without scripts: the pixel counts like a sent event, or its response states the reason. */
import { type ReadResponse, chrome, errorBody, page } from '../serve.fixture.ts';
import { sharedRig } from '../shared-rig.fixture.ts';

const shared = sharedRig();

type Strings = Record<string, string>;

/** Requests the pixel like a browser, with `params` in the URL, which have the tenant's public key by default. */
async function get(
  params: Strings,
  headers: Strings = {},
  { url = shared.served.url, method = 'GET' } = {},
): Promise<ReadResponse> {
  const query = new URLSearchParams({ key: shared.tenant.publicKey, ...params }).toString();
  const response = await fetch(`${url}/api/v1/page.gif?${query}`, {
    method,
    headers: { 'User-Agent': chrome, ...headers },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(bytes.toString()) : bytes };
}

function expectPixel({ status, headers, body }: ReadResponse): void {
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('image/gif');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(headers.get('set-cookie')).toBeNull();
  expect(body).toHaveLength(43);
}

async function expectNothing(): Promise<void> {
  expect(await shared.rig.taken()).toEqual([]);
}

describe('a page view', () => {
  it('A17 is on the bus once the image has been received, with the page from the header', async () => {
    expectPixel(await get({}, { Referer: page }));
    expect(await shared.rig.taken()).toMatchObject([
      {
        workspaceId: shared.tenant.workspaceId,
        type: '$pageview',
        hostname: 'www.example.com',
        path: '/pricing',
        browser: 'Chrome',
        os: 'Windows',
      },
    ]);
  });

  it('has the page, title and referrer from the URL, which take precedence over the header', async () => {
    const params = {
      url: 'https://shop.example/söck€n?utm_source=news#top',
      title: 'سوق & 🧦',
      referrer: 'https://www.google.com/',
    };
    expectPixel(await get(params, { Referer: page }));
    expect(await shared.rig.taken()).toMatchObject([
      { hostname: 'shop.example', utmSource: 'news', title: 'سوق & 🧦', source: 'Google' },
    ]);
  });

  it('uses the header if the URL is empty, and ignores unknown parameters', async () => {
    expectPixel(await get({ url: '', title: '', type: '$pageleave', colour: 'red' }, { Referer: page }));
    expect(await shared.rig.taken()).toMatchObject([{ type: '$pageview', path: '/pricing', title: '' }]);
  });

  it('has the same visitor and session as the events that the browser posts', async () => {
    const headers = { 'User-Agent': `${chrome} Mine`, 'X-API-Key': shared.tenant.publicKey };
    await get({ url: page }, { 'User-Agent': headers['User-Agent'] });
    await fetch(shared.served.eventsUrl, {
      method: 'POST',
      headers,
      body: JSON.stringify({ type: '$pageview', url: page }),
    });
    const [first, second] = await shared.rig.taken();
    expect(first).toMatchObject({ visitorId: second?.visitorId, sessionId: second?.sessionId });
  });

  it('counts for each request of the image, and is in the metrics', async () => {
    const own = await shared.rig.serve();
    await get({ url: page }, {}, { url: own.url });
    await get({ url: page }, {}, { url: own.url });
    expect(await shared.rig.taken()).toHaveLength(2);
    const metrics = await (await fetch(`${own.url}/metrics`)).text();
    expect(metrics).toContain('footfall_ingest_events_accepted_total 2');
    expect(metrics).toContain('footfall_ingest_requests_total{status="200"} 2');
  });
});

describe('nothing is counted', () => {
  afterEach(expectNothing);

  it('for HEAD', async () => {
    expectPixel(await get({ url: page }));
    expect(await shared.rig.taken()).toHaveLength(1);
    const head = await get({ url: page }, {}, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '43']);
  });

  it('E27 for prefetches, which are counted as refused', async () => {
    const { url, registry } = await shared.rig.serve();
    const ahead: Strings[] = [
      { 'Sec-Purpose': 'prefetch' },
      { 'Sec-Purpose': 'prefetch;prerender' },
      { Purpose: 'prefetch' },
    ];
    for (const headers of ahead) expectPixel(await get({ url: page }, headers, { url }));
    expect(await registry.metrics()).toContain('footfall_ingest_events_rejected_total{code="PREFETCH"} 3');
  });

  it('for a visitor with Global Privacy Control, as by the tracker; with Do Not Track the view is counted', async () => {
    const { url, registry } = await shared.rig.serve();
    expectPixel(await get({ url: page }, { 'Sec-GPC': '1' }, { url }));
    expect(await registry.metrics()).toContain('footfall_ingest_events_rejected_total{code="GPC"} 1');
    expect(await shared.rig.taken()).toEqual([]);
    expectPixel(await get({ url: page }, { DNT: '1' }, { url }));
    expect(await shared.rig.taken()).toHaveLength(1);
  });

  it('for another method', async () => {
    for (const method of ['POST', 'PUT', 'OPTIONS']) {
      const response = await get({ url: page }, {}, { method });
      expect([response.status, response.headers.get('allow'), response.body]).toEqual([
        405,
        'GET, HEAD',
        errorBody('METHOD_NOT_ALLOWED'),
      ]);
    }
  });

  it('without a page, which the response names', async () => {
    const response = await get({});
    expect([response.status, response.body]).toEqual([
      400,
      errorBody('BAD_REQUEST', expect.stringMatching(/^url must /)),
    ]);
  });

  it.each(['/pricing', 'ftp://example.com/', 'https://', `https://example.com/${'x'.repeat(2048)}`])(
    'for invalid page %#, and the response states what is allowed',
    async (url) => {
      const response = await get({ url });
      expect([response.status, response.body]).toEqual([400, errorBody('BAD_REQUEST', expect.stringContaining('url'))]);
    },
  );

  it.each([
    ['without a key', ''],
    ['for an unknown key', `pk_live_${'0'.repeat(32)}`],
  ])('%s', async (_, key) => {
    const response = await get({ key, url: page });
    expect([response.status, response.body]).toEqual([401, errorBody('UNAUTHORIZED')]);
    expect(response.headers.get('x-ratelimit-limit')).not.toBeNull();
  });

  it('for a secret key, in the URL or in a header', async () => {
    const inUrl = await get({ key: shared.tenant.secretKey, url: page });
    const query = new URLSearchParams({ url: page }).toString();
    const inHeader = await fetch(`${shared.served.url}/api/v1/page.gif?${query}`, {
      headers: { 'User-Agent': chrome, 'X-API-Key': shared.tenant.secretKey },
    });
    expect([inUrl.status, inUrl.body]).toEqual([403, errorBody('FORBIDDEN')]);
    expect([inHeader.status, await inHeader.json()]).toEqual([403, errorBody('FORBIDDEN')]);
  });

  it('for a bot', async () => {
    const response = await get({ url: page }, { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
    expect([response.status, response.body]).toEqual([400, errorBody('BAD_REQUEST', expect.stringContaining('BOT'))]);
  });

  it('if the bus does not store it', async () => {
    const bus = { ping: () => shared.rig.bus.ping(), publish: () => Promise.reject(new Error('disk full')) };
    const { url } = await shared.rig.serve({ bus });
    expect((await get({ url: page }, {}, { url })).status).toBe(500);
  });
});

it.each<[string, string, Strings]>([
  ['a view that is counted', 'GET', {}],
  ['a view that is not', 'GET', { 'Sec-GPC': '1' }],
  ['a request without a body', 'HEAD', {}],
  ['another method', 'POST', {}],
])('the page can read the response to %s', async (_case, method, headers) => {
  const origin = 'https://www.example.com';
  const response = await get({ url: page }, { Origin: origin, ...headers }, { method });
  expect(response.headers.get('access-control-allow-origin')).toBe(origin);
});

describe("a key's allowed origins", () => {
  it('are compared with the page in the URL or else in the header', async () => {
    const { publicKey: key } = await shared.rig.tenant({ allowedOrigins: ['www.example.com', '*.shop.example'] });
    const statusOf = async (params: Strings, headers?: Strings) => (await get({ key, ...params }, headers)).status;
    expect(await statusOf({ url: page })).toBe(200);
    expect(await statusOf({ url: 'https://a.shop.example:8443/x' })).toBe(200);
    expect(await statusOf({}, { Referer: page })).toBe(200);
    expect(await shared.rig.taken()).toHaveLength(3);
    expect(await statusOf({ url: 'https://example.com/' })).toBe(403);
    expect(await statusOf({ url: 'https://evilshop.example/' })).toBe(403);
    expect(await statusOf({ url: 'https://evil.example/' }, { Referer: page })).toBe(403);
    expect(await statusOf({}, { Referer: 'https://evil.example/' })).toBe(403);
    expect(await statusOf({ url: 'https://' })).toBe(403);
    expect(await statusOf({})).toBe(400);
    expect(await shared.rig.taken()).toEqual([]);
  });
});

describe('G9 a foreign page', () => {
  const foreign = 'https://evil.example';

  it.each([
    ['Origin', { Origin: foreign }],
    ['Referer', { Referer: `${foreign}/copy` }],
    ['Origin with an allowed Referer', { Origin: foreign, Referer: page }],
    ['Referer with an allowed Origin', { Origin: 'https://www.example.com', Referer: foreign }],
    ['Referer that is not a URL', { Referer: 'evil' }],
    ['Origin of a sandbox', { Origin: 'null' }],
  ])('is refused for its %s, although the URL names an allowed page', async (_where, headers) => {
    const { publicKey: key } = await shared.rig.tenant({ allowedOrigins: ['www.example.com'] });
    const response = await get({ key, url: page }, headers as Strings);
    expect([response.status, response.body]).toEqual([403, errorBody('FORBIDDEN')]);
    expect(await shared.rig.taken()).toEqual([]);
  });

  it('is distinguished from an allowed one that sends both headers', async () => {
    const { publicKey: key } = await shared.rig.tenant({ allowedOrigins: ['www.example.com'] });
    expectPixel(
      await get({ key, url: page }, { Origin: 'https://www.example.com', Referer: 'https://www.example.com/' }),
    );
    expect(await shared.rig.taken()).toHaveLength(1);
  });

  it('is accepted if the key allows every origin', async () => {
    expectPixel(await get({ url: page }, { Referer: `${foreign}/copy` }));
    expect(await shared.rig.taken()).toHaveLength(1);
  });
});

it("counts against the workspace's quota, like posted events", async () => {
  const { url, eventsUrl } = await shared.rig.serve({ settings: { INGEST_EVENTS_PER_MINUTE: 2 } });
  const { publicKey: key } = await shared.rig.tenant();
  const first = await get({ key, url: page }, {}, { url });
  expect([first.status, first.headers.get('x-ratelimit-remaining')]).toEqual([200, '1']);
  await fetch(eventsUrl, {
    method: 'POST',
    headers: { 'User-Agent': chrome, 'X-API-Key': key },
    body: JSON.stringify({ type: '$pageview', url: page }),
  });
  const third = await get({ key, url: page }, {}, { url });
  expect([third.status, third.body]).toEqual([429, errorBody('RATE_LIMIT')]);
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await shared.rig.taken()).toHaveLength(2);
});
