/** The requests of the page and its use of the responses: lists searched and paged by the API, ages, concurrent requests. */
import type { Locator } from 'playwright-core';
import type { Json, Dashboard } from './dashboard.fixture.ts';
import { manySources } from './events.fixture.ts';
import { addressOf, altered, compared, complete, hold, panelOf, saved } from './page.fixture.ts';
import { addDays, dayOf } from './state/days.ts';
import { boundsOf, daysOf } from './state/range.ts';
import { formatPercent } from './words/format.ts';

export function lists(dashboard: Dashboard): void {
  it('searches, sorts and pages its lists through the API, and saves them in full as CSV', async () => {
    const page = await dashboard.open('/?range=7d&all=sources');
    const dialog = page.locator('dialog');
    await dialog.locator('tbody tr').first().waitFor();
    const { total } = await dashboard.get(`/api/v1/analytics/breakdown?by=source&${query('7d')}`);
    expect(total).toBeGreaterThan(manySources);
    expect(await dialog.locator('.pages').textContent()).toContain(`1–50 of ${total} rows`);
    expect(await dialog.locator('tbody tr').count()).toBe(50);
    expect(await dialog.locator('th[aria-sort=descending]').allTextContents()).toEqual(['Visitors']);
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByText(`51–${total} of ${total} rows`).waitFor();
    expect(await dialog.locator('tbody tr').count()).toBe(total - 50);
    const lines = linesOf(await saved(dialog.getByRole('button', { name: 'CSV' })));
    expect(lines).toHaveLength(total + 1);
    expect(lines[0]).toMatch(/^source,visitors,sessions/);
    await dialog.locator('input').fill(`letter-${manySources - 1}`);
    await dialog.getByText('1 row', { exact: true }).waitFor();
    expect(await dialog.locator('tbody .name').allTextContents()).toEqual([`letter-${manySources - 1}.test`]);
    await dialog.locator('input').fill('no such source');
    await dialog.getByText('Nothing matches this search').waitFor();
    expect(dashboard.problems()).toEqual([]);
  });

  it('keeps the sorting and the page of a drawer in the URL until the drawer is closed', async () => {
    const page = await dashboard.open('/?range=7d&all=sources');
    const dialog = page.locator('dialog');
    await dialog.locator('tbody tr').first().waitFor();
    await dialog.getByRole('button', { name: 'Sessions' }).click();
    await dialog.locator('th[aria-sort]', { hasText: 'Sessions' }).waitFor();
    await dialog.getByRole('button', { name: 'Next' }).press('Enter');
    await dialog.getByText(/^51–/).waitFor();
    // The focus stays on the rows.
    expect(await page.evaluate(() => document.activeElement?.closest('.found') !== null)).toBe(true);
    const { search } = await addressOf(page);
    expect(search).toMatch(/[?&]range=7d&all=sources&sort=sessions&page=2$/);
    await page.reload();
    await dialog.getByText(/^51–/).waitFor();
    expect(await dialog.locator('th[aria-sort]').textContent()).toBe('Sessions');
    await page.goBack();
    await dialog.getByText(/^1–50/).waitFor();
    await page.goForward();
    await dialog.getByText(/^51–/).waitFor();
    await dialog.locator('input').fill('letter-1');
    await page.waitForURL((url) => url.search.endsWith('range=7d&all=sources&search=letter-1&sort=sessions'));
    await page.goto(`/${search}&page=9`);
    await dialog.getByRole('button', { name: 'Previous' }).waitFor();
    expect(await dialog.locator('th').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Previous' }).click();
    await dialog.getByText(/^51–/).waitFor();
    await page.goto('/?range=7d&all=devices&page=3');
    await dialog.getByRole('button', { name: 'Previous' }).click();
    await dialog.locator('tbody tr').first().waitFor();
    await page.goto(`/${search}`);
    await dialog.getByRole('link', { name: 'Channels' }).click();
    expect((await addressOf(page)).search).toMatch(/[?&]range=7d&all=sources&tab-sources=channels$/);
    await dialog.getByRole('button', { name: 'Sessions' }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect((await addressOf(page)).search).toMatch(/[?&]range=7d&tab-sources=channels$/);
    expect(dashboard.problems()).toEqual([]);
  });

  it('shows the search of the URL in the search field, even after going back', async () => {
    const page = await dashboard.open('/?range=7d&all=sources');
    const dialog = page.locator('dialog');
    const field = dialog.getByRole('searchbox');
    await field.fill('letter-1');
    await dialog.getByText('11 rows', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Sessions' }).click();
    await dialog.locator('th[aria-sort]', { hasText: 'Sessions' }).waitFor();
    await field.fill('letter-11');
    await dialog.getByText('1 row', { exact: true }).waitFor();
    await page.goBack();
    await dialog.getByText('11 rows', { exact: true }).waitFor();
    expect((await addressOf(page)).searchParams.get('search')).toBe('letter-1');
    expect(await field.inputValue()).toBe('letter-1');
    expect(dashboard.problems()).toEqual([]);
  });

  it('shows a result that arrives right after a second view of it is drawn', async () => {
    const page = await dashboard.open('/?range=7d&all=chart');
    const rows = page.locator('dialog tbody tr');
    await rows.first().waitFor();
    await page.keyboard.press('Escape');
    await complete(page);
    const respond = await hold(page, '**/analytics/series?*');
    const requested = page.waitForRequest('**/analytics/series?*');
    await page.keyboard.press('m');
    await requested;
    await compared(page);
    // Without frames, no effect that waits for one runs. The other results are still fresh.
    const now = Date.now();
    // Earlier, because the clock runs until it is paused, and cannot be paused in its past.
    await page.clock.install({ time: now - 60_000 });
    await page.clock.pauseAt(now);
    await page.getByRole('link', { name: 'Table' }).press('Enter');
    await page.locator('dialog .skeleton').waitFor({ state: 'attached' });
    respond();
    await page.locator('.chart svg').waitFor();
    await page.clock.resume();
    await rows.first().waitFor();
  });

  it.each(['the page of a workspace', 'a share'])(
    'requests again every five minutes, for the new day after midnight, from which the range is moved: %s',
    async (of) => {
      const share = await dashboard.administer('POST', `/workspaces/${dashboard.workspaceId}/shares`, {
        name: 'All day',
      });
      const page = await dashboard.open('about:blank');
      const tomorrow = addDays(dayOf(Date.now()), 1);
      await page.clock.install({ time: Date.parse(tomorrow) - 60_000 });
      await page.goto(`${of === 'a share' ? share['url'] : '/'}?range=7d`);
      await complete(page);
      const requested = page.waitForRequest(`**/analytics/overview?start=${addDays(tomorrow, -6)}&*`);
      await page.clock.runFor(6 * 60_000);
      await requested;
      await page.locator(`.top .step[href*="range=${addDays(tomorrow, -13)}..${addDays(tomorrow, -7)}"]`).waitFor();
      await dashboard.administer('DELETE', `/shares/${share['shareId']}`);
    },
  );

  it("saves the chart and the lists that the API searches as the API's CSV, with the filters", async () => {
    const page = await dashboard.open('/?range=30d&filter=country:is:US');
    await complete(page);
    const days = daysOf('30d', Date.now());
    const responded = async (path: string) =>
      dashboard.text(`/api/v1/analytics/${path}&start=${days.first}&end=${days.last}&filter=country:is:US&format=csv`);
    const csv = (title: string) => panelOf(page, title).getByRole('button', { name: 'CSV' });
    expect(await saved(csv('Sources'))).toBe(
      await responded('breakdown?by=source&metrics=visitors,sessions,bounceRate,avgDuration'),
    );
    expect(await saved(csv('Pages'))).toBe(
      await responded('breakdown?by=path&metrics=visitors,avgTime,avgScroll,pageviews&sort=-visitors'),
    );
    await page.getByRole('link', { name: 'Table' }).click();
    expect(await saved(page.locator('dialog').getByRole('button', { name: 'CSV' }))).toBe(
      await responded('series?metrics=visitors&granularity=day&compare=previous'),
    );
    expect(dashboard.problems()).toEqual([]);
  });

  it('offers all rows and CSV only for a list that has rows', async () => {
    const page = await dashboard.open('/?range=30d&tab-frustration=rage');
    await complete(page);
    const offers = (panel: Locator) => panel.locator('footer').locator('a, button').allTextContents();
    expect(await offers(page.locator('.panel').first())).toEqual(['Show all', 'CSV']);
    expect(await offers(page.locator('.panel', { hasText: 'No data in this range' }))).toEqual([]);
  });

  it('saves a list that the page searches with its rows as they are shown', async () => {
    const page = await dashboard.open('/?range=30d&all=events');
    const dialog = page.locator('dialog');
    const csv = dialog.getByRole('button', { name: 'CSV' });
    await dialog.locator('tbody tr').first().waitFor();
    const [titles, ...types] = linesOf(await saved(csv));
    expect(titles).toBe('type,events,visitors');
    expect(types.length).toBeGreaterThan(0);
    expect(types.filter((line) => line.startsWith('$'))).toEqual([]);
    await page.goto('/?range=30d&all=places&tab-places=countries&search=united%20s&sort=sessions');
    await dialog.getByText('1 row', { exact: true }).waitFor();
    expect(linesOf(await saved(csv))).toEqual([
      'country,visitors,sessions,bounceRate,avgDuration',
      expect.stringMatching(/^US,\d+,\d+,[\d.]+,[\d.]+$/),
    ]);
  });

  it('shows the chosen tab in full, fades the edges with more tabs, and shows shares only on hover or focus of a row', async () => {
    const page = await dashboard.open('/?range=30d&tab-sources=assistants', { viewport: { width: 390, height: 844 } });
    await complete(page);
    const tabs = page.locator('.panel').first().locator('.tabs');
    const positions = async () => {
      const line = await tabs.boundingBox();
      const tab = await tabs.locator('[aria-current=true]').boundingBox();
      if (!line || !tab) throw new Error('there are no tabs');
      return { isInside: tab.x >= line.x - 1 && tab.x + tab.width <= line.x + line.width + 1 };
    };
    expect(await positions()).toEqual({ isInside: true });
    expect(await tabs.getAttribute('class')).toMatch(/more-before(?!.*more-after)/);
    await tabs.evaluate((one) => one.scrollTo({ left: 0 }));
    await page.locator('.panel').first().locator('.tabs.more-after:not(.more-before)').waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    const row = page.locator('.panel').nth(3).locator('tbody tr').first();
    const opacity = () => row.locator('.share').evaluate((one) => getComputedStyle(one).opacity);
    expect(await opacity()).toBe('0');
    await row.locator('.name').focus();
    expect(await opacity()).toBe('1');
  });

  it('offers the choice between the lists of campaigns in place of their title, without narrowing the tabs', async () => {
    const page = await dashboard.open('/?range=30d&tab-sources=campaigns', { viewport: { width: 1440, height: 900 } });
    await complete(page);
    const panel = page.locator('.panel').first();
    expect(await panel.locator('.tabs').evaluate((tabs) => tabs.scrollWidth - tabs.clientWidth)).toBe(0);
    const choice = panel.getByLabel('Campaigns');
    await choice.focus();
    await choice.selectOption('UTM sources');
    await panel.locator('tbody .name', { hasText: 'letter' }).waitFor();
    expect(await choice.evaluate((one) => one === document.activeElement)).toBe(true);
    const { text, select } = await panel.evaluate((one) => ({
      text: one.querySelector('thead th span')?.getBoundingClientRect().toJSON(),
      select: one.querySelector('select')?.getBoundingClientRect().toJSON(),
    }));
    for (const side of ['left', 'top']) expect([side, select[side] <= text[side]]).toEqual([side, true]);
    for (const side of ['right', 'bottom']) expect([side, select[side] >= text[side]]).toEqual([side, true]);
    await page.goto('/?range=2020-01-01..2020-01-07&tab-sources=utmTerms');
    await panel.locator('.empty').waitFor();
    await choice.selectOption('UTM mediums');
    expect((await addressOf(page)).searchParams.get('tab-sources')).toBe('utmMedia');
    expect(dashboard.problems()).toEqual([]);
  });

  it('names automatic events in words, and keeps their stored names as titles', async () => {
    const page = await dashboard.open('/?range=30d&tab-events=automatic');
    await complete(page);
    const panel = page.locator('.panel').nth(4);
    const left = panel.getByRole('link', { name: 'Page left', exact: true });
    expect(await left.getAttribute('title')).toBe('$pageleave');
    expect(await panel.textContent()).not.toContain('$');
    await left.click();
    await page.getByRole('button', { name: 'Edit: Event is Page left' }).waitFor();
    expect((await addressOf(page)).searchParams.getAll('filter')).toEqual(['type:is:$pageleave']);
  });

  it('searches countries by their shown names', async () => {
    const page = await dashboard.open('/?range=30d&all=places');
    await page.locator('dialog tbody tr').first().waitFor();
    const [name = ''] = await page.locator('dialog tbody .name').allTextContents();
    await page.locator('dialog input').fill(name.slice(0, 5).toUpperCase());
    await page.getByText('1 row', { exact: true }).waitFor();
    expect(await page.locator('dialog tbody .name').allTextContents()).toEqual([name]);
  });

  it('has session figures in the drawers of sources, countries and devices', async () => {
    const page = await dashboard.open('about:blank');
    for (const open of ['sources', 'places', 'devices&tab-devices=browsers']) {
      await page.goto(`/?range=7d&compare=none&all=${open}`);
      await page.locator('dialog tbody tr').first().waitFor();
      expect(await page.locator('dialog thead th').allTextContents()).toEqual([
        expect.any(String),
        'Visitors',
        'Sessions',
        'Bounce rate',
        'Session duration',
      ]);
    }
    await page.locator('dialog').getByRole('button', { name: 'Bounce rate' }).click();
    const { data } = await dashboard.get(
      `/api/v1/analytics/breakdown?by=browser&metrics=bounceRate&sort=-bounceRate&${query('7d')}`,
    );
    await page.locator('dialog th[aria-sort]', { hasText: 'Bounce rate' }).waitFor();
    const rates = page.locator('dialog td[data-metric=bounceRate]');
    expect(await rates.allTextContents()).toEqual(data.map(({ bounceRate }: Json) => formatPercent(bounceRate)));
  });

  it('shows figures in full in a drawer, and abbreviated in a panel', async () => {
    const page = await dashboard.open('about:blank');
    const data = [{ source: 'Direct', visitors: 12_345, sessions: 12_345 }];
    await altered(page, '**/analytics/breakdown?by=source&*', (result) => ({ ...result, data, total: 1 }));
    await page.goto('/?range=30d');
    await panelOf(page, 'Sources').getByText('12.3k').waitFor();
    await panelOf(page, 'Sources').getByRole('link', { name: 'Show all' }).click();
    await page.locator('dialog td').getByText('12,345').first().waitFor();
  });

  it('shows no changes in a drawer if the earlier range has no visitors', async () => {
    const page = await dashboard.open('/?range=90d&all=sources');
    await page.locator('dialog tbody tr').first().waitFor();
    await page.locator('.tile', { hasText: 'no earlier data' }).first().waitFor();
    expect(await page.locator('dialog thead').textContent()).not.toContain('Change');
    expect(await page.locator('dialog tbody').textContent()).not.toContain('new');
    await page.goto('/?range=7d&all=sources');
    await page.locator('dialog thead', { hasText: 'Change' }).waitFor();
  });

  it.each([
    [
      [
        ['ZZ', 1256],
        ['US', 3],
      ],
      ['1', '2+'],
    ],
    [[['ZZ', 1256]], []],
  ] as const)(
    'has steps for the countries on the map, and states the visitors of no known country: %j',
    async (rows, steps) => {
      const page = await dashboard.open('about:blank');
      const data = rows.map(([country, visitors]) => ({ country, visitors }));
      await altered(page, '**/analytics/breakdown?by=country&*', (result) => ({ ...result, data, total: data.length }));
      await page.goto('/?range=30d');
      await complete(page);
      const legend = page.locator('.legend');
      await legend.getByText('1,256 of unknown country').waitFor();
      expect(await legend.locator('.steps > span').allTextContents()).toEqual(steps);
    },
  );

  it('explains the scroll depth of every page, not only of those with a low one', async () => {
    const page = await dashboard.open('/?range=30d');
    await complete(page);
    await page.getByRole('button', { name: 'About pages' }).click();
    const definition = page.locator('.popped dt', { hasText: 'Scroll depth' }).locator('+ dd');
    const text = (await definition.textContent()) ?? '';
    expect(text).toContain('100 if the page fits into the window');
    expect(text).not.toMatch(/below|_|[a-z][A-Z]/);
  });

  it('says once how old the oldest figures are', async () => {
    const computed = 'Thu, 05 Mar 2026 12:00:00 GMT';
    const page = await dashboard.open('about:blank', { timezoneId: 'UTC' });
    await altered(page, '**/analytics/breakdown?by=device&*', (result) => result, { 'last-modified': computed });
    await page.goto('/?range=30d');
    await page.locator('.bottom').getByText('As of 12:00:00').waitFor();
    expect(await page.getByText('As of').count()).toBe(1);
  });

  it('names the latest events in words, and says how old they are, by the time at which they were read', async () => {
    const page = await dashboard.open('about:blank', { timezoneId: 'UTC' });
    await page.clock.setFixedTime('2026-03-05T12:01:10Z');
    const recent = [{ type: '$pageleave', path: '/docs', country: 'DE', device: 'desktop', secondsAgo: 3 }];
    await altered(page, '**/analytics/realtime?*', (result) => ({ ...result, recent }), {
      'last-modified': 'Thu, 05 Mar 2026 12:00:00 GMT',
    });
    await page.goto('/live');
    await page.locator('.recent li').waitFor();
    expect(await page.locator('.recent li').textContent()).toMatch(/^Page left · \/docs.* 1 min ago$/);
    // A long path is cut.
    expect(await page.locator('.recent .ellipsis').getAttribute('title')).toBe('/docs');
    await page.locator('.bottom').getByText('As of 12:00:00').waitFor();
  });

  it('requests the figures and the signed-in person at the same time, and nothing that waits for another result', async () => {
    const page = await dashboard.open('/settings');
    await page.locator('main .form').first().waitFor();
    await page.waitForLoadState('networkidle');
    const awaited = /\/(api|admin)\/v1\/|world-map/;
    const respond = await hold(page, awaited);
    const requested: string[] = [];
    page.on('request', (request) => {
      if (awaited.test(request.url())) requested.push(new URL(request.url()).pathname.split('/').at(-1) ?? '');
    });
    const opened = page.goto(`/?range=30d&site=${dashboard.workspaceId}`);
    const wanted = [
      'me',
      'realtime',
      'overview',
      'overview',
      'series',
      'ux-insights',
      ...Array<string>(5).fill('breakdown'),
      'world-map.js',
      'world-map.json',
    ];
    while (requested.length < wanted.length) await page.waitForTimeout(20);
    const names = requested.map((name) => name.replace(/^(world-map)-.*(\.\w+)$/, '$1$2'));
    expect(names.toSorted()).toEqual(wanted.toSorted());
    respond();
    await opened;
    await complete(page);
    await page.locator('.chart svg').waitFor();
    while (!requested.includes('annotations', names.length)) await page.waitForTimeout(20);
    // Notes are requested after the figures. Current visitors are requested repeatedly.
    expect(requested.slice(names.length).filter((name) => name !== 'realtime')).toEqual(['annotations']);
  });

  it('closes a drawer by a click outside, not by a selection of its text that ends there', async () => {
    const page = await dashboard.open('/?range=30d&all=sources');
    const dialog = page.locator('dialog');
    await dialog.locator('tbody tr').first().waitFor();
    await dialog.getByRole('heading').hover();
    await page.mouse.down();
    await page.mouse.move(10, 300);
    await page.mouse.up();
    expect(await dialog.count()).toBe(1);
    await page.mouse.click(10, 300);
    await dialog.waitFor({ state: 'detached' });
    expect((await addressOf(page)).searchParams.get('filter')).toBeNull();
  });
}

/** Returns the lines of a CSV file. */
function linesOf(file: string): string[] {
  return file.trim().split('\r\n');
}

/** Returns the query string of a named range. */
function query(range: '7d'): string {
  const { start, end } = boundsOf(daysOf(range, Date.now()));
  return `start=${start}&end=${end}`;
}
