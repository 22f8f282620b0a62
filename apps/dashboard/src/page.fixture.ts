/** Reads parts of the page of a site for tests. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import type { Json } from './dashboard.fixture.ts';
import { words } from './words/words.ts';

export function panelOf(page: Page, title: string): Locator {
  return page.locator('.panel', { has: page.getByRole('heading', { name: title, exact: true }) });
}

/** Changes the results, and possibly the headers, of the responses to a URL. */
export function altered(
  page: Page,
  url: string,
  change: (result: Json) => object,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  return page.route(url, async (route) => {
    const response = await route.fetch();
    const json = change(await response.json());
    await route.fulfill({ response, headers: { ...response.headers(), ...headers }, json });
  });
}

/** Refuses the requests to a URL. */
export function refused(page: Page, url: string, message = 'Too busy'): Promise<unknown> {
  const json = { success: false, error: { code: 'UNAVAILABLE', message } };
  return page.route(url, (route) => route.fulfill({ status: 503, headers: { 'X-Request-Id': 'the-id' }, json }));
}

/** Delays the responses to a URL, real or changed before, until the returned function is called. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  let respond = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route.fallback();
  });
  return respond;
}

/** Returns the text of the file that a button saves. */
export async function saved(button: Locator): Promise<string> {
  const [download] = await Promise.all([button.page().waitForEvent('download'), button.click()]);
  return readFileSync(await download.path(), 'utf8');
}

/** Returns the rows of the figures in a panel or a drawer: of each the name, then its figures in full. */
export function rowsOf(container: Locator): Promise<string[][]> {
  return container
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [
        row.querySelector('.name')?.textContent ?? '',
        ...[...row.querySelectorAll('td')].map(({ title }) => title),
      ]),
    );
}

/** Reads the page's URL: Playwright's own `page.url()` is updated later, and later still on a busy machine. */
export async function addressOf(page: Page): Promise<URL> {
  return new URL(await page.evaluate(() => location.href));
}

/** Waits until the page has its cards, and nothing on it is loading. */
export async function loaded(page: Page): Promise<void> {
  await page.locator('main .card').first().waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
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
