/** A visitor whose clock the test advances, and whose tabs lose and gain focus as real ones do. */
import type { Page } from 'playwright-core';
import type { Rig } from './browser.fixture.ts';
import type { Workspace } from './workspace.fixture.ts';

declare global {
  interface Window {
    /** Advances the clock by milliseconds. */
    pass(ms: number): void;
  }
}

export const viewport = { width: 1_000, height: 800 };

/** Opens a tab at a URL, with the viewport above, in which no time has passed. */
export async function visitTimed(rig: Rig, url: string): Promise<Page> {
  const context = await rig.visitor({ viewport });
  await context.addInitScript(() => {
    let nowMs = 1_000;
    performance.now = () => nowMs;
    window.pass = (ms) => void (nowMs += ms);
  });
  const page = await context.newPage();
  await page.goto(url);
  await focus(page);
  return page;
}

/** Brings a tab to the front, and from then on lets it lose and gain focus as real ones do. */
export async function focus(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  await page.bringToFront();
  await page.waitForFunction(() => document.hasFocus(), undefined, { polling: 25 });
}

export function pass(page: Page, ms: number): Promise<void> {
  return page.evaluate((time) => window.pass(time), ms);
}

export async function show(page: Page, isShown = true): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    Object.defineProperty(document, 'visibilityState', { value: hidden ? 'hidden' : 'visible', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, !isShown);
}

export function hide(page: Page): Promise<void> {
  return show(page, false);
}

/** Scrolls as a script does, and waits until the page has received the event. */
export async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate(async (y) => {
    const told = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }));
    const before = scrollY;
    window.scroll(0, y);
    if (scrollY !== before) await told;
  }, top);
}

/** Returns the events sent on leaving, oldest first: path, seconds, percent, and whether it adds to an earlier one. */
export async function left(workspace: Workspace, count: number): Promise<[string, unknown, unknown, boolean][]> {
  const leaves = await workspace.accepted(count, '$pageleave');
  return leaves.map(({ url, engagedSeconds, scrollDepth, continued = false }) => [
    new URL(url).pathname,
    engagedSeconds,
    scrollDepth,
    continued,
  ]);
}

/** Returns a page's body of that many pixels. */
export function tall(height: number, more = ''): string {
  return `<style>body{margin:0}</style><div id="text" style="height:${height}px">${more}</div>`;
}
