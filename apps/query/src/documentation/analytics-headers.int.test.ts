/** The headers of the analytics API's responses match their description, and can be read by pages of any origin. */
import { queries } from '@footfall/warehouse';
import { startHost, type TestHost, type TestReply } from '../host.fixture.ts';
import { openApiDocument } from './openapi.ts';

const { components, paths } = Object(openApiDocument(queries, 'http://127.0.0.1:4001'));
const known = Object.keys(components.headers);
/** The headers that pages can read without being exposed, and `Allow`: preflights do not allow the methods that it answers. */
const notExposed = new Set(['Cache-Control', 'Content-Type', 'Last-Modified', 'Allow']);

/** Expects that every header of `reply` that the document knows is described for its endpoint and status, and exposed to pages of any origin. */
function expectDescribed(name: string, { status, headers }: Pick<TestReply, 'status' | 'headers'>): void {
  const { $ref, headers: own } = paths[`/api/v1/analytics/${name}`].get.responses[status];
  const described = own ?? components.responses[String($ref).split('/').pop() ?? ''].headers;
  const sent = known.filter((header) => header.toLowerCase() in headers);
  expect(Object.keys(described)).toEqual(expect.arrayContaining(sent));
  expect(sent).toContain('X-Request-Id');
  const exposed = String(headers['access-control-expose-headers']).split(', ');
  expect(exposed).toEqual(expect.arrayContaining(sent.filter((header) => !notExposed.has(header))));
}

describe('every header of a response that the document knows is described for its status, and exposed to pages of any origin', () => {
  let host: TestHost;
  let secret: Record<string, string>;
  let open: Record<string, string>;

  // A test uses up the rate limit, and stops the warehouse.
  beforeEach(async () => {
    host = await startHost();
    const { workspaceId, key } = await host.newKey('free');
    secret = { 'X-API-Key': key };
    open = { 'X-API-Key': (await host.keyStore.createKey(workspaceId, { type: 'public' })).key };
  });
  afterEach(() => host.stop());

  const read = async (query: string, headers: Record<string, string> = {}) => {
    const reply = await host.get(`/api/v1/analytics/${query}`, { ...secret, ...headers });
    expectDescribed(query.split('?', 1).join(), reply);
    return reply;
  };

  it('200 and 304', async () => {
    const { status, headers } = await read('overview?colour=red');
    expect([status, headers['x-ignored-parameters']]).toEqual([200, 'colour']);
    expect((await read('pages?format=csv')).status).toBe(200);
    expect((await read('overview', { 'If-None-Match': '*' })).status).toBe(304);
  });

  it('400, whenever it is noticed', async () => {
    expect((await read('pages?limit=0')).headers).toMatchObject({ 'cache-control': 'no-store' });
    const { status, headers } = await read('overview?colour=red&start=2026-03-02&end=2026-03-01');
    expect([status, headers['x-ignored-parameters']]).toEqual([400, 'colour']);
  });

  it('401, 403 and 405', async () => {
    expect((await read('overview', { 'X-API-Key': 'sk_live_unknown' })).status).toBe(401);
    expect((await read('overview', open)).status).toBe(403);
    const reply = await host.send('/api/v1/analytics/overview', { method: 'POST', headers: secret });
    expectDescribed('overview', reply);
    expect(reply.status).toBe(405);
  });

  it('503 while the warehouse does not respond, and 429', async () => {
    await host.warehouse.close();
    const { status, headers } = await read('geo?colour=red');
    expect([status, headers['x-ignored-parameters']]).toEqual([503, 'colour']);
    let last: number;
    do last = (await read('geo')).status;
    while (last !== 429);
  });
});
