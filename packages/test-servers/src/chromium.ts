/** A real Chromium that looks like a visitor's: with the back/forward cache, and every name under .test on this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type LaunchOptions,
  type Page,
  type Request,
  type Response,
} from 'playwright-core';
import { leaveOut } from './suites.ts';
import { waitMsMax } from './until.ts';

const paths = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The user agent of a browser that is not automated. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

/** Chromium obeys only the last list of features, so this one contains Playwright's. */
const disabledFeatures = [
  // Sites are measured over HTTP.
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  // Requests that wait for a test, and tabs that it closes.
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  // Requests to Google.
  'AimEnabled',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PreconnectToSearch',
  // Processes that start more slowly than a test's page: the address bar's list of every window, and a renderer in reserve.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
];

const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-sync',
  '--no-first-run',
  // Storage is in its folder after a second instead of five.
  '--enable-aggressive-domstorage-flushing',
  '--disable-blink-features=AutomationControlled',
  `--disable-features=${disabledFeatures.join()}`,
  '--host-resolver-rules=MAP *.test 127.0.0.1',
  // Not only for the context: a request handed over when a page is left would still reveal the browser.
  `--user-agent=${userAgent}`,
];

/** Declares a suite that needs Chromium. */
export function describeWithChromium(title: string, suite: () => void): void {
  if (findChromium() === undefined) leaveOut(title, 'Chromium (CHROMIUM_PATH names it)');
  else describe(title, suite);
}

function findChromium(): string | undefined {
  return paths.find((path) => path !== undefined && existsSync(path));
}

function executablePath(): string {
  const path = findChromium();
  if (path === undefined) throw new Error('there is no Chromium');
  return path;
}

function launchOptions(): LaunchOptions {
  return {
    executablePath: executablePath(),
    // A page that failed to load would be reloaded, which interrupts a test that does so.
    args: [...args, '--disable-auto-reload'],
    timeout: waitMsMax,
    ignoreDefaultArgs: ['--disable-back-forward-cache', '--enable-automation'],
  };
}

/** Launches a browser whose contexts are new visitors. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(launchOptions());
}

/** Launches a browser that keeps its state in a folder; it ends when the context is closed. */
export function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, launchOptions());
}

/** Opens a browser without a tool attached, which alone prerenders pages; it shows a URL until it is closed. */
export function openUnwatched(folder: string, url: string): { close(): Promise<void> } {
  const child = spawn(executablePath(), [...args, `--user-data-dir=${folder}`, url], {
    stdio: 'ignore',
  });
  return {
    async close() {
      const isOver = once(child, 'exit');
      child.kill();
      await isOver;
    },
  };
}

/** Chromium drops requests when an interface of the machine appears or disappears, as with every container of another suite. */
export const networkChanged = 'net::ERR_NETWORK_CHANGED';

/** The types of resources that a page needs, and does not request again. */
const essential = ['script', 'stylesheet'];

/** Makes the pages of a context wait up to `waitMsMax`, and repeat a load or reload if it, or a script or style sheet of the page, was dropped for this reason. */
export function navigateSteadily(context: BrowserContext): BrowserContext {
  context.setDefaultTimeout(waitMsMax);
  context.on('page', (page) => {
    page.goto = steadily(page, page.goto.bind(page));
    page.reload = steadily(page, page.reload.bind(page));
  });
  return context;
}

function steadily<Given extends unknown[]>(page: Page, navigate: (...given: Given) => Promise<Response | null>) {
  // The error page may arrive late and interrupt the next navigation.
  const isDropped = (error: unknown) =>
    [networkChanged, 'chrome-error://'].some((sign) => String(error).includes(sign));
  return async (...given: Given): Promise<Response | null> => {
    for (;;) {
      let isIncomplete = false;
      const note = (request: Request) => {
        isIncomplete ||= essential.includes(request.resourceType()) && request.failure()?.errorText === networkChanged;
      };
      page.on('requestfailed', note);
      try {
        const response = await navigate(...given);
        if (!isIncomplete) return response;
      } catch (error) {
        if (!isDropped(error)) throw error;
      } finally {
        page.off('requestfailed', note);
      }
    }
  };
}
