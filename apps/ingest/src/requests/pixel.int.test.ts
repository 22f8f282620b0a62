/** Page views of pages without scripts: the pixel counts as a sent event does, or says why not. */
import {
  type Answer,
  type Bench,
  chrome,
  errorBody,
  openBench,
  page,
  type Served,
  type Tenant,
} from '../serve.fixture.ts';

let bench: Bench;
let served: Served;
let tenant: Tenant;

beforeAll(async () => {
  bench = await openBench();
  served = await bench.serve();
  tenant = await bench.tenant();
});

afterAll(() => bench.close());

type Strings = Record<string, string>;

/** Asks for the pixel as a browser does; `params` of the URL, with the tenant's public key unless they have one. */
async function get(
  params: Strings,
  headers: Strings = {},
  { url = served.url, method = 'GET', name = 'page.gif' } = {},
): Promise<Answer> {
  const query = new URLSearchParams({ key: tenant.publicKey, ...params }).toString();
  const response = await fetch(`${url}/api/v1/${name}?${query}`, {
    method,
    headers: { 'User-Agent': chrome, ...headers },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(bytes.toString()) : bytes };
}

function expectPixel({ status, headers, body }: Answer): void {
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('image/gif');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(headers.get('set-cookie')).toBeNull();
  expect(body).toHaveLength(43);
}

async function expectNothing(): Promise<void> {
  expect(await bench.taken()).toEqual([]);
}

describe('a page view', () => {
  it.each(['page.gif', 'pixel.gif'])(
    'A17 is on the bus when %s has come, with the page that the browser names',
    async (name) => {
      expectPixel(await get({}, { Referer: page }, { name }));
      expect(await bench.taken()).toMatchObject([
        {
          workspaceId: tenant.workspaceId,
          type: '$pageview',
          hostname: 'www.example.com',
          path: '/pricing',
          browser: 'Chrome',
          os: 'Windows',
        },
      ]);
    },
  );

  it('has the page, title and referrer of the URL, which go before the header', async () => {
    const params = {
      url: 'https://shop.example/söck€n?utm_source=news#top',
      title: 'سوق & 🧦',
      referrer: 'https://www.google.com/',
    };
    expectPixel(await get(params, { Referer: page }));
    expect(await bench.taken()).toMatchObject([
      { hostname: 'shop.example', utmSource: 'news', title: 'سوق & 🧦', source: 'Google' },
    ]);
  });

  it('uses the header if the URL is empty, and ignores unknown parameters', async () => {
    expectPixel(await get({ url: '', title: '', type: '$pageleave', colour: 'red' }, { Referer: page }));
    expect(await bench.taken()).toMatchObject([{ type: '$pageview', path: '/pricing', title: '' }]);
  });

  it('is of the same visitor and session as the events that the browser posts', async () => {
    const headers = { 'User-Agent': `${chrome} Mine`, 'X-API-Key': tenant.publicKey };
    await get({ url: page }, { 'User-Agent': headers['User-Agent'] });
    await fetch(served.eventsUrl, { method: 'POST', headers, body: JSON.stringify({ type: '$pageview', url: page }) });
    const [first, second] = await bench.taken();
    expect(first).toMatchObject({ visitorId: second?.visitorId, sessionId: second?.sessionId });
  });

  it('counts each time the image is asked for, and is in the numbers', async () => {
    const own = await bench.serve();
    await get({ url: page }, {}, { url: own.url });
    await get({ url: page }, {}, { url: own.url });
    expect(await bench.taken()).toHaveLength(2);
    const numbers = await (await fetch(`${own.url}/metrics`)).text();
    expect(numbers).toContain('footfall_ingest_events_accepted_total 2');
    expect(numbers).toContain('footfall_ingest_requests_total{status="200"} 2');
  });
});

describe('nothing is counted', () => {
  afterEach(expectNothing);

  it('for HEAD', async () => {
    expectPixel(await get({ url: page }));
    expect(await bench.taken()).toHaveLength(1);
    const head = await get({ url: page }, {}, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '43']);
  });

  it('E27 for what a browser fetches ahead, which is counted as refused', async () => {
    const { url, registry } = await bench.serve();
    const ahead: Strings[] = [
      { 'Sec-Purpose': 'prefetch' },
      { 'Sec-Purpose': 'prefetch;prerender' },
      { Purpose: 'prefetch' },
    ];
    for (const headers of ahead) expectPixel(await get({ url: page }, headers, { url }));
    expect(await registry.metrics()).toContain('footfall_ingest_events_rejected_total{code="PREFETCH"} 3');
  });

  it('for a visitor with Global Privacy Control, as by the tracker; with Do Not Track the view is counted', async () => {
    const { url, registry } = await bench.serve();
    expectPixel(await get({ url: page }, { 'Sec-GPC': '1' }, { url }));
    expect(await registry.metrics()).toContain('footfall_ingest_events_rejected_total{code="GPC"} 1');
    expect(await bench.taken()).toEqual([]);
    expectPixel(await get({ url: page }, { DNT: '1' }, { url }));
    expect(await bench.taken()).toHaveLength(1);
  });

  it('for another method', async () => {
    for (const method of ['POST', 'PUT', 'OPTIONS']) {
      const answer = await get({ url: page }, {}, { method });
      expect([answer.status, answer.headers.get('allow'), answer.body]).toEqual([
        405,
        'GET, HEAD',
        errorBody('METHOD_NOT_ALLOWED'),
      ]);
    }
  });

  it('without a page, which the answer names', async () => {
    const answer = await get({});
    expect([answer.status, answer.body]).toEqual([400, errorBody('BAD_REQUEST', expect.stringMatching(/^url must /))]);
  });

  it.each(['/pricing', 'ftp://example.com/', 'https://', `https://example.com/${'x'.repeat(2048)}`])(
    'for page %# that is none, and the answer says what it takes',
    async (url) => {
      const answer = await get({ url });
      expect([answer.status, answer.body]).toEqual([400, errorBody('BAD_REQUEST', expect.stringContaining('url'))]);
    },
  );

  it.each([
    ['without a key', ''],
    ['for an unknown key', `pk_live_${'0'.repeat(32)}`],
  ])('%s', async (_, key) => {
    const answer = await get({ key, url: page });
    expect([answer.status, answer.body]).toEqual([401, errorBody('UNAUTHORIZED')]);
    expect(answer.headers.get('x-ratelimit-limit')).not.toBeNull();
  });

  it('for a secret key, in the URL or in a header', async () => {
    const inUrl = await get({ key: tenant.secretKey, url: page });
    const query = new URLSearchParams({ url: page }).toString();
    const inHeader = await fetch(`${served.url}/api/v1/page.gif?${query}`, {
      headers: { 'User-Agent': chrome, 'X-API-Key': tenant.secretKey },
    });
    expect([inUrl.status, inUrl.body]).toEqual([403, errorBody('FORBIDDEN')]);
    expect([inHeader.status, await inHeader.json()]).toEqual([403, errorBody('FORBIDDEN')]);
  });

  it('for a bot', async () => {
    const answer = await get({ url: page }, { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
    expect([answer.status, answer.body]).toEqual([400, errorBody('BAD_REQUEST', expect.stringContaining('BOT'))]);
  });

  it('when the bus does not take it', async () => {
    const bus = { ping: () => bench.bus.ping(), publish: () => Promise.reject(new Error('disk full')) };
    const { url } = await bench.serve({ bus });
    expect((await get({ url: page }, {}, { url })).status).toBe(500);
  });
});

describe("a key's allowed origins", () => {
  it('are compared with the page, named by the URL or else by the header', async () => {
    const { publicKey: key } = await bench.tenant({ allowedOrigins: ['www.example.com', '*.shop.example'] });
    const statusOf = async (params: Strings, headers?: Strings) => (await get({ key, ...params }, headers)).status;
    expect(await statusOf({ url: page })).toBe(200);
    expect(await statusOf({ url: 'https://a.shop.example:8443/x' })).toBe(200);
    expect(await statusOf({}, { Referer: page })).toBe(200);
    expect(await bench.taken()).toHaveLength(3);
    expect(await statusOf({ url: 'https://example.com/' })).toBe(403);
    expect(await statusOf({ url: 'https://evilshop.example/' })).toBe(403);
    expect(await statusOf({ url: 'https://evil.example/' }, { Referer: page })).toBe(403);
    expect(await statusOf({}, { Referer: 'https://evil.example/' })).toBe(403);
    expect(await statusOf({ url: 'https://' })).toBe(403);
    expect(await statusOf({})).toBe(400);
    expect(await bench.taken()).toEqual([]);
  });
});

describe('G9 a foreign page', () => {
  const foreign = 'https://evil.example';

  it.each([
    ['Origin', { Origin: foreign }],
    ['Referer', { Referer: `${foreign}/copy` }],
    ['Origin beside an allowed Referer', { Origin: foreign, Referer: page }],
    ['Referer beside an allowed Origin', { Origin: 'https://www.example.com', Referer: foreign }],
    ['Referer that is no URL', { Referer: 'evil' }],
    ['Origin of a sandbox', { Origin: 'null' }],
  ])('is refused by its %s, although the url names an allowed page', async (_where, headers) => {
    const { publicKey: key } = await bench.tenant({ allowedOrigins: ['www.example.com'] });
    const answer = await get({ key, url: page }, headers as Strings);
    expect([answer.status, answer.body]).toEqual([403, errorBody('FORBIDDEN')]);
    expect(await bench.taken()).toEqual([]);
  });

  it('is told from an allowed one that sends both headers', async () => {
    const { publicKey: key } = await bench.tenant({ allowedOrigins: ['www.example.com'] });
    expectPixel(
      await get({ key, url: page }, { Origin: 'https://www.example.com', Referer: 'https://www.example.com/' }),
    );
    expect(await bench.taken()).toHaveLength(1);
  });

  it('is welcome where the key allows every origin', async () => {
    expectPixel(await get({ url: page }, { Referer: `${foreign}/copy` }));
    expect(await bench.taken()).toHaveLength(1);
  });
});

it("takes from the workspace's allowance, as posted events do", async () => {
  const { url, eventsUrl } = await bench.serve({ settings: { INGEST_EVENTS_PER_MINUTE: 2 } });
  const { publicKey: key } = await bench.tenant();
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
  expect(await bench.taken()).toHaveLength(2);
});
