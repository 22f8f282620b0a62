/** A real Chromium that looks like a visitor's: with the back/forward cache, and every name under .test on this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from 'playwright-core';

const launchMsMax = 120_000;

const places = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** One that does not say that it is automated. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-sync',
  '--no-first-run',
  '--disable-blink-features=AutomationControlled',
  '--host-resolver-rules=MAP *.test 127.0.0.1',
  // Not the context's alone: what a page hands over when it is left would still say what the browser is.
  `--user-agent=${userAgent}`,
];

export function chromiumPath(): string | undefined {
  return places.find((place) => place !== undefined && existsSync(place));
}

function executablePath(): string {
  const path = chromiumPath();
  if (path === undefined) throw new Error('there is no Chromium');
  return path;
}

function launchOptions(): LaunchOptions {
  return {
    executablePath: executablePath(),
    args: [...args],
    timeout: launchMsMax,
    ignoreDefaultArgs: ['--disable-back-forward-cache', '--enable-automation'],
  };
}

/** A browser whose contexts are visitors that nobody has seen. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(launchOptions());
}

/** A browser that keeps what it has in a folder; it ends when the context is closed. */
export function launchProfile(folder: string, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...launchOptions(), ...options });
}

/** A browser that no tool watches, as only such a one prepares pages unseen; shows an address until it is closed. */
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
