/** The dashboard in Chromium, on the running product. */
import { type Json, describeDashboard } from './dashboard.fixture.ts';
import { accessibility } from './accessibility.suite.ts';
import { faults } from './faults.suite.ts';
import { charts } from './charts.suite.ts';
import { contrast } from './contrast.suite.ts';
import { addressOf, compared, complete, hold, panelOf, refused, rowsOf, tileTexts } from './page.fixture.ts';
import { filters } from './filters.suite.ts';
import { goals } from './goals.suite.ts';
import { keyboard } from './keyboard.suite.ts';
import { ownerTasks } from './owner-tasks.suite.ts';
import { layout } from './layout.suite.ts';
import { lists } from './lists.suite.ts';
import { notes } from './notes.suite.ts';
import { pages } from './pages.suite.ts';
import { ranges } from './ranges.suite.ts';
import { settings } from './settings.suite.ts';
import { shares } from './shares.suite.ts';
import { start } from './start.suite.ts';
import { hostileTexts } from './events.fixture.ts';
import { zones } from './zones.suite.ts';
import { metrics, type Metric } from './state/view.ts';
import { type Bounds, boundsOf, comparableBounds, daysOf, earlierDays, type Range } from './state/range.ts';
import { type FigureKind, formatChange, formatFigure, formatFull, nothing } from './words/format.ts';

describeDashboard('the dashboard', (dashboard) => {
  const totals = async (bounds: Bounds | undefined, query: string) => {
    const path = `/api/v1/analytics/overview?start=${bounds?.start}&end=${bounds?.end}${query}`;
    const result = await dashboard.get(path);
    const { uniqueVisitors, sessions, pageviews, bounceRate, avgDuration } = result;
    const mean = (figure: number) => (sessions > 0 ? figure : undefined);
    const figures: Record<Metric, [number | undefined, FigureKind]> = {
      visitors: [uniqueVisitors, 'count'],
      sessions: [sessions, 'count'],
      pageviews: [pageviews, 'count'],
      viewsPerSession: [mean(pageviews / sessions), 'ratio'],
      bounceRate: [mean(bounceRate), 'percent'],
      avgDuration: [mean(avgDuration), 'duration'],
    };
    return figures;
  };

  it.each<[Range, tab: string, by: string, filters: string[]]>([
    ['today', 'pages', 'path', []],
    ['7d', 'pages', 'path', []],
    ['month', 'pages', 'path', []],
    ['30d', 'exitPages', 'exit_page', ['country:is:US', 'country:is:GB', 'path:is_not:/docs']],
  ])(
    'sends its filters with every request, and shows in its tiles, with the change, in its panels and in its chart what the API returns: %s %s',
    async (range, tab, byOfTab, filtered) => {
      const query = filtered.map((text) => `&filter=${encodeURIComponent(text)}`).join('');
      const page = await dashboard.open('about:blank');
      const requested: URL[] = [];
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (url.pathname.includes('/analytics/')) requested.push(url);
      });
      await page.goto(`/?range=${range}&tab-pages=${tab}&tab-devices=browsers${query}`);
      await compared(page);
      // Checked first, because it says why figures are missing.
      expect(dashboard.problems()).toEqual([]);
      const nowMs = Date.now();
      const current = await totals(boundsOf(daysOf(range, nowMs)), query);
      const before = await totals(comparableBounds(daysOf(range, nowMs), 'previous', nowMs), query);
      // Otherwise the filters would be compared on nothing.
      expect(current.visitors[0]).toBeGreaterThanOrEqual(filtered.length > 0 ? 1 : 0);
      const tiles = await tileTexts(page);
      for (const metric of metrics) {
        const [figure, kind] = current[metric];
        expect([metric, tiles[metric]?.figure]).toEqual([metric, formatFigure(figure, kind)]);
        const [previous] = before[metric];
        // Right after midnight, today has no sessions yet.
        if (figure === undefined || before.visitors[0] === 0) continue;
        // In the first minutes of the day before, visitors may have continued sessions only, which leaves means without a value.
        const change = formatChange(figure, previous, kind)?.text ?? '';
        expect([metric, tiles[metric]?.change]).toEqual([
          metric,
          `${change} from ${formatFigure(previous, kind)}`.trim(),
        ]);
      }
      for (const by of ['source', byOfTab, 'browser', 'type']) {
        const url = requested.find(({ searchParams }) => searchParams.get('by') === by);
        const { data, metrics: ofRows } = await dashboard.get(`${url?.pathname}${url?.search}`);
        const expected = data
          .filter((row: Json) => by !== 'type' || !row['type'].startsWith('$'))
          .map((row: Json) => [row[by], formatFull(row[ofRows[0]])]);
        const title = { source: 'Sources', browser: 'Devices', type: 'Events' }[by] ?? 'Pages';
        const shown = await rowsOf(panelOf(page, title));
        expect([by, shown.map((row) => row.slice(0, 2))]).toEqual([by, expected.slice(0, 9)]);
      }
      const url = requested.find(({ pathname }) => pathname.endsWith('/series'));
      const { data } = await dashboard.get(`${url?.pathname}${url?.search}`);
      await page.goto(`/?range=${range}&all=chart${query}`);
      await page.locator('dialog tbody tr').first().waitFor();
      const shown = await rowsOf(page.locator('dialog'));
      const begun = data.filter(({ date }: Json) => Date.parse(date) <= Date.now());
      const first = begun.findIndex(({ previous }: Json) => previous.visitors > 0);
      const measuredFrom = String(begun[first]?.previous.date).slice(0, 10);
      // Until the hour of its first visit, the earlier range is compared as if the site had not been measured.
      const isMeasured = ({ date }: Json) => before.visitors[0] !== 0 && date >= measuredFrom;
      const expected = begun.map(({ visitors, previous }: Json) => [
        formatFull(visitors),
        isMeasured(previous) ? formatFull(previous.visitors) : nothing,
      ]);
      // Without anything to compare with, the table has no column for it.
      const columns = begun.some(({ previous }: Json) => isMeasured(previous)) ? 2 : 1;
      expect(shown.map((row) => row.slice(1, 3))).toEqual(expected.map((row: string[]) => row.slice(0, columns)));
      for (const { searchParams } of requested) expect(searchParams.getAll('filter')).toEqual(filtered);
    },
  );

  it('shows stored text as text, whatever it contains', async () => {
    const page = await dashboard.open('/?range=30d&tab-sources=campaigns');
    await complete(page);
    const texts = async () => (await page.locator('main').textContent()) ?? '';
    expect(await texts()).toContain('<script>');
    for (const open of ['events', 'sources']) {
      await page.goto(`/?range=30d&tab-sources=campaigns&all=${open}&search=${encodeURIComponent('<img')}`);
      await page.locator('dialog tbody tr').first().waitFor();
      expect(await page.locator('dialog').textContent()).toContain(hostileTexts[0]);
      expect(await page.locator('dialog img, dialog script').count()).toBe(0);
    }
    expect(await page.evaluate('globalThis.hit')).toBeUndefined();
    expect(dashboard.problems()).toEqual([]);
  });

  it('says that the comparison failed, and retries', async () => {
    const page = await dashboard.open('about:blank');
    const before = earlierDays(daysOf('7d', Date.now()), 'previous');
    await refused(page, `**/analytics/overview?start=${before.first}&*`);
    await page.goto('/?range=7d');
    await complete(page);
    await page.locator('.chart-head').getByText('Comparison failed').waitFor();
    expect((await tileTexts(page))['visitors']?.change).toBe('not compared');
    await page.unroute(`**/analytics/overview?start=${before.first}&*`);
    await page.locator('.chart-head').getByRole('button', { name: 'Try again' }).click();
    await page
      .locator('.tile[data-metric=visitors]')
      .getByText(/from \d/)
      .waitFor();
    expect(await page.locator('.chart-head').textContent()).not.toContain('failed');
  });

  it('says once in the overview that the server does not respond, and retries at once', async () => {
    const page = await dashboard.open('about:blank');
    await page.clock.install();
    await page.route('**/analytics/**', (route) => route.abort());
    await page.goto('/?range=7d');
    const card = page.locator('.overview');
    await card.getByText(/Retrying in \d s/).waitFor();
    await page.locator('.panel .fault').nth(5).waitFor();
    expect(await card.getByText('The server is not responding').count()).toBe(1);
    expect(await page.locator('[role=alert]').count()).toBe(0);
    await page.locator('.announcement', { hasText: 'The server is not responding' }).waitFor({ state: 'attached' });
    expect(await page.locator('.announcement').allTextContents()).toEqual(['The server is not responding']);
    const position = () => card.evaluate((one) => one.getBoundingClientRect().toJSON());
    const before = await position();
    await page.unroute('**/analytics/**');
    const figures = page.locator('.tile .figure', { hasText: /\d/ }).nth(5);
    // It may retry automatically before the click.
    await Promise.race([card.getByRole('button', { name: 'Try now' }).click(), figures.waitFor()]);
    await figures.waitFor();
    await page.locator('.chart svg').waitFor();
    expect(await position()).toEqual(before);
  });

  it('shows the figures of the last visit at once, and says that it is offline', async () => {
    const page = await dashboard.open('about:blank');
    // The comparison covers as many minutes, so the next minute is another request.
    await page.clock.setFixedTime(Date.now());
    await page.goto('/?range=7d');
    await compared(page);
    const before = await tileTexts(page);
    await page.route('**/analytics/**', (route) => route.abort());
    await page.reload();
    await compared(page);
    expect(await tileTexts(page)).toEqual(before);
    await page.context().setOffline(true);
    await page.locator('.notice').waitFor();
  });

  it('prompts to sign in when the session has ended, and continues on the same page', async () => {
    const page = await dashboard.open('/?range=7d');
    await complete(page);
    await page.context().clearCookies();
    await page.keyboard.press('d');
    await page.getByText('Your session has ended').waitFor();
    expect((await addressOf(page)).searchParams.get('range')).toBe('today');
  });

  it('moves nothing when the results arrive', async () => {
    const page = await dashboard.open('about:blank');
    const respond = await hold(page, '**/analytics/**');
    await page.goto('/?range=7d');
    await page.locator('.panel').nth(5).waitFor();
    const positions = () =>
      page
        .locator('.card, .tile, .figure, .chart-area')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    const before = await positions();
    const placeholders = await page.evaluate(() => [
      ...[...document.querySelectorAll('.figure')].map((one) => getComputedStyle(one, '::before').height),
      ...[...document.querySelectorAll('.chart-area .skeleton span')].map((one) => getComputedStyle(one).height),
    ]);
    expect(placeholders).toEqual([...Array<string>(6).fill('24px'), '236px']);
    respond();
    await complete(page);
    expect(await positions()).toEqual(before);
  });

  it('opens the help of every tile within the window', async () => {
    const page = await dashboard.open('/?range=7d');
    await complete(page);
    for (const tile of await page.locator('.tile').all()) {
      await tile.hover();
      await tile.getByRole('button').click();
      const { left, right } = await page.locator('.popped').evaluate((popup) => popup.getBoundingClientRect().toJSON());
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(await page.evaluate(() => document.documentElement.clientWidth));
      await page.keyboard.press('Escape');
    }
  });

  accessibility(dashboard);
  contrast(dashboard);
  faults(dashboard);
  charts(dashboard);
  keyboard(dashboard);
  filters(dashboard);
  goals(dashboard);
  ownerTasks(dashboard);
  layout(dashboard);
  lists(dashboard);
  notes(dashboard);
  pages(dashboard);
  ranges(dashboard);
  settings(dashboard);
  shares(dashboard);
  start(dashboard);
  zones(dashboard);
});
