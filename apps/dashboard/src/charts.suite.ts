/** The chart and its table: what is drawn, read out and compared. */
import type { Page } from 'playwright-core';
import type { Json, Dashboard } from './dashboard.fixture.ts';
import { addressOf, altered, complete, readOutOf, rowsOf } from './page.fixture.ts';
import { addDays, countDays, dayOf } from './state/days.ts';
import { boundsOf, daysOf, earlierDays } from './state/range.ts';
import { formatPercent, nothing } from './words/format.ts';

export function charts(dashboard: Dashboard): void {
  const query = () => {
    const { start, end } = boundsOf(daysOf('yesterday', Date.now()));
    return `start=${start}&end=${end}`;
  };
  const drawn = async (page: Page) => {
    await complete(page);
    await page.locator('.chart svg').waitFor();
  };

  it('shows a rate of 0 % as 0 %, and a rate without sessions as a dash without a change', async () => {
    const requested = `breakdown?by=entry_page&metrics=visitors,sessions,bounceRate&${query()}`;
    const { data: pages } = await dashboard.get(`/api/v1/analytics/${requested}`);
    expect(pages).toContainEqual(expect.objectContaining({ bounceRate: 0 }));
    const page = await dashboard.open('/?range=yesterday&tab-pages=entryPages');
    await complete(page);
    const rates = page.locator('.panel').nth(1).locator('tbody td[data-metric=bounceRate]');
    expect(await rates.allTextContents()).toEqual(
      pages.map(({ bounceRate }: Json) => formatPercent(bounceRate)).slice(0, 9),
    );
    const series = `series?metrics=bounceRate,sessions&granularity=hour&${query()}&compare=previous`;
    const { data: hours } = await dashboard.get(`/api/v1/analytics/${series}`);
    await page.goto('/?range=yesterday&metric=bounceRate&all=chart');
    await page.locator('dialog tbody tr').first().waitFor();
    const shown = await page
      .locator('dialog tbody tr')
      .evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)));
    const rateOf = ({ sessions, bounceRate }: Json) => (sessions === 0 ? nothing : formatPercent(bounceRate));
    expect(shown.map(([rate]) => rate)).toEqual(hours.map(rateOf));
    expect(hours.map(rateOf)).toEqual(expect.arrayContaining([nothing, '0%']));
    for (const [rate, before, change] of shown) {
      expect([rate, before, change === '']).toEqual([rate, before, [rate, before].includes(nothing)]);
    }
  });

  it('interrupts the line of a rate where there were no sessions, and says so', async () => {
    const page = await dashboard.open('/?range=yesterday&metric=bounceRate');
    await drawn(page);
    const { data: hours } = await dashboard.get(
      `/api/v1/analytics/series?metrics=sessions&granularity=hour&${query()}`,
    );
    const runs = hours.filter(({ sessions }: Json, hour: number) => sessions > 0 && !hours[hour - 1]?.sessions);
    expect(runs.length).toBeGreaterThan(0);
    const begun = await page
      .locator('.chart')
      .evaluate(
        (chart) =>
          (chart.querySelector('.line:not(.before, .running)')?.getAttribute('d')?.match(/M/g)?.length ?? 0) +
          chart.querySelectorAll('.dot:not(.before)').length,
      );
    expect(begun).toBe(runs.length);
    const empty = hours.findIndex(({ sessions }: Json) => sessions === 0);
    await page.locator('.chart').focus();
    await page.keyboard.press('Home');
    for (let presses = 0; presses < empty; presses += 1) await page.keyboard.press('ArrowRight');
    const readOut = await readOutOf(page);
    expect(readOut).toContain('no sessions');
    expect(readOut).not.toMatch(/[▲▼]/);
    expect(dashboard.problems()).toEqual([]);
  });

  it('moves the read-out on a tap, and opens a day on a tap on the one that is read out', async () => {
    const page = await dashboard.open('/?range=7d', { hasTouch: true });
    await drawn(page);
    const { x, y, width, height } = (await page.locator('.chart').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const tapAt = (share: number) => page.touchscreen.tap(x + width * share, y + height / 2);
    await tapAt(1 / 2);
    await page.locator('.read-out b').waitFor();
    const touched = await page.locator('.read-out').textContent();
    await tapAt(1 / 4);
    await page.locator('.read-out', { hasNotText: touched ?? '' }).waitFor();
    expect(await page.locator('.read-out b').count()).toBe(1);
    expect((await addressOf(page)).searchParams.get('range')).toBe('7d');
    await tapAt(1 / 2);
    await page.locator('.read-out', { hasText: touched ?? '' }).waitFor();
    await tapAt(1 / 2 + 0.005);
    await page.waitForURL((url) => /^(.{10})\.\.\1$/.test(url.searchParams.get('range') ?? ''));
    const { first } = daysOf('7d', Date.now());
    expect((await addressOf(page)).searchParams.get('range')).toBe(`${addDays(first, 3)}..${addDays(first, 3)}`);
    expect(await page.locator('.read-out b').count()).toBe(0);
  });

  it.each([
    ['week', 2, '2026-03-16..2026-03-22'],
    ['week', 0, '2026-03-04..2026-03-08'],
    ['month', 1, '2026-04-01..2026-04-30'],
    ['month', 2, '2026-05-01..2026-05-20'],
  ])('opens the days of a %s of the chart, cut at the range: %d', async (by, index, opened) => {
    const page = await dashboard.open('about:blank');
    await altered(page, '**/analytics/overview?*', (result) => ({ ...result, uniqueVisitors: 1, sessions: 1 }));
    await page.goto(`/?range=2026-03-04..2026-05-20&by=${by}`);
    await drawn(page);
    await page.locator('.chart').press('Home');
    for (let presses = 0; presses < index; presses += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const { searchParams } = await addressOf(page);
    expect([searchParams.get('range'), searchParams.get('by')]).toEqual([opened, null]);
  });

  it('names the days of the dashed line, and draws the line next to the labels', async () => {
    const page = await dashboard.open('/?range=7d');
    await drawn(page);
    const { last } = earlierDays(daysOf('7d', Date.now()), 'previous');
    expect(await page.locator('.key').textContent()).toMatch(
      new RegExp(`\\b${Number(last.slice(8, 10))} .*${last.slice(0, 4)}$`),
    );
    const overlaps = await page.locator('.chart').evaluate((chart) => {
      const lineStart = chart.querySelector('.line')?.getBoundingClientRect().left ?? 0;
      const labels = [...chart.querySelectorAll('.grid ~ .tick:not([text-anchor])')];
      return labels.filter((label) => label.getBoundingClientRect().right > lineStart).length;
    });
    expect(overlaps).toBe(0);
    await page.goto('/?range=7d&compare=none');
    await drawn(page);
    expect(await page.locator('.key').count()).toBe(0);
  });

  it('says in the read-out that a week is only partly in the range, and uses the singular for one visitor', async () => {
    const page = await dashboard.open('about:blank');
    const { last } = daysOf('7d', Date.now());
    // A Thursday: its week began three days earlier.
    const thursday = addDays(last, -21 - ((new Date(last).getUTCDay() + 3) % 7));
    await altered(page, '**/analytics/series?*', ({ data, ...rest }) => ({
      ...rest,
      data: data.map((week: Json) => ({ ...week, visitors: 1, previous: { ...week['previous'], visitors: 2 } })),
    }));
    await page.goto(`/?range=${thursday}..${last}&by=week`);
    await drawn(page);
    await page.locator('.chart').focus();
    await page.keyboard.press('Home');
    const dayAndMonth = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
    const format = new Intl.DateTimeFormat('en-GB', dayAndMonth);
    const shown = (day: string) => format.format(new Date(day));
    const days = new Intl.DateTimeFormat('en-GB', { ...dayAndMonth, year: 'numeric' });
    const week = (day: string) => `week of ${days.format(new Date(day))}`;
    const readOut = page.locator('.read-out');
    await readOut.getByText(`${week(addDays(thursday, -3))}, from ${shown(thursday)}`).waitFor();
    expect(await readOut.locator('b').textContent()).toBe('1 visitor');
    const earlier = addDays(thursday, -countDays({ first: thursday, last }));
    const before = (first: number, end: number) =>
      `${days.formatRange(new Date(addDays(earlier, first)), new Date(addDays(earlier, end)))}: 2`;
    await readOut.getByText(before(0, 3)).waitFor();
    await page.keyboard.press('ArrowRight');
    await readOut.getByText(week(addDays(thursday, 4)), { exact: true }).waitFor();
    await readOut.getByText(before(4, 10)).waitFor();
    await page.keyboard.press('End');
    await readOut.getByText(`${days.format(new Date(addDays(thursday, -1)))}: 2`).waitFor();
  });

  it('dots the weeks that are only partly in a past range, and names the days that are in it', async () => {
    const { last: today } = daysOf('7d', Date.now());
    const monday = addDays(today, -28 - ((new Date(today).getUTCDay() + 6) % 7));
    const [thursday, tuesday] = [addDays(monday, 3), addDays(monday, 22)];
    const page = await dashboard.open(`/?range=${thursday}..${tuesday}&by=week`);
    await drawn(page);
    const begun = async (line: string) =>
      (await page.locator(`.chart .line${line}`).getAttribute('d'))?.match(/[ML]/g)?.join('');
    expect([await begun(':not(.before, .running)'), await begun('.running')]).toEqual(['ML', 'MLML']);
    await page.locator('.chart').press('End');
    const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
    const shown = (day: string) => format.format(new Date(day));
    const year = new Date(addDays(monday, 21)).getUTCFullYear();
    const readOut = page.locator('.read-out');
    await readOut
      .getByText(`week of ${shown(addDays(monday, 21))} ${year}, until ${shown(tuesday)}`, { exact: true })
      .waitFor();
    expect(await readOut.textContent()).not.toContain('so far');
    await page.goto(`/?range=${thursday}..${addDays(monday, 20)}&by=week`);
    await drawn(page);
    expect([await begun(':not(.before, .running)'), await begun('.running')]).toEqual(['ML', 'ML']);
  });

  it('offers no choice of granularity if there is only one', async () => {
    const page = await dashboard.open('/?range=30d');
    await drawn(page);
    const choice = page.getByRole('navigation', { name: 'Group by' });
    expect(await choice.getByRole('link').allTextContents()).toEqual(['Day', 'Week']);
    await page.goto('/?range=yesterday');
    await drawn(page);
    expect(await choice.count()).toBe(0);
  });

  it('shows no change of a day that is ahead', async () => {
    const { first } = daysOf('today', Date.now());
    const page = await dashboard.open(`/?range=${first}..${addDays(first, 9)}`);
    await drawn(page);
    await page.locator('.chart').press('End');
    const readOut = page.locator('.read-out');
    await readOut.getByText('upcoming').waitFor();
    await readOut.getByText(/: \d/).waitFor();
    expect(await readOut.textContent()).not.toContain('▼');
  });

  it('compares only days that are over in its table', async () => {
    const page = await dashboard.open('/?range=7d&all=chart');
    const rows = page.locator('dialog tbody tr');
    await page.getByRole('rowheader', { name: / so far$/ }).waitFor();
    const changes = await rows.evaluateAll((all) =>
      all.map((row) => [row.textContent.includes('so far'), row.lastElementChild?.textContent === '']),
    );
    expect(changes).toEqual([...Array.from({ length: 6 }, () => [false, false]), [true, true]]);
  });

  /** Opens an empty page on which a range will have no visits. */
  const withoutVisits = async (range: '7d' | 'today'): Promise<Page> => {
    const page = await dashboard.open('about:blank');
    await page.clock.setFixedTime(Date.now());
    const { start, end } = boundsOf(daysOf(range, Date.now()));
    const none = { uniqueVisitors: 0, sessions: 0 };
    await altered(page, `**/analytics/overview?start=${start}&end=${end}`, (result) => ({ ...result, ...none }));
    return page;
  };

  it('shows no legend for a line that is not drawn', async () => {
    const page = await withoutVisits('7d');
    await page.goto('/?range=7d');
    await page.locator('.read-out').getByText('No visits').waitFor();
    await page
      .locator('.tile')
      .getByText(/from \d/)
      .first()
      .waitFor();
    expect(await page.locator('.key').count()).toBe(0);
  });

  it('reads out no point of a range without visits', async () => {
    const page = await withoutVisits('today');
    await page.goto('/?range=7d');
    await complete(page);
    await page.locator('.chart').hover();
    await readOutOf(page);
    await page.keyboard.press('d');
    await page.locator('.trend .empty').waitFor();
    expect(await page.locator('.read-out').textContent()).toMatch(/^No visits/);
  });

  it('has a read-out and a table of the last minutes, and lists the most used device first', async () => {
    const page = await dashboard.open('about:blank');
    const byMinute = Array.from({ length: 30 }, (_, ago) => ({
      minutesAgo: ago,
      visitors: ago === 2 ? 9 : 0,
      pageviews: 0,
    }));
    const mostly = { byMinute, devices: { desktop: 6, mobile: 9 } };
    await altered(page, '**/analytics/realtime?minutes=30*', (result) => ({ ...result, ...mostly }));
    await page.goto('/live');
    const devices = page.locator('.panel', { hasText: 'Devices' }).locator('.name');
    await devices.first().waitFor();
    expect(await devices.allTextContents()).toEqual(['Mobile', 'Desktop']);
    await page.locator('.bars').focus();
    await page.keyboard.press('End');
    const readOut = page.locator('.ends [aria-live]');
    expect(await readOut.textContent()).toBe('now: 0 visitors');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await readOut.textContent()).toBe('2 min ago: 9 visitors');
    expect(await page.locator('.bars p').textContent()).toBe('9');
    await page.locator('.now summary').press('Enter');
    const rows = page.locator('.now tbody tr');
    expect(await rows.count()).toBe(30);
    expect(await rows.nth(2).locator('th, td').allTextContents()).toEqual(['2 min ago', '9']);
    expect(dashboard.problems()).toEqual([]);
  });

  it('names the last half hour, not a range, when it is empty, and no highest count', async () => {
    const page = await dashboard.open('about:blank');
    const byMinute = [{ minutesAgo: 0, visitors: 0, pageviews: 0 }];
    const none = { byMinute, activePages: [], countries: [], devices: { desktop: 0, mobile: 0 }, recent: [] };
    await altered(page, '**/analytics/realtime?minutes=30*', (result) => ({ ...result, ...none }));
    await page.goto('/live');
    await page.locator('.panel .empty').first().waitFor();
    expect(await page.locator('.panel .empty').allTextContents()).toEqual(
      Array(4).fill('Nothing in the last half hour'),
    );
    expect((await page.locator('.bars p').textContent())?.trim()).toBe('');
  });

  it('underlines the figures of the retention period that is not over', async () => {
    const page = await dashboard.open('/?range=30d&all=retention');
    await page.getByText('The current week has not ended').waitFor();
    const { last, cell } = await page.locator('.retention').evaluate((table) => {
      const lineOf = (one: Element | null | undefined) => {
        const { textDecorationLine: line, textDecorationStyle: style } = getComputedStyle(one ?? table);
        return line === 'none' ? line : `${style} ${line}`;
      };
      const row = table.querySelector('tbody tr');
      return { last: lineOf(row?.lastElementChild), cell: lineOf(row?.children[2]) };
    });
    expect({ last, cell }).toEqual({ last: 'dotted underline', cell: 'none' });
    const { first } = daysOf('lastmonth', Date.now());
    await page.goto(`/?range=${first}..${addDays(first, 20)}&all=retention`);
    await page.locator('.retention tbody tr').first().waitFor();
    expect(await page.getByText('has not ended').count()).toBe(0);
  });

  const beforeInTable = async (page: Page) => {
    await page.locator('dialog tbody tr').first().waitFor();
    return (await rowsOf(page.locator('dialog'))).map(([, , before]) => before);
  };

  it('compares nothing with days before the first visits', async () => {
    const start = addDays(dayOf(Date.now()), -150);
    const { data: days } = await dashboard.get(`/api/v1/analytics/series?metrics=visitors&start=${start}`);
    const first = days.find(({ visitors }: Json) => visitors > 0).date;
    const range = `${addDays(first, 5)}..${addDays(first, 14)}`;
    const page = await dashboard.open(`/?range=${range}&all=chart`);
    const at = days.findIndex(({ date }: Json) => date === first);
    expect(await beforeInTable(page)).toEqual([
      ...Array<string>(5).fill(nothing),
      ...days.slice(at, at + 5).map(({ visitors }: Json) => String(visitors)),
    ]);
  });

  it('shows a month as running until its last day is over', async () => {
    const page = await dashboard.open('about:blank');
    const { last } = daysOf('lastmonth', Date.now());
    await page.clock.setFixedTime(Date.parse(`${last}T12:00:00Z`));
    await page.goto('/?range=90d&by=month');
    await drawn(page);
    await page.locator('.chart').press('End');
    await page.locator('.read-out').getByText('so far').waitFor();
  });

  it('draws no comparison if the tiles have nothing to compare with', async () => {
    const page = await dashboard.open('about:blank');
    // After some minutes, the comparison is another request.
    await page.clock.setFixedTime(Date.now());
    const { first } = earlierDays(daysOf('7d', Date.now()), 'previous');
    const none = { uniqueVisitors: 0, sessions: 0 };
    await altered(page, `**/analytics/overview?start=${first}&*`, (result) => ({ ...result, ...none }));
    await page.goto('/?range=7d');
    await page.getByText('no earlier data').first().waitFor();
    await drawn(page);
    expect(await page.locator('.chart .line.before').getAttribute('d')).toBe('');
    await page.goto('/?range=7d&all=chart');
    await page.locator('dialog tbody tr').first().waitFor();
    expect(await page.locator('dialog thead th').allTextContents()).toEqual(['Date', 'Visitors']);
  });

  it('names every area of the map that it describes', async () => {
    const page = await dashboard.open('/?range=30d&tab-places=map');
    await page.locator('.map path').first().waitFor();
    const described = await page.locator('.map path').evaluateAll(async (areas) => {
      const texts: (string | undefined)[] = [];
      for (const area of areas) {
        area.dispatchEvent(new PointerEvent('pointerenter'));
        await new Promise(requestAnimationFrame);
        texts.push(document.querySelector('.map .legend')?.firstElementChild?.textContent);
      }
      return texts;
    });
    expect(described.length).toBeGreaterThan(100);
    expect(described.filter((text) => !text || text.startsWith(':'))).toEqual([]);
  });
}
