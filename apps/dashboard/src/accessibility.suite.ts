/** The dashboard for people with low vision or without a mouse: axe on every page and state, and every action by keyboard alone. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { Dashboard } from './dashboard.fixture.ts';
import { complete } from './page.fixture.ts';
import { dayOf } from './state/days.ts';

const axe = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');
const layouts = { 'on a desktop': { width: 1280, height: 720 }, 'on a phone': { width: 360, height: 740 } };
/** The themes, each with what axe looks at in it: only colours differ. */
const themes = [
  ['light', {}],
  ['dark', { runOnly: ['color-contrast', 'link-in-text-block'] }],
] as const;

export function accessibility(dashboard: Dashboard): void {
  const found: string[] = [];
  /** Runs axe in every layout and theme: only CSS tells them apart, so each state of a page is reached once. */
  const check = async (page: Page, name: string) => {
    await page.evaluate(axe);
    for (const [layout, viewport] of Object.entries(layouts)) {
      for (const [colorScheme, options] of themes) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        const all = JSON.stringify({ ...options, resultTypes: ['violations'] });
        const violations = await page.evaluate<string[]>(
          `(async () => (await axe.run(${all})).violations.map(({ id, nodes }) => \`\${id}: \${nodes[0].html} \${nodes[0].failureSummary}\`))()`,
        );
        found.push(...violations.map((violation) => `${name}, ${layout}, ${colorScheme}: ${violation}`));
      }
    }
  };

  describe('axe finds nothing', () => {
    beforeEach(() => void found.splice(0));

    it('on the page of a site, its drawers, its menus, its notes and its help', async () => {
      const path = `/workspaces/${dashboard.workspaceId}/annotations`;
      const note = { date: dayOf(Date.now()), text: 'Launch' };
      const { annotationId } = await dashboard.administer('POST', path, note);
      const page = await dashboard.open('/?range=30d');
      await complete(page);
      await check(page, 'site');
      for (const open of [
        'sources',
        'pages',
        'places',
        'devices',
        'events',
        'frustration',
        'chart',
        'retention',
        'properties&event=signup&range=90d',
        'funnel&step=path:is:/&step=type:is:signup',
      ]) {
        await page.goto(`${dashboard.url}/?all=${open}`);
        await page.locator('dialog :is(tbody tr, .pages, .funnel b)').first().waitFor();
        await check(page, `drawer ${open}`);
      }
      await page.goto(`${dashboard.url}/?range=30d`);
      await complete(page);
      for (const button of await page.locator('.top .popup > button, .chart-head .popup > button').all()) {
        await button.click();
        await page.locator('.popped').waitFor();
        await check(page, `popup ${await button.textContent()}`);
        await page.keyboard.press('Escape');
      }
      await page.keyboard.press('?');
      await page.locator('dialog .keys').waitFor();
      await check(page, 'keys');
      await dashboard.administer('DELETE', `/annotations/${annotationId}`);
      expect(found).toEqual([]);
    });

    it('on a filtered page, with its editor, its tabs and nothing that matches', async () => {
      const page = await dashboard.open(
        '/?range=30d&filter=country:is:US&filter=path:starts_with:/docs&tab-sources=utmSources',
      );
      await complete(page);
      await check(page, 'filtered');
      for (const button of ['Filter', 'Edit: Country is United States']) {
        await page.getByRole('button', { name: button }).click();
        await page.locator('form.editor').waitFor();
        await check(page, button);
        await page.keyboard.press('Escape');
      }
      for (const path of [
        'tab-pages=entryPages&filter=country:is:US',
        'filter=city:is:Nowhere',
        'all=sources&tab-sources=utmMedia',
      ]) {
        await page.goto(`${dashboard.url}/?range=30d&${path}`);
        await complete(page);
        await check(page, path);
      }
      expect(found).toEqual([]);
    });

    it('on an empty range, where the session has ended, and where a panel has failed', async () => {
      const page = await dashboard.open('/?range=2020-01-01..2020-01-07');
      await page.getByText('The last were in').waitFor();
      await check(page, 'empty');
      await page.route('**/analytics/breakdown?by=browser&*', (route) => route.abort());
      await page.goto(`${dashboard.url}/?range=90d`);
      await page.locator('.fault').waitFor();
      await check(page, 'fault');
      // A response in flight would set the cookie again.
      await page.waitForLoadState('networkidle');
      await page.context().clearCookies();
      await page.keyboard.press('d');
      await page.getByText('Your session has ended').waitFor();
      await check(page, 'session ended');
      expect(found).toEqual([]);
    });

    it('on every other page', async () => {
      const { workspaceId } = dashboard;
      const share = await dashboard.administer('POST', `/workspaces/${workspaceId}/shares`, { name: 'Board' });
      const locked = await dashboard.administer('POST', `/workspaces/${workspaceId}/shares`, {
        name: 'Locked',
        password: 'correct horse battery',
      });
      const empty = await dashboard.administer('POST', '/workspaces', { name: 'Empty' });
      const page = await dashboard.open('/live');
      for (const path of [
        '/live',
        '/settings',
        '/settings/install',
        '/settings/keys',
        '/settings/people',
        '/settings/goals',
        '/settings/shares',
        '/settings/account',
        '/settings/nothing-such',
        `/?site=${empty['workspaceId']}`,
      ]) {
        await page.goto(dashboard.url + path);
        await page.locator('main .card').first().waitFor();
        await page.waitForLoadState('networkidle');
        await check(page, path);
      }
      await page.context().clearCookies();
      const shared = new URL(String(share['url'])).pathname;
      for (const path of [shared, `${shared}?embed=true&theme=dark`, `${shared}?embed=true&theme=light`]) {
        await page.goto(dashboard.url + path);
        await complete(page);
        await check(page, path);
      }
      for (const path of ['/', new URL(String(locked['url'])).pathname]) {
        await page.goto(dashboard.url + path);
        await page.locator('form').waitFor();
        await check(page, path);
      }
      expect(found).toEqual([]);
    });
  });

  describe('by keyboard alone', () => {
    const paramOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
    const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

    it('every key of the list does what the list says', async () => {
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
        expect([key, paramOf(page, 'range')]).toEqual([key, range]);
      }
      await page.keyboard.press('w');
      await page.keyboard.press('ArrowLeft');
      expect(paramOf(page, 'range')).toMatch(/^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/);
      await page.keyboard.press('ArrowRight');
      expect(paramOf(page, 'range')).toBe('7d');
      await page.keyboard.press('c');
      expect(paramOf(page, 'compare')).toBe('none');
      await page.keyboard.press('c');
      expect(paramOf(page, 'compare')).toBeNull();
      await page.keyboard.press('?');
      await page.locator('dialog .keys').waitFor();
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
      expect(new URL(page.url()).pathname).toBe('/live');
      await page.keyboard.press('Escape');
      await page.waitForURL((url) => url.pathname === '/');
    });

    it('the chart is read out point by point, from end to end, and a day is opened', async () => {
      const page = await dashboard.open('/?range=7d');
      await complete(page);
      await page.locator('.chart svg').waitFor();
      await page.locator('.chart').focus();
      const readOut = () => page.locator('.read-out').textContent();
      await page.keyboard.press('Home');
      const first = await readOut();
      await page.keyboard.press('ArrowLeft');
      expect(await readOut()).toBe(first);
      await page.keyboard.press('ArrowRight');
      expect(await readOut()).not.toBe(first);
      await page.keyboard.press('End');
      expect(await readOut()).toContain('so far');
      expect(paramOf(page, 'range')).toBe('7d');
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      expect(paramOf(page, 'range')).toMatch(/^(\d{4}-\d\d-\d\d)\.\.\1$/);
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
      const places = ['.top', '.filters', '.tiles', '.chart-head', '.chart', '.panel'];
      const visited = await stops.evaluate(
        ({ reached }, selectors) =>
          reached.map((one) => selectors.findLast((selector) => one.closest(selector)) ?? '').filter(Boolean),
        places,
      );
      expect(visited.filter((place, at) => place !== visited[at - 1])).toEqual(places);
    });

    it('a drawer keeps the focus, and gives it back to what opened it', async () => {
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
      expect(paramOf(page, 'range')).toBe('yesterday');
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

    it('a setting is changed, and a key is made and revoked', async () => {
      const page = await dashboard.open('/settings');
      await page.getByLabel('Name').first().focus();
      await page.keyboard.press('Control+A');
      await page.keyboard.type('Garden');
      await page.keyboard.press('Enter');
      await page.getByText('Saved').waitFor();
      await page.locator('.top .title', { hasText: 'Garden' }).waitFor();
      await page.goto(`${dashboard.url}/settings/keys`);
      const items = page.locator('.item');
      await items.first().waitFor();
      const before = await items.count();
      await page.getByLabel('Name (optional)').focus();
      await page.keyboard.type('by keyboard');
      await page.keyboard.press('Enter');
      await page.locator('.item', { hasText: 'by keyboard' }).waitFor();
      await page.locator('.item', { hasText: 'by keyboard' }).getByRole('button', { name: 'Revoke' }).focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction((count) => document.querySelectorAll('.item').length === count, before);
      expect(dashboard.problems()).toEqual([]);
    });
  });
}
