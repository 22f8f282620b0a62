/** The pages: where keys and URLs lead to, for the owner and for the visitor of a share. */
import { until } from '@footfall/test-servers';
import type { Page } from 'playwright-core';
import type { Dashboard } from './dashboard.fixture.ts';
import { addressOf, complete } from './page.fixture.ts';

export function pages(dashboard: Dashboard): void {
  const shareOf = async (workspaceId: string, share: object = {}) => {
    const { url } = await dashboard.administer('POST', `/workspaces/${workspaceId}/shares`, share);
    return new URL(String(url)).pathname;
  };
  const press = async (page: Page, keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  it('shows in the menu the theme that was chosen last, although the URL has another one', async () => {
    const page = await dashboard.open('/?theme=light');
    await complete(page);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Menu').click();
    await button('Dark').click();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.keyboard.press('Escape');
    await button('Menu').click();
    expect(await button('Dark').getAttribute('aria-pressed')).toBe('true');
    await button('System').click();
  });

  it('keeps visitors of a share on it, whatever key is pressed', async () => {
    const path = await shareOf(dashboard.workspaceId);
    const page = await dashboard.openSignedOut(`${path}?embed=true&theme=dark`);
    await complete(page);
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    for (const [key, range] of [
      ['d', 'today'],
      ['w', '7d'],
      ['y', 'year'],
      ['m', null],
      ['l', null],
      ['Escape', null],
    ] as const) {
      await page.keyboard.press(key);
      const { pathname, searchParams } = await addressOf(page);
      expect([key, pathname, searchParams.get('range')]).toEqual([key, path, range]);
    }
    await press(page, ['w', 'ArrowLeft', 'c']);
    const { pathname, searchParams } = await addressOf(page);
    expect([pathname, searchParams.get('compare')]).toEqual([path, 'none']);
    expect(searchParams.get('range')).toContain('..');
    await page.keyboard.press('?');
    await page.locator('dialog .keys').waitFor();
    expect(await page.locator('dialog dt').allTextContents()).not.toContain('L');
    expect(dashboard.problems()).toEqual([]);
  });

  it('changes nothing that the live page does not show', async () => {
    const page = await dashboard.open(`/live?site=${dashboard.workspaceId}`);
    await page.locator('.now').waitFor();
    const before = await addressOf(page);
    await press(page, ['ArrowLeft', 'ArrowRight', 'c', '/']);
    expect(await addressOf(page)).toEqual(before);
    await page.keyboard.press('w');
    const { pathname, search } = await addressOf(page);
    expect(pathname + search).toBe(`/?site=${dashboard.workspaceId}&range=7d`);
  });

  it.each(['/nosuchpage', '/livve?range=7d'])(
    'says that %s does not exist, and links to the dashboard',
    async (path) => {
      const page = await dashboard.open('about:blank');
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      const response = await page.goto(path);
      expect([response?.status(), response?.headers()['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      expect(requested.filter((url) => url.includes('/v1/'))).toEqual([]);
      await page.waitForFunction(() => document.title === 'Page not found · Footfall');
      await page.getByRole('link', { name: 'Open the dashboard' }).click();
      await complete(page);
      expect((await addressOf(page)).pathname).toBe('/');
    },
  );

  it('shows the list of workspaces in place of one that does not exist', async () => {
    const page = await dashboard.open('/?site=ws_nope&filter=country:is:US');
    await page.getByRole('heading', { name: 'Workspace not found' }).waitFor();
    expect(await page.locator('main').textContent()).toContain('ws_nope does not exist, or you have no access to it.');
    expect(await page.locator('.tile').count()).toBe(0);
    await page.locator(`a[href$="${dashboard.workspaceId}"]`).click();
    await complete(page);
    const { searchParams } = await addressOf(page);
    expect([searchParams.get('site'), searchParams.get('filter')]).toEqual([dashboard.workspaceId, null]);
  });

  it('opens the workspace that was viewed last, and requests the figures of no other', async () => {
    const { workspaceId } = await dashboard.administer('POST', '/workspaces', { name: 'Second' });
    const page = await dashboard.open(`/settings?site=${workspaceId}`);
    await page.getByLabel('Name').first().waitFor();
    const requested = new Set<string | undefined>();
    page.on('request', (request) => {
      if (request.url().includes('/analytics/')) requested.add(request.headers()['x-workspace']);
    });
    await page.goto('/live');
    await page.locator('.now b').waitFor();
    expect(await page.locator('header .title').textContent()).toBe('Second');
    expect([...requested]).toEqual([workspaceId]);
  });

  it('drops the filters, the steps of a funnel and the chosen event when the workspace changes', async () => {
    const { workspaceId } = await dashboard.administer('POST', '/workspaces', { name: 'Third' });
    const chosen = 'filter=country:is:US&step=goal_of_another&event=signup&property=plan&tab-devices=browsers';
    const page = await dashboard.open(`/live?site=${dashboard.workspaceId}&${chosen}`);
    await page.locator('.workspaces > button').click();
    const other = page.getByRole('link', { name: 'Third' });
    const href = `/live?site=${workspaceId}&tab-devices=browsers`;
    expect(await other.getAttribute('href')).toBe(href);
    await page.goto(`/live?site=ws_nope&${chosen}`);
    await page.getByRole('heading', { name: 'Workspace not found' }).waitFor();
    expect(await other.getAttribute('href')).toBe(href);
  });

  it('offers signing out to a person without a workspace', async () => {
    const me = await dashboard.administer('GET', '/me');
    const page = await dashboard.open('about:blank');
    await page.route('**/admin/v1/me', (route) => {
      const person = { ...me['person'], role: 'member' };
      return route.fulfill({ json: { success: true, data: { ...me, person, workspaces: [] } } });
    });
    await page.route('**/admin/v1/me/session', (route) =>
      route.fulfill({ json: { success: true, data: { ended: 1 } } }),
    );
    await page.goto('/');
    await page.getByRole('heading', { name: 'No workspaces yet' }).waitFor();
    const ended = page.waitForRequest('**/admin/v1/me/session');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await ended;
  });

  it('leaves no figures in the tab of a person who signs out', async () => {
    const page = await dashboard.open('/');
    await complete(page);
    const countKept = () =>
      page.evaluate(() => Object.values(sessionStorage).filter((text) => text.includes('visitors')).length);
    await until(async () => (await countKept()) > 0);
    await page.route('**/admin/v1/me/session', (route) => {
      const refusal = { success: false, error: { code: 'UNAUTHORIZED', message: 'Sign in' } };
      void page.route('**/admin/v1/me', (next) => next.fulfill({ status: 401, json: refusal }));
      return route.fulfill({ json: { success: true, data: { ended: 1 } } });
    });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Email').waitFor();
    expect(await countKept()).toBe(0);
  });

  it('adds no entry to the history for a link to the current URL', async () => {
    const page = await dashboard.open('/?range=7d');
    await complete(page);
    const before = await page.evaluate(() => history.length);
    await page.locator('.tile a[aria-current=true]').click();
    await page.keyboard.press('w');
    expect(await page.evaluate(() => history.length)).toBe(before);
    await page.keyboard.press('d');
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
  });

  it('names the page and the site in the title of the document', async () => {
    const { name, workspaceId } = (await dashboard.administer('GET', '/me'))['workspaces'][0];
    const page = await dashboard.open('/');
    for (const [path, title] of [
      ['/', `${name} · Footfall`],
      ['/live', `Live · ${name} · Footfall`],
      ['/settings/keys', `Keys · Settings · ${name} · Footfall`],
      ['/?all=sources', `Sources · ${name} · Footfall`],
      ['/?all=retention', `Retention · ${name} · Footfall`],
      [await shareOf(workspaceId), `${name} · Footfall`],
    ] as const) {
      await page.goto(path);
      await page.waitForFunction((expected) => document.title === expected, title);
    }
  });

  it('stays on its workspace while another tab shows another one, and returns to it with Back', async () => {
    const { workspaceId } = await dashboard.administer('POST', '/workspaces', { name: 'Other tab' });
    const page = await dashboard.open('/settings');
    const shows = (tab: Page, name: string) => tab.locator('header .title', { hasText: name }).waitFor();
    const { name } = (await dashboard.administer('GET', '/me'))['workspaces'][0];
    await shows(page, name);
    const other = await page.context().newPage();
    await other.goto(`/settings?site=${workspaceId}`);
    await other.getByLabel('Name').first().waitFor();
    await page.reload();
    await shows(page, name);
    await page.locator('.workspaces > button').click();
    await page.getByRole('link', { name: 'Other tab' }).click();
    await shows(page, 'Other tab');
    await page.goBack();
    await shows(page, name);
  });

  it('leaves the form of a new workspace when a workspace is chosen', async () => {
    const page = await dashboard.open('/settings/new?range=7d');
    await page.locator('.workspaces > button').click();
    await page.locator(`.workspaces a[href^="/?site=${dashboard.workspaceId}"]`).click();
    await complete(page);
    const { pathname, searchParams } = await addressOf(page);
    expect([pathname, searchParams.get('site')]).toEqual(['/', dashboard.workspaceId]);
  });

  it('continues on the page of the figures if a signed-in person opens /sign-in', async () => {
    const page = await dashboard.open('/sign-in?range=7d');
    await complete(page);
    expect(await page.locator('a.step').first().getAttribute('href')).toMatch(/^\/\?/);
    const { pathname, searchParams } = await addressOf(page);
    expect([pathname, searchParams.get('range')]).toEqual(['/', '7d']);
  });
}
