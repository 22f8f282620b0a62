/** The tabs of a test. A tab with the default options is used by one test after another, because to start one takes three times as long as to load a page. */
import { navigateSteadily } from '@footfall/test-servers/chromium';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** Properties of a page that change the tab in ways that cannot be undone, or only one by one. */
const lasting = ['clock', 'addInitScript', 'emulateMedia', 'setViewportSize'] as const;

export class Tabs {
  readonly #browser: Browser;
  readonly #baseUrl: string;
  /** The tab that the next test can use. */
  #free: Page | undefined;
  /** The tab of this test that the next one can use as well, once it has been cleared. */
  #reusable: Page | undefined;

  constructor(browser: Browser, baseUrl: string) {
    this.#browser = browser;
    this.#baseUrl = baseUrl;
  }

  /** Resolves with an empty tab that shares nothing with the other tabs of the test. */
  async open(options?: BrowserContextOptions): Promise<Page> {
    if (options !== undefined || this.#reusable !== undefined) return this.#start(options);
    const page = this.#free ?? (await this.#start());
    this.#free = undefined;
    this.#reusable = page;
    return page;
  }

  /** Ends the tabs of a test. */
  async clear(): Promise<void> {
    const contexts = this.#browser.contexts();
    // A handler that is still fetching would fail with its page, and so fail another test.
    const pages = contexts.flatMap((context) => context.pages());
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    if (this.#reusable) this.#free = await empty(this.#reusable).catch(() => undefined);
    this.#reusable = undefined;
    const kept = this.#free?.context();
    await Promise.all(contexts.filter((context) => context !== kept).map((context) => context.close()));
  }

  async #start(options: BrowserContextOptions = {}): Promise<Page> {
    const own = { baseURL: this.#baseUrl, locale: 'en-GB', reducedMotion: 'reduce' } as const;
    const context = await this.#browser.newContext({ ...own, ...options });
    const page = await navigateSteadily(context).newPage();
    for (const name of lasting) {
      const value = page[name];
      Object.defineProperty(page, name, {
        get: () => {
          if (this.#reusable === page) this.#reusable = undefined;
          return typeof value === 'function' ? value.bind(page) : value;
        },
      });
    }
    return page;
  }
}

/** Removes all that a test can leave in a tab. */
async function empty(page: Page): Promise<Page> {
  const context = page.context();
  page.removeAllListeners();
  const others = context.pages().filter((one) => one !== page);
  await Promise.all(others.map((one) => one.close()));
  const { origin } = new URL(page.url());
  await page.evaluate(() => {
    // A result that arrives before the page is left would be stored again.
    Storage.prototype.setItem = () => undefined;
    sessionStorage.clear();
  });
  await page.goto('about:blank');
  await page.mouse.move(0, 0);
  await emptyStores(page, context, origin);
  return page;
}

async function emptyStores(page: Page, context: BrowserContext, origin: string): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.send('Network.clearBrowserCache');
  await session.send('Page.resetNavigationHistory');
  await session.detach();
  await Promise.all([context.clearCookies(), context.clearPermissions(), context.setOffline(false)]);
}
