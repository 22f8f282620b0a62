/** The dashboard for people without a mouse: every action by keyboard alone. */
import type { Page } from 'playwright-core';
import type { Dashboard, Json } from './dashboard.fixture.ts';
import { addressOf, complete, panelOf, readOutOf } from './page.fixture.ts';

/** Returns what hides a part of the focused control or of its outline, and its HTML; '' if nothing does. */
async function hiddenPartOfFocused(): Promise<string> {
  // The browser may scroll to it in the next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const one = document.activeElement;
  // A country has no outline, but a line of its own.
  if (!(one instanceof HTMLElement) || one === document.body) return '';
  const { outlineOffset, outlineWidth } = getComputedStyle(one);
  const around = parseFloat(outlineOffset) + parseFloat(outlineWidth);
  const box = one.getBoundingClientRect();
  const isBeyond = (edges: { left: number; right: number; top: number; bottom: number }) =>
    box.left - around < edges.left - 1 ||
    box.right + around > edges.right + 1 ||
    box.top - around < edges.top - 1 ||
    box.bottom + around > edges.bottom + 1;
  const found: string[] = [];
  const header = document.querySelector('.top');
  const top = header && !header.contains(one) ? header.getBoundingClientRect().bottom : 0;
  if (isBeyond({ left: 0, right: innerWidth, top, bottom: innerHeight })) found.push('the window or the header');
  for (let parent = one.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
    const isOpen = getComputedStyle(parent).overflow === 'visible';
    if (!isOpen && isBeyond(parent.getBoundingClientRect())) found.push(parent.className);
  }
  return found.length === 0 ? '' : `${found.join(', ')} hides a part of ${one.outerHTML}`;
}

export function keyboard(dashboard: Dashboard): void {
  describe('by keyboard alone', () => {
    const paramOf = async (page: Page, name: string) => (await addressOf(page)).searchParams.get(name);
    const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

    it('every key does what the list of keys says', async () => {
      const page = await dashboard.open('/');
      await complete(page);
      for (const [key, range] of [
        ['d', 'today'],
        ['w', '7d'],
        ['y', 'year'],
        // The range that is shown by default.
        ['m', null],
      ] as const) {
        await page.keyboard.press(key);
        expect([key, await paramOf(page, 'range')]).toEqual([key, range]);
      }
      await page.keyboard.press('w');
      await page.keyboard.press('ArrowLeft');
      expect(await paramOf(page, 'range')).toMatch(/^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/);
      await page.keyboard.press('ArrowRight');
      expect(await paramOf(page, 'range')).toBe('7d');
      await page.keyboard.press('c');
      expect(await paramOf(page, 'compare')).toBe('none');
      await page.keyboard.press('c');
      expect(await paramOf(page, 'compare')).toBeNull();
      await page.keyboard.press('Shift+ArrowLeft');
      expect(await paramOf(page, 'range')).toBe('7d');
      await page.goto('/?compare=year');
      await complete(page);
      await page.keyboard.press('c');
      expect(await paramOf(page, 'compare')).toBe('none');
      await page.keyboard.press('c');
      expect(await paramOf(page, 'compare')).toBe('year');
      await page.keyboard.press('?');
      await page.locator('dialog .keys').waitFor();
      expect(await page.locator('dialog .keys').textContent()).toContain('Alt+clickExclude a row');
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('/');
      await page.locator('dialog input').waitFor();
      await page.keyboard.type('pricing');
      await page.waitForFunction(() => document.querySelectorAll('dialog tbody tr').length === 1);
      // The first press clears the field.
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('l');
      expect((await addressOf(page)).pathname).toBe('/live');
      await page.keyboard.press('Escape');
      expect((await addressOf(page)).pathname).toBe('/live');
    });

    it('Esc closes a drawer from its empty search field in Safari, where search fields handle Esc', async () => {
      const page = await dashboard.open('/');
      await complete(page);
      // Chromium closes no dialog for a key whose default is prevented.
      await page.evaluate(() =>
        addEventListener('keydown', (event) => {
          if (event.key === 'Escape' && event.target instanceof HTMLInputElement) event.preventDefault();
        }),
      );
      await page.keyboard.press('/');
      await page.locator('dialog input:focus').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      expect(await paramOf(page, 'all')).toBeNull();
    });

    it('the chart is read out point by point, from end to end, and a day is opened', async () => {
      const page = await dashboard.open('/?range=7d');
      await complete(page);
      await page.locator('.chart svg').waitFor();
      await page.locator('.chart').focus();
      const readOut = () => readOutOf(page);
      await page.keyboard.press('Home');
      const first = await readOut();
      await page.keyboard.press('ArrowLeft');
      expect(await readOut()).toBe(first);
      await page.keyboard.press('ArrowRight');
      expect(await readOut()).not.toBe(first);
      await page.keyboard.press('End');
      expect(await readOut()).toContain('so far');
      expect(await paramOf(page, 'range')).toBe('7d');
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      expect(await paramOf(page, 'range')).toMatch(/^(\d{4}-\d\d-\d\d)\.\.\1$/);
    });

    it('the map is one Tab stop, and arrow keys move on it from the country with the most visitors to the one with the fewest', async () => {
      const page = await dashboard.open('/?range=30d&tab-places=countries');
      await complete(page);
      const panel = panelOf(page, 'Places');
      const listed = await panel.locator('.name').allTextContents();
      await panel.getByRole('link', { name: 'Map' }).click();
      const map = panel.locator('.map svg');
      const lands = map.locator('[role=link]');
      await lands.nth(2).waitFor();
      expect(await map.getAttribute('aria-description')).toMatch(/^Arrow keys move/);
      const nameOf = (label: string | null) => label?.split(':')[0] ?? '';
      const onMap = (await lands.evaluateAll((all) => all.map((one) => one.ariaLabel))).map(nameOf);
      const names = listed.filter((name) => onMap.includes(name));
      const stops = async () => {
        const labels = await map
          .locator('*')
          .evaluateAll((all) =>
            all.flatMap((one) => (one instanceof SVGElement && one.tabIndex >= 0 ? [one.ariaLabel] : [])),
          );
        return labels.map(nameOf);
      };
      expect(await stops()).toEqual(names.slice(0, 1));
      await map.locator('[tabindex="0"]').focus();
      const at = async () => nameOf(await page.evaluate(() => document.activeElement?.ariaLabel ?? null));
      const seen = [await at()];
      const count = await lands.count();
      for (let presses = 1; presses < count; presses += 1) {
        await page.keyboard.press(presses % 2 === 0 ? 'ArrowRight' : 'ArrowDown');
        seen.push(await at());
      }
      expect(new Set(seen).size).toBe(count);
      expect(names).toEqual(seen.slice(0, names.length));
      await page.keyboard.press('ArrowRight');
      expect(await at()).toBe(seen.at(-1));
      await page.keyboard.press('ArrowUp');
      expect(await at()).toBe(seen.at(-2));
      expect(await stops()).toEqual([seen.at(-2)]);
      await page.keyboard.press('Home');
      expect(await at()).toBe(seen[0]);
      await page.keyboard.press('Tab');
      expect(await map.evaluate((one) => one.contains(document.activeElement))).toBe(false);
      await page.keyboard.press('Shift+Tab');
      expect(await at()).toBe(seen[0]);
      // They move only on the map, not to another range.
      expect(await paramOf(page, 'range')).toBeNull();
      expect(dashboard.problems()).toEqual([]);
    });

    it('Tab stops at every control and at nothing else, from the header over the tiles and the chart to the panels', async () => {
      const page = await dashboard.open('/?range=30d');
      await complete(page);
      await page.locator('.chart svg').waitFor();
      await page.locator('.map [role=link]').first().waitFor();
      const stops = await page.evaluateHandle(() => {
        const operable = ':is(a[href], button:enabled, input:enabled, select:enabled, [tabindex]):not([tabindex="-1"])';
        const all = [...document.querySelectorAll(operable)];
        const controls = all.filter((one) => one.checkVisibility({ visibilityProperty: true }));
        const reached: Element[] = [];
        addEventListener('focusin', ({ target }) => target instanceof Element && reached.push(target));
        return { controls, reached };
      });
      const count = await stops.evaluate(({ controls }) => controls.length);
      for (let presses = 0; presses < count; presses += 1) await page.keyboard.press('Tab');
      const texts = (which: 'controls' | 'reached') =>
        stops.evaluate((lists, name) => lists[name].map((one) => one.outerHTML.slice(0, 100)), which);
      expect(await texts('reached')).toEqual(await texts('controls'));
      const regions = ['.top', '.filters', '.tiles', '.chart-head', '.chart', '.panel'];
      const visited = await stops.evaluate(
        ({ reached }, selectors) =>
          reached.map((one) => selectors.findLast((selector) => one.closest(selector)) ?? '').filter(Boolean),
        regions,
      );
      expect(visited.filter((region, at) => region !== visited[at - 1])).toEqual(regions);
    });

    it('a drawer keeps the focus, and returns it to the control that opened it', async () => {
      const page = await dashboard.open('/?range=30d');
      await complete(page);
      const showAll = page.locator('.panel footer a').first();
      await showAll.focus();
      await page.keyboard.press('Enter');
      await page.locator('dialog tbody tr').first().waitFor();
      for (let presses = 0; presses < 30; presses += 1) {
        await page.keyboard.press('Tab');
        // The browser's own buttons come between the last control and the first.
        const isInside = await page.evaluate(
          () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
        );
        expect(isInside).toBe(true);
      }
      await page.locator('dialog').getByRole('button', { name: 'Sessions' }).focus();
      await page.keyboard.press('Enter');
      await page.locator('dialog th[aria-sort]', { hasText: 'Sessions' }).waitFor();
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      expect(await focused(page)).toBe('Show all');
      await page.keyboard.press('Enter');
      await page.locator('dialog').waitFor();
      await page.goBack();
      await page.locator('dialog').waitFor({ state: 'detached' });
      expect(await focused(page)).toBe('Show all');
      await page.goForward();
      await page.locator('dialog tbody tr').first().waitFor();
    });

    it('menus open, move, choose and close', async () => {
      const page = await dashboard.open('/');
      await complete(page);
      const menu = page.locator('.range .popup > button');
      await menu.focus();
      await page.keyboard.press('Enter');
      // Its script is loaded on demand.
      await page.locator('.popped a').first().waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      expect(await paramOf(page, 'range')).toBe('yesterday');
      await page.locator('.popped').waitFor({ state: 'detached' });
      await menu.focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowUp');
      expect(await focused(page)).toBe('Nothing');
      await page.keyboard.press('Escape');
      await page.locator('.popped').waitFor({ state: 'detached' });
      expect(await menu.evaluate((one) => one === document.activeElement)).toBe(true);
      await page.keyboard.press('Enter');
      await page.locator('.popped').waitFor();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Shift+Tab');
      await page.locator('.popped').waitFor({ state: 'detached' });
    });

    it('a setting is changed, and a key is created and revoked', async () => {
      const page = await dashboard.open('/settings');
      await page.getByLabel('Name').first().focus();
      await page.keyboard.press('Control+A');
      await page.keyboard.type('Garden');
      await page.keyboard.press('Enter');
      await page.getByText('Saved').waitFor();
      await page.locator('.top .title', { hasText: 'Garden' }).waitFor();
      await page.goto('/settings/keys');
      const items = page.locator('.item');
      await items.first().waitFor();
      const before = await items.count();
      await page.getByLabel('Name (optional)').focus();
      await page.keyboard.type('by keyboard');
      await page.keyboard.press('Enter');
      await page.locator('.item', { hasText: 'by keyboard' }).waitFor();
      const key = page.locator('.item', { hasText: 'by keyboard' });
      await key.getByRole('button', { name: 'Revoke' }).focus();
      await page.keyboard.press('Enter');
      expect(await focused(page)).toMatch(/^Revoke ….{4}\?$/);
      await page.keyboard.press('Escape');
      expect(await focused(page)).toBe('Revoke');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await focused(page)).toBe('Cancel');
      await page.keyboard.press('Enter');
      expect([await focused(page), await key.count()]).toEqual(['Revoke', 1]);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await page.waitForFunction((count) => document.querySelectorAll('.item').length === count, before);
      // The row is gone, and the one before it has the focus.
      expect(await focused(page)).toBe('Revoke');
      expect(dashboard.problems()).toEqual([]);
    });

    it('the last item of a list leaves the focus on the list, even if more of it was shown', async () => {
      const { workspaceId }: Json = await dashboard.administer('POST', '/workspaces', { name: 'Few' });
      for (const name of ['One', 'Two']) {
        await dashboard.administer('POST', `/workspaces/${workspaceId}/shares`, { name });
      }
      const page = await dashboard.open(`/settings/shares?site=${workspaceId}`);
      const focusedClass = () => page.evaluate(() => document.activeElement?.className);
      const revokeFirst = async () => {
        const first = page.locator('.item').first();
        const before = await page.locator('.item').count();
        await first.getByRole('button', { name: 'Revoke' }).focus();
        await page.keyboard.press('Enter');
        await page.keyboard.press('Enter');
        await page.waitForFunction((count) => document.querySelectorAll('.item').length === count - 1, before);
      };
      await page.getByRole('button', { name: 'Embed' }).first().click();
      expect(await page.locator('.items > li').count()).toBe(2);
      await revokeFirst();
      expect(await page.evaluate(() => document.activeElement?.closest('.item')?.textContent)).toContain('Two');
      await revokeFirst();
      expect(await focusedClass()).toBe('items');
    });

    it('a row that filters leaves the focus in its list, or on the page if the row is in a drawer', async () => {
      const page = await dashboard.open('/?range=30d');
      await complete(page);
      const list = page.locator('.panel').nth(3).locator('.content');
      await list.locator('a.name').first().focus();
      await page.keyboard.press('Enter');
      await page.locator('.chip').waitFor();
      await complete(page);
      expect(await list.evaluate((one) => one.contains(document.activeElement))).toBe(true);
      await page.keyboard.press('Tab');
      expect(await list.evaluate((one) => one.contains(document.activeElement))).toBe(true);
      await page.goto('/?range=30d&all=pages');
      await page.locator('dialog a.name').first().focus();
      await page.keyboard.press('Enter');
      await page.locator('dialog').waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
    });

    it('a chip that is removed leaves the focus on the next one, the last one on the button that adds a filter', async () => {
      const page = await dashboard.open(
        '/?range=30d&filter=country:is:US&filter=device:is:desktop&filter=os:is_not:iOS',
      );
      await complete(page);
      const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      await page.getByRole('link', { name: 'Remove: Device' }).focus();
      await page.keyboard.press('Enter');
      await page.locator('.chip').nth(2).waitFor({ state: 'detached' });
      expect(await label()).toBe('Remove: Operating system is not iOS');
      await page.keyboard.press('Enter');
      await page.locator('.chip').nth(1).waitFor({ state: 'detached' });
      expect(await label()).toBe('Remove: Country is United States');
      await page.keyboard.press('Enter');
      await page.locator('.chip').waitFor({ state: 'detached' });
      expect(await focused(page)).toBe('+ Filter');
      await page.goto('/?range=30d&filter=country:is:US&filter=device:is:desktop');
      await complete(page);
      await page.locator('.filters').getByRole('link', { name: 'Clear all' }).focus();
      await page.keyboard.press('Enter');
      await page.locator('.chip').first().waitFor({ state: 'detached' });
      expect(await focused(page)).toBe('+ Filter');
    });

    it('a step of a funnel that is removed leaves the focus on the next one, the last one on the list', async () => {
      const steps = ['path:is:/', 'path:is:/pricing', 'type:is:signup'].map((step) => `&step=${step}`).join('');
      const page = await dashboard.open(`/?range=30d&all=funnel${steps}`);
      const dialog = page.locator('dialog');
      await dialog.locator('.funnel b').nth(2).waitFor();
      const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      await dialog.getByRole('link', { name: 'Remove: Page is /pricing' }).focus();
      await page.keyboard.press('Enter');
      await dialog.locator('.funnel b').nth(2).waitFor({ state: 'detached' });
      expect(await label()).toBe('Remove: Event is signup');
      await page.keyboard.press('Enter');
      await dialog.getByText('Choose at least two steps').waitFor();
      expect(await label()).toBe('Remove: Page is /');
      await page.keyboard.press('Enter');
      await dialog.locator('.funnel li').waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.activeElement?.className)).toBe('funnel');
    });

    it('the button that creates a key for the script tag leaves the focus on the tag and its choices', async () => {
      const { workspaceId } = await dashboard.administer('POST', '/workspaces', { name: 'Keyed' });
      const page = await dashboard.open(`/settings/install?site=${workspaceId}`);
      await page.getByRole('button', { name: 'Create a key' }).press('Enter');
      const copy = page.getByRole('button', { name: 'Copy' });
      await copy.waitFor();
      expect(await copy.evaluate((one) => one.closest('.form') === document.activeElement)).toBe(true);
    });

    it('Tab and Shift+Tab show each control whole, with its outline, in a wide window and on a phone', async () => {
      const press = async (width: number) => {
        const page = await dashboard.open('/?range=30d', { viewport: { width, height: 844 } });
        await complete(page);
        for (const key of [...Array<string>(70).fill('Tab'), ...Array<string>(70).fill('Shift+Tab')]) {
          await page.keyboard.press(key);
          expect([width, await page.evaluate(hiddenPartOfFocused)]).toEqual([width, '']);
        }
      };
      // At the same time, because each press waits for frames.
      await Promise.all([press(1280), press(390)]);
    });

    it('shortcuts of a single key are turned off in the menu, for this browser', async () => {
      const page = await dashboard.open('/?range=7d');
      await complete(page);
      await page.getByRole('button', { name: 'Menu' }).click();
      const control = page.getByRole('switch', { name: 'Single-key shortcuts' });
      await control.click();
      expect(await control.getAttribute('aria-checked')).toBe('false');
      await page.keyboard.press('Escape');
      await page.keyboard.press('d');
      await page.keyboard.press('?');
      expect(await paramOf(page, 'range')).toBe('7d');
      await page.reload();
      await complete(page);
      await page.keyboard.press('d');
      expect(await paramOf(page, 'range')).toBe('7d');
      expect(await page.locator('dialog').count()).toBe(0);
      await page.keyboard.press('ArrowLeft');
      expect(await paramOf(page, 'range')).not.toBe('7d');
      await page.getByRole('button', { name: 'Menu' }).click();
      await control.click();
      await page.keyboard.press('Escape');
      await page.keyboard.press('d');
      expect(await paramOf(page, 'range')).toBe('today');
    });
  });
}
