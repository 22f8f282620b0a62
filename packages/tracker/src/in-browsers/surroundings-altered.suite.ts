/** Pages that change built-in functions, sandboxed frames and wrong clocks: events are still counted, and the page notices nothing. */
import type { BrowserContext, Page } from 'playwright-core';
import { describeTracker } from './browser.fixture.ts';
import { noticed, stub } from './sending.fixture.ts';
import { type Attributes, until, type Workspace } from './workspace.fixture.ts';

/** A change to a page, and its code. */
const codes: readonly (readonly [what: string, code: string])[] = [
  [
    'fetch that cannot be changed',
    `Object.defineProperty(window, 'fetch', { value: fetch, writable: false, configurable: false })`,
  ],
  [
    'fetch wrapped by another library',
    `const original = fetch; window.fetch = function (...args) { return original.apply(this, args).then((answer) => answer) }`,
  ],
  [
    'fetch that is broken later',
    `addEventListener('load', () => (window.fetch = () => { throw new Error('broken') }))`,
  ],
  [
    'history wrapped before',
    `const push = history.pushState; history.pushState = function (...args) { return push.apply(this, args) }`,
  ],
  ['history that cannot be changed', `Object.freeze(history)`],
  ['no crypto.randomUUID', `delete Crypto.prototype.randomUUID`],
  ['no AbortSignal.timeout', `delete AbortSignal.timeout`],
  [
    'an element that is named like its global',
    `addEventListener('DOMContentLoaded', () => { const a = document.createElement('a'); a.id = 'footfall'; document.body.append(a) }, true)`,
  ],
  [
    'an image that is named like what a page has',
    `addEventListener('DOMContentLoaded', () => { const image = new Image(); image.name = 'title'; document.body.append(image) }, true)`,
  ],
  ...['hidden', 'referrer', 'title'].flatMap((name) =>
    ['form', 'iframe'].map((tag): [string, string] => [
      `a ${tag} that is named ${name}, with a property that refers to itself`,
      `const named = document.createElement('${tag}'); named.name = '${name}'; document.documentElement.append(named); document.${name}.loop = document.${name}`,
    ]),
  ),
  [
    'arrays with enumerable methods',
    `Array.prototype.each = function (run) { this.forEach(run) }; Array.prototype.last = () => 1; Object.prototype.extend = function () {}`,
  ],
  ['objects with an enumerable value', `Object.prototype.legacy = 1`],
  [
    'strings and dates with a toJSON',
    `Date.prototype.toJSON = () => 'date'; Number.prototype.toJSON = function () { return this.valueOf() }`,
  ],
];

/** Most pages are visited with stored data only, which takes every path of the default as well. */
const alsoWithoutStorage = new Set([
  'fetch that is broken later',
  'history that cannot be changed',
  'arrays with enumerable methods',
]);

describeTracker('in an altered browser', (rig) => {
  let workspace: Workspace;
  let context: BrowserContext;
  let page: Page;
  let seen: string[];

  beforeEach(async () => {
    workspace = await rig.workspace();
    context = await rig.visitor();
    page = await context.newPage();
    seen = noticed(page);
  });

  async function visit(head: string, attributes: Attributes = {}): Promise<void> {
    await page.goto(rig.sites.serve('shop.test', { '*': workspace.page({ head, attributes }) }).url);
  }

  const stored = codes.map(([what, code]) => [what, 'local', code] as const);
  const others = codes
    .filter(([what]) => alsoWithoutStorage.has(what))
    .map(([what, code]) => [what, false, code] as const);

  it.each([...stored, ...others])('counts on a page with %s, data-storage=%s', async (_, storage, code) => {
    await visit(`<script>{${code}}</script>`, { 'data-storage': storage });
    await page.evaluate("footfall.track('bought', { plan: 'pro' })");
    expect((await workspace.accepted(1, 'bought'))[0]).toMatchObject({ props: { plan: 'pro' } });
    await page.evaluate("footfall.track('done')");
    await workspace.accepted(1, 'done');
    expect(await workspace.counted()).toMatchObject({ $pageview: 1, bought: 1, done: 1 });
    expect(seen).toEqual([]);
  });

  it.each(['form', 'iframe'])('sends no title, and no usable referrer, if each is the name of a %s', async (tag) => {
    await visit(`<${tag} name="title"></${tag}><${tag} name="referrer"></${tag}>`);
    const [view] = await workspace.accepted(1);
    expect(view).not.toHaveProperty('title');
    expect(await workspace.settled(page)).toMatchObject({ $pageview: 1 });
    expect((await workspace.read('sources'))['referrers']).toMatchObject([{ source: 'Direct' }]);
  });

  it('disturbs nothing and counts nothing if arrays have a toJSON that returns text, as before 2010', async () => {
    const code = `Array.prototype.toJSON = function () { return '[' + this.map((one) => JSON.stringify(one)).join(', ') + ']' }`;
    await visit(`<script>${code}</script>`, { 'data-storage': 'local' });
    await until(() => expect(workspace.requests()[0]?.status).toBe(400));
    expect(seen).toEqual([]);
    expect(await workspace.counted()).toEqual({});
  });

  it('has one page view for each page of an app in which other libraries wrap history as well, before it and after', async () => {
    const wrap = `for (const name of ['pushState', 'replaceState']) { const original = history[name]; history[name] = function (...args) { const result = original.apply(this, args); dispatchEvent(new Event(name)); return result } }`;
    await visit(`<script>${wrap}</script>`);
    await workspace.accepted(1);
    await page.evaluate(wrap);
    await page.evaluate("history.pushState({}, '', '/two')");
    await workspace.accepted(2, '$pageview');
    expect(await workspace.settled(page)).toMatchObject({ $pageview: 2 });
    expect(seen).toEqual([]);
  });

  it.each([false, 'local'] as const)(
    'counts in a frame that has no access to its storage, data-storage=%s',
    async (storage) => {
      const site = rig.sites.serve('shop.test', {
        '/': '<!doctype html><title>Around</title><link rel="icon" href="data:,"><iframe sandbox="allow-scripts" src="/frame"></iframe>',
        '/frame': workspace.page({
          attributes: { 'data-storage': storage },
          head: stub,
          body: "<script>footfall.track('framed')</script>",
        }),
      });
      await page.goto(site.url);
      const sent = await workspace.accepted(2);
      expect(await workspace.counted()).toMatchObject({ $pageview: 1, framed: 1 });
      expect(new Set(sent.map(({ visitorId }) => visitorId)).size).toBe(1);
      expect((await workspace.read('overview'))['uniqueVisitors']).toBe(1);
      expect(seen).toEqual([]);
    },
  );

  it.each([-3, 3])('counts at the correct time if the clock of the browser is %i hours wrong', async (hours) => {
    await context.clock.install({ time: Date.now() + hours * 3_600_000 });
    await visit('');
    await page.clock.runFor(1000);
    const [view] = await workspace.accepted(1);
    expect(Math.abs((view?.timestamp ?? NaN) - Date.now())).toBeGreaterThan(2 * 3_600_000);
    expect((await workspace.read('realtime'))['activeVisitors']).toBe(1);
    const halfHourMs = 30 * 60_000;
    const range = {
      start: new Date(Date.now() - halfHourMs).toISOString(),
      end: new Date(Date.now() + halfHourMs).toISOString(),
    };
    expect((await workspace.read('overview', range))['pageviews']).toBe(1);
  });
});
