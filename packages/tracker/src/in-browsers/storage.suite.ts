/** The data that `data-storage="local"` keeps about a visitor, also if storage is full, disabled or written by other code. */
import type { BrowserContext, Page } from 'playwright-core';
import { describeTracker } from './browser.fixture.ts';
import { failing, noticed } from './sending.fixture.ts';
import { until, type Workspace } from './workspace.fixture.ts';

const minuteMs = 60_000;
const local = { 'data-storage': 'local' };

describeTracker('a visitor whose ID the browser stores', (rig) => {
  let workspace: Workspace;
  let url: string;

  beforeEach(async () => {
    workspace = await rig.workspace();
    url = rig.sites.serve('shop.test', { '*': workspace.page({ attributes: local }) }).url;
  });

  const track = (page: Page, type: string) => page.evaluate((name) => window.footfall?.track(name), type);
  const openIn = async (context: BrowserContext, path = '/') => {
    const page = await context.newPage();
    await page.goto(url + path);
    return page;
  };

  it.each(['none', 'session', 'false', ''])('requires data-storage="local", not "%s"', async (storage) => {
    rig.sites.serve('shop.test', { '*': workspace.page({ attributes: { 'data-storage': storage } }) });
    const page = await openIn(await rig.visitor());
    expect(await workspace.settled(page)).toMatchObject({ $pageview: 1 });
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });

  it('stores nothing before consent, and nothing after it was withdrawn and the data removed', async () => {
    const { pages } = rig.sites.serve('shop.test', { '/next': '' });
    pages['/'] = workspace.page({ attributes: { ...local, 'data-auto': 'false' } });
    const page = await openIn(await rig.visitor());
    const storedAfterLeaving = async () => {
      await page.goto(`${url}/next`);
      const stored = await page.evaluate('localStorage.length');
      await page.goto(url);
      return stored;
    };
    expect(await storedAfterLeaving()).toBe(0);
    await page.evaluate(() => window.footfall?.start());
    await workspace.accepted(1);
    await page.evaluate(() => {
      window.footfall?.stop();
      localStorage.removeItem('footfall');
    });
    expect(await storedAfterLeaving()).toBe(0);
  });

  it('stores no undelivered events once consent was withdrawn and the data removed', async () => {
    rig.proxy.behaviour = failing([], { status: 503 });
    const { pages } = rig.sites.serve('shop.test', { '/next': '' });
    pages['/'] = workspace.page({ attributes: { ...local, 'data-auto': 'false' } });
    const page = await openIn(await rig.visitor());
    await page.evaluate(() => window.footfall?.start());
    await until(() => expect(workspace.requests()).not.toEqual([]));
    expect(await page.evaluate('localStorage.length')).toBe(2);
    await page.evaluate(() => {
      window.footfall?.stop();
      localStorage.clear();
    });
    await page.goto(`${url}/next`);
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });

  it.each([
    [
      'full',
      `Storage.prototype.setItem = () => { throw new Error('full') }; let size = 2 ** 22; let n = 0; while (size >= 1) { try { localStorage['fill' + n++] = 'x'.repeat(size) } catch { size >>= 1 } }`,
    ],
    ['forbidden', `Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden') } })`],
    ['null', `Object.defineProperty(window, 'localStorage', { value: null })`],
  ])('counts as one visitor, without errors, if the storage is %s', async (_, code) => {
    const { pages } = rig.sites.serve('shop.test', {});
    pages['/'] = workspace.page({ attributes: local, head: `<script>{${code}}</script>` });
    const page = await (await rig.visitor()).newPage();
    const seen = noticed(page);
    await page.goto(url);
    for (const type of ['a', 'b', 'c']) await track(page, type);
    await workspace.accepted(1, 'c');
    expect(await workspace.settled(page)).toMatchObject({ $pageview: 1, a: 1, b: 1, c: 1 });
    const { uniqueVisitors, sessions } = await workspace.read('overview');
    expect([uniqueVisitors, sessions]).toEqual([1, 1]);
    expect(seen).toEqual([]);
  });

  it('is counted despite foreign data in the storage', async () => {
    const texts = [
      '{',
      '',
      'null',
      '5',
      '"text"',
      '[]',
      '[[]]',
      '{}',
      '[null,null]',
      '[5,6,7]',
      '[{"a":1},{"b":2},"x"]',
      '["v","s","t"]',
      `["${'v'.repeat(100)}","s",0]`,
    ];
    const context = await rig.visitor();
    // All at once, each on a site with a storage of its own.
    await Promise.all(
      texts.map(async (text, at) => {
        const head = `<script>localStorage.footfall = localStorage['footfall:${workspace.publicKey}'] = ${JSON.stringify(text)}</script>`;
        const site = rig.sites.serve(`shop${at}.test`, {
          '/': workspace.page({ attributes: local, head }),
          '/next': workspace.page({ attributes: local }),
        });
        const page = await context.newPage();
        const seen = noticed(page);
        for (const [path, type] of [
          ['/', `a${at}`],
          ['/next', `b${at}`],
        ] as const) {
          await page.goto(site.url + path);
          await track(page, type);
          await workspace.accepted(1, type);
        }
        expect([text, seen]).toEqual([text, []]);
      }),
    );
    await workspace.accepted(2 * texts.length, '$pageview');
    const tracked = [...texts.keys()].flatMap((at) => [`a${at}`, `b${at}`]);
    const expected = Object.fromEntries(tracked.map((type) => [type, 1]));
    expect(await workspace.counted()).toMatchObject({ $pageview: 2 * texts.length, ...expected });
  });

  it('is the same visitor on every page, in every tab and after a restart, in one session', async () => {
    const folder = await rig.folder();
    const context = await rig.profile(folder);
    const page = await openIn(context, '/one');
    await page.goto(`${url}/two`);
    await openIn(context, '/three');
    await workspace.accepted(3, '$pageview');
    await rig.closeProfile(context, folder);
    await openIn(await rig.profile(folder), '/four');
    const views = await workspace.accepted(4, '$pageview');
    expect(new Set(views.map(({ visitorId }) => visitorId)).size).toBe(1);
    expect(new Set(views.map(({ sessionId }) => sessionId)).size).toBe(1);
    const { uniqueVisitors, sessions, pageviews } = await workspace.read('overview');
    expect([uniqueVisitors, sessions, pageviews]).toEqual([1, 1, 4]);
  });

  it('has a new session after 30 minutes without an event, and the same one before', async () => {
    const context = await rig.visitor();
    await context.clock.install({ time: Date.now() - 120 * minuteMs });
    const page = await openIn(context);
    await context.clock.runFor(1000);
    await workspace.accepted(1);
    for (const type of ['within', 'after']) {
      await context.clock.fastForward((type === 'within' ? 29 : 31) * minuteMs);
      await track(page, type);
      await context.clock.runFor(1000);
      await workspace.accepted(1, type);
    }
    const [first, within, after] = ['$pageview', 'within', 'after'].map((type) => workspace.sent(type)[0]);
    expect(within?.sessionId).toBe(first?.sessionId);
    expect(after?.sessionId).not.toBe(first?.sessionId);
    expect(new Set([first, within, after].map((event) => event?.visitorId)).size).toBe(1);
  });
});
