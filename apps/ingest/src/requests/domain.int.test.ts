/** The effects of a workspace's domain on its events: the pages that may send them, and the referrers that are ignored. */
import { pageview, post, type Tenant } from '../serve.fixture.ts';
import { sharedRig } from '../shared-rig.fixture.ts';

const shared = sharedRig();
let site: Tenant;
beforeEach(async () => {
  site = await shared.rig.tenant({ domain: 'example.com' });
});

const sendFrom = (origin: string, fields: object = {}) =>
  post(shared.served.eventsUrl, { ...pageview, ...fields }, { 'X-API-Key': site.publicKey, Origin: origin });

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
  const from = async (referrer: string) =>
    expect((await sendFrom('https://www.example.com', { referrer })).status).toBe(202);
  await from('https://shop.example.com/cart');
  await from('https://notexample.com/');
  const events = await shared.rig.taken();
  expect(events.map(({ source, channel }) => [source, channel])).toEqual([
    ['Direct', 'Direct'],
    ['notexample.com', 'Referral'],
  ]);
});

it('applies a changed domain', async () => {
  await shared.rig.keyStore.updateWorkspace(site.workspaceId, { domain: 'example.org' });
  expect((await sendFrom('https://www.example.com')).status).toBe(403);
  await shared.rig.taken();
  const moved = { url: 'https://www.example.org/', referrer: 'https://shop.example.org/' };
  expect((await sendFrom('https://www.example.org', moved)).status).toBe(202);
  expect(await shared.rig.taken()).toMatchObject([{ source: 'Direct' }]);
});
