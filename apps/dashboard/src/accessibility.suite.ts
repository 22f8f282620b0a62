/** The dashboard for people with low vision: axe on every page and state. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { Dashboard } from './dashboard.fixture.ts';
import { complete, loaded } from './page.fixture.ts';
import { dayOf } from './state/days.ts';

const axe = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');
const desktop = { width: 1280, height: 720 };
const phone = { width: 360, height: 740 };
const rulesOfColours = ['color-contrast', 'link-in-text-block'];
/** The dark theme differs only in its colours. */
const colours = { runOnly: rulesOfColours };
/** The layout of a phone moves and hides elements, but changes no colours. */
const allButColours = { rules: Object.fromEntries(rulesOfColours.map((rule) => [rule, { enabled: false }])) };
type Surroundings = readonly [name: string, viewport: typeof phone, colorScheme: 'light' | 'dark', options: object];
const surroundings: readonly Surroundings[] = [
  ['on a desktop, light', desktop, 'light', {}],
  ['on a desktop, dark', desktop, 'dark', colours],
  ['on a phone, light', phone, 'light', allButColours],
];
/** Checked once, on the page with the most elements. */
const coloursOnPhone: readonly Surroundings[] = [
  ['on a phone, light', phone, 'light', colours],
  ['on a phone, dark', phone, 'dark', colours],
];

export function accessibility(dashboard: Dashboard): void {
  const found: string[] = [];
  /** Runs axe in all surroundings: they differ only in CSS, so each state of a page is reached once. The page behind a drawer or a popup is checked without it. */
  const check = async (page: Page, name: string, within = 'html', all: readonly Surroundings[] = surroundings) => {
    await page.evaluate(axe);
    for (const [where, viewport, colorScheme, options] of all) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      const what = [within, { ...options, resultTypes: ['violations'] }].map((one) => JSON.stringify(one)).join();
      const violations = await page.evaluate<string[]>(
        `(async () => (await axe.run(${what})).violations.map(({ id, nodes }) => \`\${id}: \${nodes[0].html} \${nodes[0].failureSummary}\`))()`,
      );
      found.push(...violations.map((violation) => `${name}, ${where}: ${violation}`));
    }
  };

  it('names the chart by its summary, without the controls next to it', async () => {
    const page = await dashboard.open('/?range=7d');
    await complete(page);
    expect(await page.getByRole('figure', { name: /^Visitors, [^.]+\. Highest: [^.]+\.$/ }).count()).toBe(1);
  });

  describe('axe finds nothing', () => {
    beforeEach(() => void found.splice(0));

    it('on the page of a site, its drawers, its menus, its notes and its help', async () => {
      const path = `/workspaces/${dashboard.workspaceId}/annotations`;
      const note = { date: dayOf(Date.now()), text: 'Launch' };
      const { annotationId } = await dashboard.administer('POST', path, note);
      const page = await dashboard.open('/?range=30d');
      await complete(page);
      await check(page, 'site', 'html', [...surroundings, ...coloursOnPhone]);
      for (const open of [
        'sources',
        'pages',
        'frustration',
        'chart',
        'retention',
        'properties&event=signup&range=90d',
        'funnel&step=path:is:/&step=type:is:signup',
      ]) {
        await page.goto(`/?all=${open}`);
        await page.locator('dialog :is(tbody tr, .pages, .funnel b)').first().waitFor();
        await check(page, `drawer ${open}`, 'dialog');
      }
      await page.goto('/?range=30d');
      await complete(page);
      for (const button of await page.locator('.top .popup > button, .chart-head .popup > button').all()) {
        await button.click();
        await page.locator('.popped').waitFor();
        await check(page, `popup ${await button.textContent()}`, '.popped');
        await page.keyboard.press('Escape');
      }
      await page.keyboard.press('?');
      await page.locator('dialog .keys').waitFor();
      await check(page, 'keys', 'dialog');
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
        await check(page, button, '.popped');
        await page.keyboard.press('Escape');
      }
      for (const path of [
        'tab-pages=entryPages&filter=country:is:US',
        'filter=city:is:Nowhere',
        'all=sources&tab-sources=utmMedia',
      ]) {
        await page.goto(`/?range=30d&${path}`);
        await complete(page);
        await check(page, path);
      }
      expect(found).toEqual([]);
    });

    it('on an empty range, after the end of the session, and on a panel that has failed', async () => {
      const page = await dashboard.open('/?range=2020-01-01..2020-01-07');
      await page.getByText('Last visits:').waitFor();
      await check(page, 'empty');
      await page.route('**/analytics/breakdown?by=device&*', (route) => route.abort());
      await page.goto('/?range=90d');
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
      const share = await dashboard.administer('POST', `/workspaces/${workspaceId}/shares`, {
        name: 'Board',
        filters: ['device:is:desktop'],
      });
      const locked = await dashboard.administer('POST', `/workspaces/${workspaceId}/shares`, {
        name: 'Locked',
        password: 'correct horse battery',
      });
      const empty = await dashboard.administer('POST', '/workspaces', { name: 'Empty' });
      const page = await dashboard.open('about:blank');
      const checkAll = async (paths: readonly string[], isReady: () => Promise<void>) => {
        for (const path of paths) {
          await page.goto(path);
          await isReady();
          await check(page, path);
        }
      };
      const hasCards = () => loaded(page);
      const hasFigures = () => complete(page);
      const hasTitle = () => page.locator('.narrow h1').waitFor();
      await checkAll(
        [
          '/live',
          '/settings',
          '/settings/install',
          '/settings/keys',
          '/settings/people',
          '/settings/goals',
          '/settings/shares',
          '/settings/account',
          '/settings/nothing-such',
          '/nothing-such',
          '/settings/shares?filter=country:is:US',
        ],
        hasCards,
      );
      // The page of a site, with cards, precedes the start page of an empty one.
      await checkAll([`/?site=${empty['workspaceId']}`, '/?site=ws_nope'], hasTitle);
      await page.context().clearCookies();
      const { url } = share;
      await checkAll([url, `${url}?embed=true&theme=dark`, `${url}?embed=true&theme=light`], hasFigures);
      await checkAll(['/', locked['url'], '/share/nothing-such'], hasTitle);
      expect(found).toEqual([]);
    });
  });
}
