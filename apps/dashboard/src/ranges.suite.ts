/** Ranges: their menu and buttons, those they are compared with, and those without visits. */
import { addressOf, altered, compared, complete, rowsOf, tileTexts } from './page.fixture.ts';
import type { Json, Dashboard } from './dashboard.fixture.ts';
import { addDays, dayOf } from './state/days.ts';
import { type Bounds, boundsOf, comparableBounds, daysOf } from './state/range.ts';
import { formatChange, formatCount, fullFigure } from './words/format.ts';

export function ranges(dashboard: Dashboard): void {
  it('compares with the year before, in tiles, chart and drawer', async () => {
    const page = await dashboard.open('/?range=7d&compare=none');
    await page.locator('.range .popup > button').click();
    await page.locator('.popped').getByRole('link', { name: 'Same range a year earlier' }).click();
    await page.waitForURL((url) => url.searchParams.get('compare') === 'year');
    await compared(page);
    const days = daysOf('7d', Date.now());
    const { start, end } = boundsOf(days);
    const query = `start=${start}&end=${end}`;
    const overview = async (bounds: Bounds | undefined) =>
      dashboard.get(`/api/v1/analytics/overview?start=${bounds?.start}&end=${bounds?.end}`);
    const now = await overview(boundsOf(days));
    const before = await overview(comparableBounds(days, 'year', Date.now()));
    expect(before['uniqueVisitors']).toBeGreaterThan(0);
    expect((await tileTexts(page))['visitors']?.change).toBe(
      `${formatChange(now['uniqueVisitors'], before['uniqueVisitors'])?.text} from ${formatCount(before['uniqueVisitors'])}`,
    );
    const series = await dashboard.get(`/api/v1/analytics/series?metrics=visitors&${query}&compare=year`);
    await page.goto('/?range=7d&compare=year&all=chart');
    await page.locator('dialog tbody tr').first().waitFor();
    const shown = await rowsOf(page.locator('dialog'));
    expect(shown.map(([, , previous]) => previous)).toEqual(
      // The year before may have no 29 February.
      series['data'].map(({ previous }: Json) => fullFigure(previous?.visitors, 'count')),
    );
    await page.goto('/?range=7d&compare=year&all=pages&search=pricing');
    const row = page.locator('dialog tbody tr');
    await row.waitFor();
    const { data } = await dashboard.get(`/api/v1/analytics/breakdown?by=path&search=pricing&${query}&compare=year`);
    expect(data[0].previous.visitors).toBeGreaterThan(0);
    expect(await row.locator('td').last().textContent()).toBe(
      formatChange(data[0].visitors, data[0].previous.visitors)?.text,
    );
  });

  it('links from an empty range to the last visits', async () => {
    const page = await dashboard.open('/?range=2020-01-01..2020-01-07');
    await page.getByText('No visits, 1–7 Jan 2020').or(page.getByText('No visits, 1 – 7 Jan 2020')).waitFor();
    await page.getByText('Last visits:').click();
    await complete(page);
    expect(Number((await tileTexts(page))['visitors']?.figure)).toBeGreaterThan(0);
    expect(dashboard.problems()).toEqual([]);
  });

  it('offers the time since the first visit as a range', async () => {
    const page = await dashboard.open('/?range=7d');
    const choose = page.locator('.range .popup > button');
    await choose.click();
    await page.getByRole('link', { name: 'All time' }).click();
    await complete(page);
    const { data } = await dashboard.get('/api/v1/analytics/series?metrics=visitors&start=2023-01-01');
    const first = data.find(({ visitors }: Json) => visitors > 0).date.slice(0, 'YYYY-MM-DD'.length);
    const today = dayOf(Date.now());
    expect((await addressOf(page)).searchParams.get('range')).toBe(`${first}..${today}`);
    const { uniqueVisitors } = await dashboard.get(`/api/v1/analytics/overview?start=${first}&end=${today}`);
    expect((await tileTexts(page))['visitors']?.figure).toBe(formatCount(uniqueVisitors));
    await choose.click();
    expect(await page.getByRole('link', { name: 'All time' }).getAttribute('aria-current')).toBe('true');
  });

  it('does not offer it with visits of more than five years ago, which no range includes', async () => {
    const page = await dashboard.open('about:blank');
    await altered(page, '**/analytics/series?*', ({ data: [oldest, ...more], ...result }) => ({
      ...result,
      data: [{ ...oldest, visitors: 1 }, ...more],
    }));
    await page.goto('/?range=7d');
    const choose = page.locator('.range .popup > button');
    const firstDays = page.waitForResponse((response) => {
      const { granularity, start = '' } = Object.fromEntries(new URL(response.url()).searchParams);
      return granularity === 'day' && start < '2020';
    });
    await choose.click();
    await (await firstDays).finished();
    await page.keyboard.press('Escape');
    await choose.click();
    await page.getByRole('link', { name: 'This year' }).waitFor();
    expect(await page.getByRole('link', { name: 'All time' }).count()).toBe(0);
  });

  it('keeps all of the range menu within reach in a low window', async () => {
    const page = await dashboard.open('/?range=30d', { viewport: { width: 1280, height: 600 } });
    await complete(page);
    await page.locator('.range .popup > button').click();
    const last = page.locator('.popped').getByRole('link', { name: 'Nothing' });
    await last.scrollIntoViewIfNeeded();
    const { y = 0, height = 0 } = (await last.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(600);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  it('keeps the focus on the range button that has reached today, and names both buttons', async () => {
    const { first } = daysOf('7d', Date.now());
    const page = await dashboard.open(`/?range=${addDays(first, -3)}..${addDays(first, 3)}`);
    await page.getByRole('link', { name: 'Previous range', exact: true }).waitFor();
    const next = page.getByRole('link', { name: 'Next range', exact: true });
    await next.press('Enter');
    await page.locator('.range .step[aria-disabled=true]').waitFor();
    expect(await next.evaluate((link) => link === document.activeElement)).toBe(true);
  });
}
