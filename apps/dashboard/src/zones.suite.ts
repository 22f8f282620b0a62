/** The time zone of a workspace: the days of the page are in it, also on a share. */
import type { Page } from 'playwright-core';
import type { Json, Dashboard } from './dashboard.fixture.ts';
import { addressOf, altered, complete, tileTexts } from './page.fixture.ts';
import { clockMs } from './state/zone.ts';
import { formatCount, formatFull } from './words/format.ts';

const timezone = 'Pacific/Auckland';

export function zones(dashboard: Dashboard): void {
  const setZone = (name: string | null) =>
    dashboard.administer('PATCH', `/workspaces/${dashboard.workspaceId}`, { timezone: name });
  const today = () => new Date(clockMs(Date.now(), timezone)).toISOString().slice(0, 10);

  afterEach(() => setZone(null));

  it('requests figures in the time zone of the workspace, and names it', async () => {
    await setZone(timezone);
    const page = await dashboard.open('about:blank');
    const requested: URL[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.includes('/analytics/')) requested.push(url);
    });
    await page.goto('/?range=today');
    await complete(page);
    expect(await page.locator('.bottom').textContent()).toContain('Time zone: Pacific/Auckland');
    for (const { pathname, searchParams } of requested) {
      const isMoment = pathname.endsWith('/realtime');
      expect([pathname, searchParams.get('timezone')]).toEqual([pathname, isMoment ? null : timezone]);
    }
    expect(requested.find(({ pathname }) => pathname.endsWith('/series'))?.searchParams.get('start')).toBe(today());
    await showsToday(page, `timezone=${timezone}`);
    const { data } = await dashboard.get(
      `/api/v1/analytics/series?metrics=visitors&granularity=hour&start=${today()}&end=${today()}&timezone=${timezone}`,
    );
    await page.goto('/?range=today&all=chart');
    await page.locator('dialog tbody tr').first().waitFor();
    const begun = data.filter(({ date }: Json) => Date.parse(date) <= Date.now());
    const shown = await page
      .locator('dialog tbody tr')
      .evaluateAll((all) =>
        all.map((row) => [row.querySelector('.name bdi')?.textContent?.slice(-5), row.querySelector('td')?.title]),
      );
    expect(shown).toEqual(begun.map(({ date, visitors }: Json) => [date.slice(11, 16), formatFull(visitors)]));
    expect(dashboard.problems()).toEqual([]);
  });

  it('has the days below a chart of their hours, even of days on which the clocks change', async () => {
    for (const zone of [null, timezone]) {
      await setZone(zone);
      const page = await dashboard.open('about:blank', { viewport: { width: 1280, height: 900 } });
      await altered(page, '**/analytics/overview?*', (result) => ({ ...result, uniqueVisitors: 1 }));
      // In Auckland, 5 April has 25 hours.
      await page.goto('/?range=2026-04-02..2026-04-08&by=hour');
      await page
        .locator('.bottom')
        .getByText(`Time zone: ${zone ?? 'UTC'}`)
        .waitFor();
      await page.locator('.chart .tick[text-anchor]').first().waitFor();
      expect(await page.locator('.chart .tick[text-anchor]').allTextContents()).toEqual([
        '2 Apr',
        '3 Apr',
        '4 Apr',
        '5 Apr',
        '6 Apr',
        '7 Apr',
        '8 Apr',
      ]);
    }
  });

  it('uses the days of the workspace on a share', async () => {
    await setZone(timezone);
    const share = await dashboard.administer('POST', `/workspaces/${dashboard.workspaceId}/shares`, { name: 'Far' });
    const page = await dashboard.openSignedOut(`${share['url']}?range=today`);
    await complete(page);
    await showsToday(page, `timezone=${timezone}`);
    expect(dashboard.problems()).toEqual([]);
  });

  it('shows every time in the time zone of the workspace, not in that of the reader', async () => {
    await setZone(timezone);
    const page = await dashboard.open('about:blank', { timezoneId: 'America/New_York' });
    const times = { lastUsedAt: '2026-03-05T12:00:00.000Z', expiresAt: '2040-03-05T13:00:00.000Z' };
    await altered(page, '**/workspaces/*/keys', ({ data, ...rest }) => ({
      ...rest,
      data: data.map((key: Json) => ({ ...key, ...times })),
    }));
    await page.goto('/settings/keys');
    await page.locator('.item').getByText('last used 6 Mar 2026, 01:00').first().waitFor();
    await page.locator('.item').getByText('expires 6 Mar 2040').first().waitFor();
    await altered(page, '**/analytics/breakdown?by=device&*', (result) => result, {
      'last-modified': 'Thu, 05 Mar 2026 12:00:00 GMT',
    });
    await page.goto('/?range=30d');
    await page.locator('.bottom').getByText('As of 01:00:00').waitFor();
  });

  it("sets the time zone of a new installation's workspace to that of its first owner, who sees it and can change it", async () => {
    await setZone(null);
    const { link } = await dashboard.administer('POST', '/invitations', { email: 'first@example.com', role: 'owner' });
    const page = await dashboard.openSignedOut('about:blank', { timezoneId: timezone });
    // The link of a first owner, which only a new installation has.
    await altered(page, '**/admin/v1/links', ({ data, ...rest }) => ({ ...rest, data: { ...data, kind: 'owner' } }));
    await page.goto(link);
    const zone = page.getByLabel('Time zone');
    expect(await zone.inputValue()).toBe(timezone);
    await zone.fill('Berlin');
    await page.getByRole('button', { name: 'Open the dashboard' }).click();
    expect(await zone.evaluate((one: HTMLInputElement) => one.validationMessage)).toContain('Choose a time zone');
    await zone.fill('Asia/Tokyo');
    await page.getByRole('button', { name: 'Open the dashboard' }).click();
    await page.locator('.bottom').getByText('Time zone: Asia/Tokyo').waitFor();
    expect(await zoneOf(dashboard.workspaceId)).toBe('Asia/Tokyo');
  });

  it('creates and opens a second workspace, from the list of them, in the time zone of the browser', async () => {
    const page = await dashboard.open('about:blank', { timezoneId: timezone });
    await altered(page, '**/admin/v1/me', ({ data, ...rest }) => {
      const isOf = ({ workspaceId, name }: Json) => workspaceId === dashboard.workspaceId || name === 'Harbour';
      return { ...rest, data: { ...data, workspaces: data.workspaces.filter(isOf) } };
    });
    await page.goto('/live');
    await page.locator('.workspaces > button').click();
    await page.getByRole('link', { name: 'New workspace' }).click();
    await page.getByLabel('Name').fill('Harbour');
    await page.getByLabel('Domain').fill('https://Harbour.example/tides?today');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.getByRole('heading', { name: 'Waiting for the first event' }).waitFor();
    const workspaceId = (await addressOf(page)).searchParams.get('site') ?? '';
    expect(await dashboard.administer('GET', `/workspaces/${workspaceId}`)).toMatchObject({
      name: 'Harbour',
      domain: 'harbour.example',
      timezone,
      allowedOrigins: ['harbour.example', '*.harbour.example'],
    });
    await dashboard.administer('DELETE', `/workspaces/${workspaceId}`);
    expect(dashboard.problems()).toEqual([]);
  });

  async function zoneOf(workspaceId: string): Promise<string | null> {
    return (await dashboard.administer('GET', `/workspaces/${workspaceId}`))['timezone'];
  }

  async function showsToday(page: Page, query: string): Promise<void> {
    const { uniqueVisitors } = await dashboard.get(
      `/api/v1/analytics/overview?start=${today()}&end=${today()}&${query}`,
    );
    expect((await tileTexts(page))['visitors']?.figure).toBe(formatCount(uniqueVisitors));
  }
}
