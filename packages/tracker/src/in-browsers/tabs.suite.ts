/** Several tabs of one browser, and tabs that are closed before ingest has responded: one visitor, and nothing lost or counted twice. */
import { describeTracker } from './browser.fixture.ts';
import { heldBack } from './sending.fixture.ts';
import { until } from './workspace.fixture.ts';

describeTracker('Tabs', (rig) => {
  it.each([
    ['by its address and browser', {}],
    ['by what it keeps', { 'data-storage': 'local' }],
  ])('of one browser are one visitor in one session, known %s', async (_, attributes) => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '*': workspace.page({ attributes }) });
    const visitor = await rig.visitor();
    const first = await visitor.newPage();
    const second = await visitor.newPage();
    await first.goto(`${url}/first`);
    await workspace.accepted(1, '$pageview');
    await second.goto(`${url}/second`);
    await workspace.accepted(2, '$pageview');
    await first.goto(`${url}/third`);
    await workspace.settled(second);
    await expect(workspace.settled(first)).resolves.toMatchObject({ $pageview: 3 });
    await expect(workspace.read('overview')).resolves.toMatchObject({ pageviews: 3, uniqueVisitors: 1, sessions: 1 });
    await expect(visitor.cookies()).resolves.toEqual([]);
  });

  it('of a browser that stores its visitor ID are the same visitor and session from another IP address', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '*': workspace.page({ attributes: { 'data-storage': 'local' } }) });
    const page = await rig.visit(`${url}/`);
    await workspace.accepted(1, '$pageview');
    rig.proxy.clientAddress = '198.51.100.4';
    await page.goto(`${url}/second`);
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 2 });
    await expect(workspace.read('overview')).resolves.toMatchObject({ pageviews: 2, uniqueVisitors: 1, sessions: 1 });
  });

  it('store nothing in the browser unless the site says so', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page() });
    const page = await rig.visit(`${url}/`);
    await workspace.settled(page);
    await expect(page.context().storageState()).resolves.toEqual({ cookies: [], origins: [] });
  });

  it('that are closed at once are counted', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page() });
    const page = await rig.visit(`${url}/`);
    await page.evaluate(() => window.footfall?.track('bought'));
    await page.close();
    await workspace.accepted(1, 'bought');
    await expect(workspace.counted()).resolves.toMatchObject({ $pageview: 1, bought: 1 });
  });

  it.each([
    ['', {}],
    [' that keeps what it could not send', { 'data-storage': 'local' }],
  ])('that are closed during a request are counted once%s', async (_, attributes) => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '*': workspace.page({ attributes }) });
    const release = heldBack(rig.proxy);
    const page = await rig.visit(`${url}/`);
    const another = await page.context().newPage();
    await until(() => expect(workspace.sent('$pageview')).toHaveLength(1));
    await page.evaluate(() => window.footfall?.track('bought'));
    await page.close();
    // The browser's request for the closed tab contains both: the first has had no response.
    await until(() => expect(workspace.sent('bought')).toHaveLength(1));
    release();
    await another.goto(`${url}/next`);
    await expect(workspace.settled(another)).resolves.toMatchObject({ $pageview: 2, bought: 1 });
    await expect(workspace.read('overview')).resolves.toMatchObject({ pageviews: 2, uniqueVisitors: 1, sessions: 1 });
  });

  it('that track an event in a handler of their own while they are left have it counted', async () => {
    const workspace = await rig.workspace();
    const body = `<script>document.addEventListener('visibilitychange', () => {
      if (document.hidden) footfall.track('progress');
    })</script>`;
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page({ body }), '/next': '' });
    const page = await rig.visit(`${url}/`);
    await workspace.accepted(1, '$pageview');
    await page.goto(`${url}/next`);
    await workspace.accepted(1, 'progress');
    await expect(workspace.counted()).resolves.toEqual({ $pageview: 1, $pageleave: 1, progress: 1 });
  });

  it('that open another page during a request are counted once', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '*': workspace.page() });
    const release = heldBack(rig.proxy);
    const page = await rig.visit(`${url}/`);
    await until(() => expect(workspace.sent('$pageview')).toHaveLength(1));
    await page.goto(`${url}/next`);
    await until(() => expect(workspace.sent('$pageview').map(({ url: at }) => at)).toContain(`${url}/next`));
    release();
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 2 });
  });
});
