/** The whole path of an event: a site, a visitor's browser, ingest behind a proxy that records requests, and the API. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Product, startProduct } from '@footfall/standalone/fixture';
import {
  describeWithChromium,
  launchChromium,
  launchProfile,
  navigateSteadily,
  openUnwatched,
} from '@footfall/test-servers/chromium';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type IngestProxy, openIngestProxy } from './ingest-proxy.fixture.ts';
import { openSites, type Sites } from './sites.fixture.ts';
import { createWorkspace, until, type Workspace } from './workspace.fixture.ts';

export interface Rig {
  readonly sites: Sites;
  /** The proxy in front of ingest; pages reach it at `ingestUrl`. */
  readonly proxy: IngestProxy;
  /** `http://ingest.test:1234`: its origin differs from that of every site. */
  readonly ingestUrl: string;
  /** Creates a workspace without limits, with its own page builder and API queries. */
  workspace(): Promise<Workspace>;
  /** Opens a browser without any state; it is closed after the test. */
  visitor(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Opens a tab of a new visitor at a URL. */
  visit(url: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a browser at a URL without a tool attached, so the page itself must do everything. Only such a browser prerenders pages. */
  visitUnwatched(url: string): Promise<void>;
  /** Opens a browser that keeps its state in a folder. */
  profile(folder: string): Promise<BrowserContext>;
  /** Closes the browser of a profile once the folder holds what its pages have stored. `profile` opens it again. */
  closeProfile(context: BrowserContext, folder: string): Promise<void>;
  /** Creates a folder for `profile`; removed after the test. */
  folder(): Promise<string>;
}

const adminToken = 'a-token-that-only-the-tests-know';

let shared: Rig | undefined;

/** Declares a suite with Chromium and the whole product on embedded drivers, which all suites of a file share. */
export function describeTracker(title: string, suite: (rig: Rig) => void): void {
  // Outside of the suite, or it would be closed at the end of the first one.
  const rig = (shared ??= openRig());
  describeWithChromium(title, () => suite(rig));
}

/** Resolves with the texts that a profile's pages have stored and its folder does not hold yet. */
async function unwritten(context: BrowserContext, folder: string): Promise<string[]> {
  const stored = await Promise.all(
    context.pages().map((page) => page.evaluate(() => (origin === 'null' ? [] : Object.values<string>(localStorage)))),
  );
  const database = join(folder, 'Default/Local Storage/leveldb');
  const files = await Promise.all((await readdir(database)).map((name) => readFile(join(database, name))));
  return stored.flat().filter((text) => !files.some((file) => file.includes(text)));
}

/** Opens a rig before the first test of the file, and resets it after each. */
function openRig(): Rig {
  const open: { close(): Promise<void> }[] = [];
  const folders: string[] = [];
  let dataDir: string;
  let product: Product;
  let browser: Browser;
  let proxy: IngestProxy;
  let sites: Sites;

  const newFolder = async () => mkdtemp(join(tmpdir(), 'footfall-browser-'));

  beforeAll(async () => {
    dataDir = await newFolder();
    product = await startProduct({
      DATA_DIR: dataDir,
      ADMIN_TOKEN: adminToken,
      TRUST_PROXY: 'loopback',
    });
    [browser, proxy, sites] = await Promise.all([launchChromium(), openIngestProxy(product.ingestUrl), openSites()]);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
    proxy.reset();
    sites.clear();
    // The helpers of a browser go on writing for a moment after it has ended.
    const patiently = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 };
    await Promise.all(folders.splice(0).map((folder) => rm(folder, patiently)));
  });
  afterAll(async () => {
    await Promise.all([browser, proxy, sites, { close: () => product.stop() }].map((part) => part.close()));
    await rm(dataDir, { recursive: true });
  });

  const closedAfterwards = (context: BrowserContext) => {
    open.push(context);
    return navigateSteadily(context);
  };
  const rig: Rig = {
    get sites() {
      return sites;
    },
    get proxy() {
      return proxy;
    },
    get ingestUrl() {
      return `http://ingest.test:${proxy.port}`;
    },
    workspace: () => createWorkspace({ product, proxy, adminToken, ingestUrl: rig.ingestUrl }),
    visitor: async (options) => closedAfterwards(await browser.newContext(options)),
    async visit(url, options) {
      const page = await (await rig.visitor(options)).newPage();
      await page.goto(url);
      return page;
    },
    visitUnwatched: async (url) => void open.push(openUnwatched(await rig.folder(), url)),
    profile: async (folder) => closedAfterwards(await launchProfile(folder)),
    async closeProfile(context, folder) {
      // Chromium writes storage in a process of its own, which may end with the browser before it has written.
      await until(async () => expect(await unwritten(context, folder)).toEqual([]));
      await context.close();
    },
    async folder() {
      const folder = await newFolder();
      folders.push(folder);
      return folder;
    },
  };
  return rig;
}
