/** The effects of a workspace's domain on its events: the pages that may send them, and the referrers that are ignored. */
import { type Rig, openRig, pageview, post, type Served, type Tenant } from '../serve.fixture.ts';

let rig: Rig;
let host: Served;
let site: Tenant;
beforeAll(async () => {
  rig = await openRig();
  host = await rig.serve();
});
beforeEach(async () => {
  site = await rig.tenant({ domain: 'example.com' });
});
afterAll(() => rig.close());

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

it('ignores referrers between hosts of the domain, and no others', async () => {
  await rig.taken();
  const from = async (referrer: string) =>
    expect((await sendFrom('https://www.example.com', { referrer })).status).toBe(202);
  await from('https://shop.example.com/cart');
  await from('https://notexample.com/');
  const events = await rig.taken();
  expect(events.map(({ source, channel }) => [source, channel])).toEqual([
    ['Direct', 'Direct'],
    ['notexample.com', 'Referral'],
  ]);
});

it('applies a changed domain', async () => {
  await rig.keyStore.updateWorkspace(site.workspaceId, { domain: 'example.org' });
  await rig.state.announceKeyChange();
  expect((await sendFrom('https://www.example.com')).status).toBe(403);
  await rig.taken();
  const moved = { url: 'https://www.example.org/', referrer: 'https://shop.example.org/' };
  expect((await sendFrom('https://www.example.org', moved)).status).toBe(202);
  expect(await rig.taken()).toMatchObject([{ source: 'Direct' }]);
});
