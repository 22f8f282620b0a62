/** Page views of sites that load each page: each is counted once, with its URL, title and referrer. */
import type { Page } from 'playwright-core';
import { describeTracker } from './browser.fixture.ts';
import { hide, show } from './engagement.fixture.ts';
import type { SiteHandler } from './sites.fixture.ts';
import { heldBack } from './sending.fixture.ts';
import { until } from './workspace.fixture.ts';

describeTracker('Page views', (rig) => {
  it('are counted for each page of a site, in one session with its campaign', async () => {
    const workspace = await rig.workspace();
    const shop = rig.sites.serve('shop.test', {
      '/': workspace.page({ title: 'Home', body: '<a href="/about?x=1#team">About</a>' }),
      '/about': workspace.page({ title: 'About', body: '<a href="/">Home</a>' }),
    });
    const blog = rig.sites.serve('blog.test', {
      '/': `<a href="${shop.url}/?utm_source=news&utm_medium=email&utm_campaign=spring">Shop</a>`,
    });
    const page = await rig.visit(`${blog.url}/`);
    await page.click('a');
    await workspace.accepted(1, '$pageview');
    await page.click('a');
    await workspace.accepted(2, '$pageview');
    await page.click('a');
    await workspace.accepted(3, '$pageview');

    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 3 });
    await expect(workspace.read('overview')).resolves.toMatchObject({ pageviews: 3, uniqueVisitors: 1, sessions: 1 });
    await expect(workspace.read('pages')).resolves.toMatchObject({
      data: [
        { path: '/', title: 'Home', pageviews: 2, visitors: 1 },
        { path: '/about', title: 'About', pageviews: 1, visitors: 1 },
      ],
    });
    await expect(workspace.read('sources')).resolves.toMatchObject({
      referrers: [{ source: 'blog.test', visitors: 1 }],
      utmSources: [{ source: 'news', medium: 'email', visitors: 1 }],
    });
    await expect(workspace.read('campaigns')).resolves.toMatchObject({
      campaigns: [{ name: 'spring', source: 'news', medium: 'email', visitors: 1, sessions: 1 }],
    });
    expect(workspace.sent('$pageview')).toMatchObject([
      { url: `${shop.url}/?utm_source=news&utm_medium=email&utm_campaign=spring`, referrer: `${blog.url}/` },
      { url: `${shop.url}/about?x=1`, referrer: `${shop.url}/?utm_source=news&utm_medium=email&utm_campaign=spring` },
      { url: `${shop.url}/`, referrer: `${shop.url}/about?x=1` },
    ]);
  });

  it('of the same browser at another IP address are those of another visitor', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page() });
    await rig.visit(`${url}/`);
    await workspace.accepted(1);
    await rig.visit(`${url}/`);
    await workspace.accepted(2);
    await expect(workspace.read('overview')).resolves.toMatchObject({ pageviews: 2, uniqueVisitors: 1, sessions: 1 });
    rig.proxy.clientAddress = '198.51.100.4';
    await rig.visit(`${url}/`);
    await workspace.accepted(3);
    await expect(workspace.read('overview')).resolves.toMatchObject({ pageviews: 3, uniqueVisitors: 2, sessions: 2 });
  });

  it('keep titles and paths in any script', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '*': workspace.page({ title: 'مرحبا 👩‍👩‍👧 – “ok”' }) });
    const page = await rig.visit(`${url}/مرحبا/😀`);
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1 });
    await expect(workspace.read('pages')).resolves.toMatchObject({
      data: [{ path: '/مرحبا/😀', title: 'مرحبا 👩‍👩‍👧 – “ok”', pageviews: 1 }],
    });
  });

  it('have the title that the page sets late', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', {
      '/': workspace.page({
        title: '',
        body: '<script>addEventListener("load", () => { document.title = "Late" })</script>',
      }),
    });
    const page = await rig.visit(`${url}/`);
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1 });
    await expect(workspace.read('pages')).resolves.toMatchObject({
      data: [{ path: '/', title: 'Late', pageviews: 1 }],
    });
  });

  it('are counted again, once, when a page comes back from the back/forward cache', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', {
      '/': workspace.page({
        title: 'Home',
        head: '<script>addEventListener("pageshow", (event) => { window.isBack = event.persisted })</script>',
      }),
      '/about': workspace.page({ title: 'About' }),
    });
    const page = await rig.visit(`${url}/`);
    await workspace.accepted(1, '$pageview');
    await page.goto(`${url}/about`);
    await workspace.accepted(2, '$pageview');
    await goBack(page, '/');
    await expect(page.evaluate(() => Reflect.get(window, 'isBack'))).resolves.toBe(true);
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 3 });
    await expect(workspace.read('pages')).resolves.toMatchObject({
      data: [
        { path: '/', title: 'Home', pageviews: 2 },
        { path: '/about', title: 'About', pageviews: 1 },
      ],
    });
    expect(workspace.sent('$pageview')).toHaveLength(3);
  });

  it('are counted again when a page is loaded again', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page({ attributes: { 'data-storage': 'local' } }) });
    const page = await rig.visit(`${url}/`);
    await page.reload();
    await page.reload();
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 3 });
    await expect(workspace.read('overview')).resolves.toMatchObject({ pageviews: 3, uniqueVisitors: 1, sessions: 1 });
  });

  it('are counted once each if a page that was left during its request comes back', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '*': workspace.page() });
    const release = heldBack(rig.proxy);
    const page = await rig.visit(`${url}/`);
    await until(() => expect(workspace.sent('$pageview')).toHaveLength(1));
    await page.goto(`${url}/about`);
    await goBack(page, '/');
    release();
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 3 });
    await expect(workspace.read('pages')).resolves.toMatchObject({
      data: [
        { path: '/', pageviews: 2 },
        { path: '/about', pageviews: 1 },
      ],
    });
  });

  it('are also counted by the core script, in single-page apps and from the back/forward cache', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', {
      '*': workspace.page({ attributes: { src: `${rig.ingestUrl}/tracker.core.js` } }),
    });
    const page = await rig.visit(`${url}/`);
    await workspace.accepted(1);
    await page.evaluate(() => history.pushState({}, '', '/users'));
    await workspace.accepted(2);
    await page.goto(`${url}/about`);
    await workspace.accepted(3);
    await goBack(page, '/users');
    await expect(workspace.settled(page)).resolves.toEqual({ $pageview: 4 });
    await expect(workspace.read('pages')).resolves.toMatchObject({
      data: [
        { path: '/users', pageviews: 2 },
        { path: '/', pageviews: 1 },
        { path: '/about', pageviews: 1 },
      ],
    });
  });

  it('A16 are not sent until a tab is first visible, and then once', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', {
      '/': workspace.page({
        title: 'Opened behind',
        body: '<script>addEventListener("load", () => footfall.track("early"))</script>',
      }),
    });
    const visitor = await rig.visitor();
    await visitor.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
    const never = await visitor.newPage();
    await never.goto(`${url}/`);
    const later = await visitor.newPage();
    await later.goto(`${url}/`);
    await later.evaluate(() => dispatchEvent(new Event('pagehide')));
    await never.close();
    // Sent at once by a visible page: events of the other two would have arrived before.
    const seen = await rig.visit(`${url}/`);
    await workspace.settled(seen);
    expect(workspace.sent('$pageview')).toHaveLength(1);
    expect(workspace.sent('early')).toHaveLength(1);
    await show(later);
    await workspace.accepted(2, '$pageview');
    await hide(later);
    await show(later);
    await expect(workspace.settled(later)).resolves.toMatchObject({ $pageview: 2, early: 2 });
    const leaves = workspace.sent('$pageleave').filter(({ continued }) => !continued);
    expect(new Set(leaves.map(({ id }) => id)).size).toBe(1);
  });

  it('of a prerendered page are counted when it is shown', async () => {
    const workspace = await rig.workspace();
    const shop = rig.sites.serve('shop.test', {
      '/': workspace.page({ title: 'Home', head: speculation('/next') + followTo('/next') }),
      '/next': workspace.page({ title: 'Next', body: reportPrerendering + trackWhenShown }),
      '/prerendering/true': '',
      '/shown': '',
    });
    const follow = holdBack(shop.pages, '/follow');
    await rig.visitUnwatched(`${shop.url}/`);
    await until(() => expect(shop.requests.map(({ path }) => path)).toContain('/prerendering/true'));
    await workspace.accepted(1, '$pageview');
    await expect(workspace.counted()).resolves.toMatchObject({ $pageview: 1 });
    follow();
    await workspace.accepted(1, 'shown');
    await workspace.accepted(2, '$pageview');
    await expect(workspace.counted()).resolves.toMatchObject({ $pageview: 2, shown: 1 });
    await expect(workspace.read('pages')).resolves.toMatchObject({
      data: [
        { path: '/', title: 'Home', pageviews: 1 },
        { path: '/next', title: 'Next', pageviews: 1 },
      ],
    });
    // It was shown as prerendered, not loaded again.
    expect(shop.requests.filter(({ path }) => path === '/next')).toHaveLength(1);
  });

  it('of a prerendered page that is never shown are not counted', async () => {
    const workspace = await rig.workspace();
    const shop = rig.sites.serve('shop.test', {
      '/': workspace.page({ head: speculation('/next') + followTo('/other') }),
      '/next': workspace.page({ body: reportPrerendering + trackWhenShown }),
      '/prerendering/true': '',
      '/other': workspace.page({ body: '<script>addEventListener("load", () => footfall.track("other"))</script>' }),
    });
    const follow = holdBack(shop.pages, '/follow');
    await rig.visitUnwatched(`${shop.url}/`);
    await until(() => expect(shop.requests.map(({ path }) => path)).toContain('/prerendering/true'));
    await workspace.accepted(1, '$pageview');
    follow();
    await workspace.accepted(1, 'other');
    await workspace.accepted(2, '$pageview');
    const { data } = await workspace.read('pages');
    expect(data.map(({ path }: { path: string }) => path)).toEqual(['/', '/other']);
  });
});

/** Reports to the site that it is loaded but not visible, later than a page view would have been sent. */
const reportPrerendering = '<script>setTimeout(() => fetch("/prerendering/" + document.prerendering), 1000)</script>';
const trackWhenShown =
  '<script>document.addEventListener("prerenderingchange", () => setTimeout(() => footfall.track("shown")))</script>';

/** Goes back. A page from the back/forward cache is not loaded, so there is no load to wait for. */
async function goBack(page: Page, path: string): Promise<void> {
  await page.evaluate(() => history.back());
  await until(async () => expect(await page.evaluate(() => location.pathname)).toBe(path));
}

/** A request that the browser drops is repeated: nothing else makes the page follow. */
function followTo(path: string): string {
  return `<script>(function follow() { fetch("/follow").then(() => { location.href = "${path}" }, follow) })()</script>`;
}

/** Responds at a path only once the returned function is called. */
function holdBack(pages: Record<string, string | SiteHandler>, path: string): () => void {
  let respond: (text: string) => void = () => undefined;
  const responded = new Promise<string>((resolve) => (respond = resolve));
  pages[path] = () => responded;
  return () => respond('');
}

function speculation(path: string): string {
  const rules = { prerender: [{ source: 'list', urls: [path], eagerness: 'immediate' }] };
  return `<script type="speculationrules">${JSON.stringify(rules)}</script>`;
}
