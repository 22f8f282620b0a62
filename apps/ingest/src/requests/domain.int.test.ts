/** What a workspace's domain means for its events: whose pages may send them, and what is no referral. */
import { type Bench, openBench, pageview, post, type Served, type Tenant } from '../serve.fixture.ts';

let bench: Bench;
let host: Served;
let site: Tenant;
beforeAll(async () => {
  bench = await openBench();
  host = await bench.serve();
  site = await bench.tenant({ domain: 'example.com' });
});
afterAll(() => bench.close());

const sendFrom = (origin: string, fields: object = {}) =>
  post(host.eventsUrl, { ...pageview, ...fields }, { 'X-API-Key': site.publicKey, Origin: origin });

it.each([
  ['https://example.com', 202],
  ['https://www.example.com', 202],
  ['https://shop.example.com', 202],
  ['https://notexample.com', 403],
  ['https://example.com.evil.io', 403],
])('lets the pages of the domain and its subdomains send events: %s %d', async (origin, status) => {
  expect((await sendFrom(origin)).status).toBe(status);
});

it('takes a referral between hosts of the domain for none, and any other for one', async () => {
  await bench.taken();
  const from = async (referrer: string) =>
    expect((await sendFrom('https://www.example.com', { referrer })).status).toBe(202);
  await from('https://shop.example.com/cart');
  await from('https://notexample.com/');
  const events = await bench.taken();
  expect(events.map(({ source, channel }) => [source, channel])).toEqual([
    ['Direct', 'Direct'],
    ['notexample.com', 'Referral'],
  ]);
});

it('follows the domain when it changes', async () => {
  await bench.keyStore.updateWorkspace(site.workspaceId, { domain: 'example.org' });
  await bench.state.announceKeyChange();
  expect((await sendFrom('https://www.example.com')).status).toBe(403);
  await bench.taken();
  const moved = { url: 'https://www.example.org/', referrer: 'https://shop.example.org/' };
  expect((await sendFrom('https://www.example.org', moved)).status).toBe(202);
  expect(await bench.taken()).toMatchObject([{ source: 'Direct' }]);
});
