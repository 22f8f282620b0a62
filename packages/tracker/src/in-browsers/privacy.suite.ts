/** Visitors that the tracker ignores: those who opt out, automated browsers, and the developer's own machine. */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { describeTracker } from './browser.fixture.ts';
import type { Attributes, Workspace } from './workspace.fixture.ts';

interface Situation {
  host?: string;
  attributes?: Attributes;
  options?: BrowserContextOptions;
  /** Overrides of the browser's `navigator`. */
  navigator?: Record<string, unknown>;
  stored?: Record<string, string>;
}

const nothing: [string, Situation][] = [
  ['a visitor with Global Privacy Control', { navigator: { globalPrivacyControl: true } }],
  [
    'a visitor with Do Not Track, on a site with data-dnt',
    { attributes: { 'data-dnt': true }, navigator: { doNotTrack: '1' } },
  ],
  ['a visitor who has opted out', { stored: { footfall_ignore: '1' } }],
  ['an automated browser', { navigator: { webdriver: true } }],
  [
    'a headless browser',
    { options: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/141.0.0.0 Safari/537.36' } },
  ],
  ['localhost', { host: 'localhost' }],
  ['a host under localhost', { host: 'shop.localhost' }],
  ['127.0.0.1', { host: '127.0.0.1' }],
];

const measured: [string, Situation][] = [
  ['a visitor with Do Not Track, on a site without data-dnt', { navigator: { doNotTrack: '1' } }],
  [
    'a visitor without either',
    { attributes: { 'data-dnt': true }, navigator: { doNotTrack: null, globalPrivacyControl: false } },
  ],
  [
    'a visitor with Do Not Track, on a site with data-dnt="false"',
    { attributes: { 'data-dnt': 'false' }, navigator: { doNotTrack: '1' } },
  ],
  [
    'a visitor of Firefox without either, on a site with data-dnt',
    { attributes: { 'data-dnt': true }, navigator: { doNotTrack: 'unspecified' } },
  ],
  [
    'a visitor who allows tracking, on a site with data-dnt',
    { attributes: { 'data-dnt': true }, navigator: { doNotTrack: '0' } },
  ],
  ['localhost when debugging', { host: 'localhost', attributes: { 'data-debug': true } }],
  ['a host that only starts like localhost', { host: 'localhost.test' }],
];

describeTracker('Privacy', (rig) => {
  const arrive = async (workspace: Workspace, { host = 'shop.test', attributes = {}, ...browser }: Situation) => {
    const { url } = rig.sites.serve(host, { '/': workspace.page({ attributes }) });
    const context = await rig.visitor(browser.options);
    await disguise(context, browser);
    const page = await context.newPage();
    await page.goto(`${url}/`);
    return page;
  };
  /** The tracker's remaining events are sent before the next page runs, and that page sends an event by itself. */
  const leave = async (page: Page, workspace: Workspace) => {
    const other = rig.sites.serve('other.test', { '/': '' });
    await page.goto(`${other.url}/`);
    await page.evaluate(
      async ([url, key]) => {
        const body = JSON.stringify({ key, type: 'other' });
        await fetch(`${url}/api/v1/events`, { method: 'POST', body });
      },
      [rig.ingestUrl, workspace.publicKey],
    );
  };

  it.each(nothing)('nothing is sent for %s, and calls do nothing', async (_, situation) => {
    const workspace = await rig.workspace();
    const page = await arrive(workspace, situation);
    await page.evaluate(() => {
      window.footfall?.track('bought');
      window.footfall?.pageview();
    });
    expect(await page.evaluate(() => typeof window.footfall?.track)).toBe('function');
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(Object.keys(situation.stored ?? {}));
    await leave(page, workspace);
    expect(workspace.requests()).toHaveLength(1);
    expect(JSON.parse(workspace.requests()[0]?.body ?? '')).toMatchObject({ type: 'other' });
  });

  it('A19 nothing is measured before start and after stop, and everything between them', async () => {
    const workspace = await rig.workspace();
    const body = '<button data-event="bought">Buy</button><a href="/file.pdf" download>Take</a>';
    const { url } = rig.sites.serve('shop.test', {
      '*': workspace.page({ body, attributes: { 'data-auto': 'false', 'data-storage': 'local' } }),
      '/file.pdf': 'file',
    });
    const page = await rig.visit(`${url}/before`);
    await page.evaluate(() => history.pushState({}, '', '/consent'));
    expect(workspace.requests()).toEqual([]);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);

    await page.evaluate(() => {
      window.footfall?.start();
      window.footfall?.start();
    });
    await workspace.accepted(1, '$pageview');
    await page.click('a');
    await page.click('button');
    await page.evaluate(() => history.pushState({}, '', '/after'));
    const counts = { $pageview: 2, $pageleave: 1, $file_download: 1, bought: 1 };
    await expect(workspace.settled(page)).resolves.toMatchObject(counts);

    await page.evaluate(() => window.footfall?.stop());
    await page.click('a');
    await page.click('button');
    await page.evaluate(() => {
      window.footfall?.track('tracked');
      window.footfall?.pageview();
      history.pushState({}, '', '/stopped');
    });
    await page.evaluate(() => window.footfall?.start());
    await expect(workspace.settled(page)).resolves.toMatchObject({ ...counts, $pageview: 3 });
    const paths = workspace.sent('$pageview').map(({ url: at }) => new URL(at).pathname);
    expect(paths).toEqual(['/consent', '/after', '/stopped']);
    expect(workspace.sent('$pageleave').map(({ url: at }) => new URL(at).pathname)).toEqual(['/consent']);
  });

  it('A19 a page view that waits when measurement is stopped keeps its URL and title', async () => {
    const workspace = await rig.workspace();
    const head = `<script>addEventListener('DOMContentLoaded', () => {
      footfall.stop();
      document.title = 'Private';
      history.replaceState({}, '', '/private');
    })</script>`;
    const { url } = rig.sites.serve('shop.test', { '*': workspace.page({ title: 'Public', head }) });
    const page = await rig.visit(`${url}/public`);
    await workspace.accepted(1);
    expect(workspace.sent()).toMatchObject([{ type: '$pageview', url: `${url}/public`, title: 'Public' }]);
    await page.evaluate(() => window.footfall?.start());
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 2 });
  });

  it('A19 the core script can be started as well, even by a call before it has loaded', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', {
      '/': workspace.page({
        head: '<script>footfall = { q: [["start"]] }</script>',
        attributes: { src: `${rig.ingestUrl}/tracker.core.js`, 'data-auto': 'false' },
      }),
    });
    const page = await rig.visit(`${url}/`);
    await page.evaluate(() => history.pushState({}, '', '/next'));
    await expect(workspace.settled(page)).resolves.toEqual({ $pageview: 2 });
    await page.evaluate(() => {
      window.footfall?.stop();
      history.pushState({}, '', '/stopped');
      window.footfall?.start();
    });
    await expect(workspace.settled(page)).resolves.toEqual({ $pageview: 3 });
  });

  it.each(measured)('events are sent for %s', async (_, situation) => {
    const workspace = await rig.workspace();
    const page = await arrive(workspace, situation);
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1 });
  });
});

async function disguise(context: BrowserContext, { navigator, stored }: Situation): Promise<void> {
  await context.addInitScript(
    ([of, kept]) => {
      for (const [name, value] of Object.entries(of ?? {})) {
        Object.defineProperty(Navigator.prototype, name, { get: () => value, configurable: true });
      }
      try {
        Object.assign(localStorage, kept);
      } catch {
        // The initial empty page has no storage.
      }
    },
    [navigator, stored] as const,
  );
}
