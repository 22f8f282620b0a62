/** Pages without a network, and the data that `data-storage="local"` keeps: every event is counted once, late if necessary. */
import type { BrowserContext, Page } from 'playwright-core';
import { describeTracker } from './browser.fixture.ts';
import { failing, noticed } from './sending.fixture.ts';
import { until, type Workspace } from './workspace.fixture.ts';

const hourMs = 3_600_000;
const local = { 'data-storage': 'local' };

describeTracker('a page that is offline', (rig) => {
  let workspace: Workspace;
  let url: string;

  beforeEach(async () => {
    workspace = await rig.workspace();
    url = rig.sites.serve('shop.test', { '*': workspace.page({ attributes: local }) }).url;
  });

  const track = (page: Page, type: string) => page.evaluate((name) => window.footfall?.track(name), type);
  const settledNow = async (page: Page) => expect((await workspace.settled(page))['$pageview']).toBeGreaterThan(0);
  /** Includes events that arrived days late. */
  const countedEver = async () => {
    const start = new Date(Date.now() - 10 * 24 * hourMs).toISOString();
    const { data } = await workspace.read('events', { start });
    return Object.fromEntries((data as { type: string; count: number }[]).map(({ type, count }) => [type, count]));
  };
  /** Stays offline until the browser has ended: when it closes, Playwright's emulation ends a little earlier. */
  const stayOffline = async (context: BrowserContext, page: Page) => {
    await context.setOffline(true);
    rig.proxy.behaviour = failing([], 'cut');
    await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false }));
  };
  /** Closes the browser and opens it again, later and online. */
  const restart = async (context: BrowserContext, folder: string, afterMs = 0) => {
    await rig.closeProfile(context, folder);
    rig.proxy.behaviour = undefined;
    const next = await rig.profile(folder);
    if (afterMs) await next.clock.install({ time: Date.now() + afterMs });
    return next;
  };
  const openIn = async (context: BrowserContext, path = '/') => {
    const page = await context.newPage();
    await page.goto(url + path);
    return page;
  };

  it('sends its events when it is online again, and stores nothing in the browser by default', async () => {
    const site = rig.sites.serve('plain.test', { '*': workspace.page() });
    const context = await rig.visitor();
    const page = await context.newPage();
    const seen = noticed(page);
    await page.goto(site.url);
    await workspace.accepted(1);
    await context.setOffline(true);
    await track(page, 'first');
    await track(page, 'second');
    await context.setOffline(false);
    await workspace.accepted(1, 'second');
    expect(await workspace.settled(page)).toMatchObject({ $pageview: 1, first: 1, second: 1 });
    const kept = await page.evaluate<unknown>(
      `indexedDB.databases().then((databases) => [localStorage.length, sessionStorage.length, document.cookie, databases.length])`,
    );
    expect(kept).toEqual([0, 0, '', 0]);
    expect(await context.cookies()).toEqual([]);
    expect(seen).toEqual([]);
  });

  it.each([
    ['a page', `new Response('<h1>You are offline</h1>', { headers: { 'content-type': 'text/html' } })`],
    ['a timeout', `new Response('', { status: 408 })`],
  ])('still has its events if a service worker responds with %s to requests that fail', async (_, response) => {
    const worker = `addEventListener('activate', (event) => event.waitUntil(clients.claim()));
      addEventListener('fetch', (event) => event.respondWith(fetch(event.request).catch(() => ${response})));`;
    const register = `<script>navigator.serviceWorker.register('/worker.js')</script>`;
    // The host of tests without TLS on which browsers allow service workers.
    const site = rig.sites.serve('localhost', {
      '/': workspace.page({ body: register, attributes: { 'data-debug': '' } }),
      '/worker.js': (_request, reply) => {
        reply.setHeader('content-type', 'text/javascript').end(worker);
      },
    });
    const page = await rig.visit(`${site.url}/`);
    await workspace.accepted(1);
    await page.waitForFunction(() => navigator.serviceWorker.controller, undefined, { polling: 25 });
    rig.proxy.behaviour = failing(['cut', 'cut']);
    await track(page, 'offline');
    await workspace.accepted(1, 'offline');
    expect(await workspace.settled(page)).toMatchObject({ $pageview: 1, offline: 1 });
  });

  it('has its events sent by the next page if its tab was closed', async () => {
    const context = await rig.visitor();
    const page = await openIn(context);
    await workspace.accepted(1);
    await context.setOffline(true);
    await track(page, 'offline');
    await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })]);
    await context.setOffline(false);
    const next = await openIn(context, '/next');
    await workspace.accepted(1, 'offline');
    expect(await workspace.settled(next)).toMatchObject({ $pageview: 2, offline: 1 });
    expect((await workspace.read('overview'))['uniqueVisitors']).toBe(1);
  });

  it('has its events sent after the browser was restarted', async () => {
    const folder = await rig.folder();
    const context = await rig.profile(folder);
    const page = await openIn(context);
    await workspace.accepted(1);
    await stayOffline(context, page);
    await track(page, 'offline');
    const next = await openIn(await restart(context, folder), '/next');
    await workspace.accepted(1, 'offline');
    expect(await workspace.settled(next)).toMatchObject({ $pageview: 2, offline: 1 });
    const { uniqueVisitors, sessions } = await workspace.read('overview');
    expect([uniqueVisitors, sessions]).toEqual([1, 1]);
  });

  it('has its events sent once after a restart if ingest could not be reached', async () => {
    const folder = await rig.folder();
    rig.proxy.behaviour = failing([], 'deliver and cut');
    const context = await rig.profile(folder);
    const page = await openIn(context);
    await track(page, 'bought');
    await until(() => expect(workspace.sent('bought')).not.toEqual([]));
    const next = await openIn(await restart(context, folder), '/next');
    await workspace.accepted(1, 'bought');
    expect(await workspace.settled(next)).toMatchObject({ $pageview: 2, bought: 1 });
  });

  it('repeats events that may have arrived only for 23 hours, because ingest recognizes duplicates for 24', async () => {
    const folder = await rig.folder();
    rig.proxy.behaviour = failing([], 'deliver and cut');
    const context = await rig.profile(folder);
    const page = await openIn(context);
    await track(page, 'bought');
    await until(() => expect(workspace.sent('bought')).not.toEqual([]));
    const next = await restart(context, folder, 23.1 * hourMs);
    const sentBefore = workspace.requests().length;
    const nextPage = await openIn(next, '/next');
    await next.clock.runFor(1000);
    await workspace.accepted(1, '$pageview');
    await track(nextPage, 'done');
    await next.clock.runFor(1000);
    await workspace.accepted(1, 'done');
    const types = workspace
      .requests()
      .slice(sentBefore)
      .flatMap(({ events }) => events.map(({ type }) => type));
    expect(types).not.toContain('bought');
    expect(await countedEver()).toMatchObject({ $pageview: 2, bought: 1, done: 1 });
  });

  it.each([
    ['6 days later, with their own time', 6 * 24 * hourMs, undefined],
    ['8 days later, with the time received, because ingest does not accept older times', 8 * 24 * hourMs, 1],
  ])('sends unsent events %s', async (_, afterMs, countedNow) => {
    const folder = await rig.folder();
    const context = await rig.profile(folder);
    const page = await openIn(context);
    await workspace.accepted(1);
    await stayOffline(context, page);
    await track(page, 'offline');
    const next = await restart(context, folder, afterMs);
    const nextPage = await openIn(next, '/next');
    await next.clock.runFor(1000);
    await track(nextPage, 'done');
    await next.clock.runFor(1000);
    await workspace.accepted(1, 'done');
    expect(await countedEver()).toMatchObject({ $pageview: 2, offline: 1, done: 1 });
    expect((await workspace.counted())['offline']).toBe(countedNow);
  });

  it('counts the waiting events of two tabs once, even if one tab takes them over from the other', async () => {
    const context = await rig.visitor();
    const [one, two] = [await openIn(context, '/one'), await openIn(context, '/two')];
    await workspace.accepted(2, '$pageview');
    await context.setOffline(true);
    for (const page of [one, two]) for (const type of ['a', 'b', 'c']) await track(page, type);
    await context.setOffline(false);
    const three = await openIn(context, '/three');
    for (const type of ['a', 'b', 'c']) await workspace.accepted(2, type);
    await settledNow(one);
    await settledNow(two);
    expect(await workspace.settled(three)).toMatchObject({ $pageview: 3, a: 2, b: 2, c: 2 });
    expect((await workspace.read('overview'))['uniqueVisitors']).toBe(1);
  });

  it('still has the events that did not fit into beacons when the visitor comes back to it', async () => {
    rig.sites.serve('shop.test', { '*': workspace.page() });
    rig.proxy.behaviour = failing([], { status: 503, retryAfter: '1000' });
    const page = await openIn(await rig.visitor());
    await until(() => expect(workspace.sent('$pageview')).toHaveLength(1));
    // The page waits with its requests, but not with beacons.
    rig.proxy.behaviour = undefined;
    await page.evaluate(() => {
      for (let n = 0; n < 30; n++)
        window.footfall?.track('large', { text: 'x'.repeat(1000), more: 'y'.repeat(1000), also: 'z'.repeat(1000) });
      for (const type of ['pagehide', 'pageshow']) dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
    });
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await workspace.accepted(30, 'large');
    expect(await workspace.settled(page)).toMatchObject({ $pageview: 2, large: 30 });
  });

  it.each([{}, local])('still has its events when the visitor leaves it and comes back: %j', async (attributes) => {
    rig.sites.serve('shop.test', { '*': workspace.page({ attributes }) });
    const context = await rig.visitor();
    const page = await openIn(context);
    await workspace.accepted(1);
    await context.setOffline(true);
    await track(page, 'offline');
    // The event of the back/forward cache.
    await page.evaluate(() => {
      for (const type of ['pagehide', 'pageshow']) dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
    });
    await track(page, 'back');
    await context.setOffline(false);
    await workspace.accepted(1, 'back');
    expect(await workspace.settled(page)).toMatchObject({ $pageview: 2, offline: 1, back: 1 });
  });
});
