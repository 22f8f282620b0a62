/** Reads parts of the page of a site for tests. */
import type { Page } from 'playwright-core';
import { words } from './words/words.ts';

/** Reads the page's URL: Playwright's own `page.url()` is updated later, and later still on a busy machine. */
export async function addressOf(page: Page): Promise<URL> {
  return new URL(await page.evaluate(() => location.href));
}

/** Waits until every panel and every tile has its figures. */
export async function complete(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const figures = [...document.querySelectorAll('.tile .figure')];
    const panels = [...document.querySelectorAll('.panel .content')];
    const isFilled = (panel: Element) => panel.querySelector('tbody tr, .empty, .map path') !== null;
    return (
      figures.length === 6 &&
      figures.every((one) => one.textContent !== '') &&
      panels.length === 6 &&
      panels.every(isFilled)
    );
  });
}

/** Waits until every tile shows how its figure has changed: the page repeats a request that the browser has dropped. */
export async function compared(page: Page): Promise<void> {
  await complete(page);
  await page.waitForFunction((failed) => {
    const changes = [...document.querySelectorAll('.tile .change')].map((one) => one.textContent.trim());
    return changes.length === 6 && changes.every((change) => change !== '' && change !== failed);
  }, words.notCompared);
}

export async function tileTexts(page: Page): Promise<Record<string, { figure: string; change: string }>> {
  const tiles = await page.locator('.tile').all();
  const entries = tiles.map(async (tile) => {
    const figure = (await tile.locator('.figure').textContent()) ?? '';
    const change = (await tile.locator('.change').textContent()) ?? '';
    return [await tile.getAttribute('data-metric'), { figure, change: change.trim() }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Returns the read-out of the chart; its script is loaded at the latest with the first one. */
export async function readOutOf(page: Page): Promise<string> {
  await page.locator('.read-out > span:not([class])').waitFor();
  return (await page.locator('.read-out').textContent()) ?? '';
}
