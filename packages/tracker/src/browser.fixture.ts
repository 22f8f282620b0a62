/** The whole way of an event: a site, a visitor's browser, ingest behind a proxy that notes what was sent, and the API that is asked. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '@footfall/process/settings';
import { type Standalone, standaloneSettingsSchema, startStandalone } from '@footfall/standalone';
import { createLogger } from '@footfall/process';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { chromiumPath, launchChromium, launchProfile, openUnwatched } from './chromium.fixture.ts';
import { type IngestProxy, openIngestProxy } from './ingest-proxy.fixture.ts';
import { openSites, type Sites } from './sites.fixture.ts';
import { createWorkspace, type Workspace } from './workspace.fixture.ts';

export interface Rig {
  readonly sites: Sites;
  /** In front of ingest; pages reach it at `ingestUrl`. */
  readonly proxy: IngestProxy;
  /** `http://ingest.test:1234`: of another origin than every site. */
  readonly ingestUrl: string;
  /** Another workspace each time, without limits, whose page builder and answers are its own. */
  workspace(): Promise<Workspace>;
  /** A browser that has seen nothing yet; it is closed after the test. */
  visitor(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A tab of a new visitor, at an address. */
  visit(url: string, options?: BrowserContextOptions): Promise<Page>;
  /** A browser on its own at an address, where pages must do themselves what is to be done. It prepares pages unseen, which others do not. */
  visitUnwatched(url: string): Promise<void>;
  /** A browser that keeps what it has: close it and call this again with the same folder, and it has been restarted. */
  profile(folder: string, options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A new folder for `profile`; removed after the test. */
  folder(): Promise<string>;
}

/** For a page to come, or for what it does. */
const waitMsMax = 120_000;
const adminToken = 'a-token-that-only-the-tests-know';

let shared: Rig | undefined;

/** A suite with Chromium and the whole product on embedded drivers, which all suites of a file share; left out, with the reason, where there is no Chromium. */
export function describeWithChromium(title: string, suite: (rig: Rig) => void): void {
  if (chromiumPath() === undefined) {
    it.skip(`${title}: left out, for it needs Chromium (CHROMIUM_PATH names it)`, () => undefined);
    return;
  }
  shared ??= openRig();
  const rig = shared;
  describe(title, () => suite(rig));
}

/** Ready before the first test of the file, as new after each. */
function openRig(): Rig {
  const open: { close(): Promise<void> }[] = [];
  const folders: string[] = [];
  let dataDir: string;
  let product: Standalone;
  let browser: Browser;
  let proxy: IngestProxy;
  let sites: Sites;

  const newFolder = async () => mkdtemp(join(tmpdir(), 'footfall-browser-'));

  beforeAll(async () => {
    dataDir = await newFolder();
    const settings = loadSettings(standaloneSettingsSchema, {
      DATA_DIR: dataDir,
      API_PORT: '0',
      INGEST_PORT: '0',
      ADMIN_TOKEN: adminToken,
      TRUST_PROXY: 'loopback',
    });
    product = await startStandalone(settings, { logger: createLogger('footfall', 'silent', false) });
    [browser, proxy, sites] = await Promise.all([launchChromium(), openIngestProxy(product.ingestUrl), openSites()]);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
    proxy.reset();
    sites.clear();
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
  });
  afterAll(async () => {
    await Promise.all([browser, proxy, sites, { close: () => product.stop() }].map((part) => part.close()));
    await rm(dataDir, { recursive: true });
  });

  const closedAfterwards = (context: BrowserContext) => {
    context.setDefaultTimeout(waitMsMax);
    open.push(context);
    return context;
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
    profile: async (folder, options) => closedAfterwards(await launchProfile(folder, options)),
    async folder() {
      const folder = await newFolder();
      folders.push(folder);
      return folder;
    },
  };
  return rig;
}
