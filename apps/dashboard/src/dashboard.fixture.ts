/** The dashboard in a real Chromium, on the whole product with traffic of thirty days; one browser and one product for all tests. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Product, startProduct } from '@footfall/standalone/fixture';
import { responseFrom } from '@footfall/test-servers';
import { describeWithChromium, launchChromium, networkChanged } from '@footfall/test-servers/chromium';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { eventsAt } from './events.fixture.ts';
import { Tabs } from './tabs.fixture.ts';

/** A session of an owner. Several are used in turn, because the requests of one person are limited and tests send more than a person. */
interface Owner {
  readonly cookie: { name: string; value: string; url: string };
  readonly csrfToken: string;
}

export interface Dashboard {
  /** The workspace with traffic. */
  readonly workspaceId: string;
  /** When the traffic ends. */
  readonly trafficMs: number;
  /** Opens a tab of the owner's at a path, or at `about:blank` to prepare it; errors on it are collected in `problems`. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a tab without a session. */
  openSignedOut(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Resolves with the body of the API's response to a path, requested with the secret key. */
  get(path: string): Promise<Json>;
  /** Resolves with the response as text. */
  text(path: string): Promise<string>;
  /** Sends a request to the admin API as the owner. */
  administer(method: string, path: string, body?: object): Promise<Json>;
  /** Returns the errors of the pages and of their console since the last call. */
  problems(): string[];
}

/** The body of a response; a test knows its form. */
// oxlint-disable-next-line typescript/no-explicit-any -- each endpoint has a different result.
export type Json = Record<string, any>;

const build = join(__dirname, '../build/build.mjs');

/** Declares a suite with Chromium and the product. */
export function describeDashboard(title: string, suite: (dashboard: Dashboard) => void): void {
  describeWithChromium(title, () => {
    const problems: string[] = [];
    let dataDir: string;
    let product: Product;
    let browser: Browser;
    let tabs: Tabs;
    let trafficMs: number;
    const owners: Owner[] = [];
    let owner: Owner;

    beforeAll(async () => {
      await promisify(execFile)(process.execPath, [build]);
      dataDir = await mkdtemp(join(tmpdir(), 'footfall-dashboard-'));
      product = await startProduct({ DATA_DIR: dataDir });
      browser = await launchChromium();
      tabs = new Tabs(browser, product.apiUrl);
      trafficMs = Date.now();
      await send(eventsAt(trafficMs));
      await product.drain();
      const first = await signIn(await product.createOwnerToken());
      owners.push(first, await invited(first, 'jo'), await invited(first, 'kim'), await invited(first, 'lou'));
    });
    beforeEach(() => {
      for (const next of owners.splice(0, 1)) owners.push((owner = next));
    });
    afterEach(async () => {
      await tabs?.clear();
      problems.length = 0;
    });
    afterAll(async () => {
      await browser?.close();
      await product?.stop();
      await rm(dataDir, { recursive: true });
    });

    const send = async (events: readonly object[]) => {
      const response = await responseFrom(`${product.ingestUrl}/api/v1/events`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${product.credentials.secretKey}`, 'Content-Type': 'application/json' },
        // With IDs, so that none is stored twice if the request is repeated.
        body: JSON.stringify({ events: events.map((event) => ({ id: randomUUID(), ...event })) }),
      });
      expect(await response.json()).toMatchObject({ accepted: events.length, rejected: [] });
    };
    const signIn = async (token: string | undefined): Promise<Owner> => {
      const response = await fetch(`${product.apiUrl}/admin/v1/sessions`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token }),
      });
      const [cookie = ''] = response.headers.getSetCookie();
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? [];
      const me: Json = await response.json();
      return { cookie: { name, value, url: product.apiUrl }, csrfToken: me['data'].csrfToken };
    };
    const invited = async (by: Owner, name: string): Promise<Owner> => {
      const { link } = await administer(by, 'POST', '/invitations', { email: `${name}@example.com`, role: 'owner' });
      return signIn(new URL(String(link)).hash.slice(1));
    };
    const administer = async ({ cookie, csrfToken }: Owner, method: string, path: string, body: unknown) => {
      const response = await fetch(`${product.apiUrl}/admin/v1${path}`, {
        method,
        headers: {
          Cookie: `${cookie.name}=${cookie.value}`,
          'X-CSRF-Token': csrfToken,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(body),
      });
      const { data }: Json = await response.json();
      return data;
    };
    const openPage = async (path: string, options: BrowserContextOptions | undefined, signedIn: boolean) => {
      const page = await tabs.open(options);
      if (signedIn) await page.context().addCookies([owner.cookie]);
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('console', (message) => {
        const isOfPage = !message.text().includes(networkChanged);
        if (['error', 'warning'].includes(message.type()) && isOfPage) problems.push(message.text());
      });
      await page.goto(path);
      return page;
    };

    const request = (path: string) =>
      fetch(`${product.apiUrl}${path}`, { headers: { Authorization: `Bearer ${product.credentials.secretKey}` } });

    suite({
      get workspaceId() {
        return product.credentials.workspaceId;
      },
      get trafficMs() {
        return trafficMs;
      },
      open: (path, options) => openPage(path, options, true),
      openSignedOut: (path, options) => openPage(path, options, false),
      get: async (path): Promise<Json> => (await request(path)).json(),
      text: async (path) => (await request(path)).text(),
      administer: (method, path, body) => administer(owner, method, path, body),
      problems: () => problems.splice(0),
    });
  });
}
