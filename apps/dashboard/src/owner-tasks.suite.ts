/** Five tasks of an owner by mouse, and one by keyboard alone. */
import type { Locator, Page } from 'playwright-core';
import type { Json, Dashboard } from './dashboard.fixture.ts';
import { complete } from './page.fixture.ts';
import { boundsOf, daysOf } from './state/range.ts';

/** A way to operate a control. Tab reaches every control, as the tests of the keyboard check. */
type Hand = (control: Locator, modifier?: 'Alt') => Promise<void>;

const mouse: Hand = (control, modifier) => control.click({ modifiers: modifier ? [modifier] : [] });
const keyboard: Hand = (control, modifier) => control.press(modifier ? `${modifier}+Enter` : 'Enter');

export function ownerTasks(dashboard: Dashboard): void {
  const panel = (page: Page, title: string) =>
    page.locator('.panel', { has: page.getByRole('heading', { name: title, exact: true }) });
  const tab = (page: Page, title: string, name: string) => panel(page, title).getByRole('link', { name, exact: true });
  const row = (page: Page, title: string, name: string) => panel(page, title).locator(`a.name[title="${name}"]`);
  const range = async (page: Page, hand: Hand, name: string) => {
    await hand(page.locator('.range .popup > button'));
    await hand(page.locator('.popped').getByRole('link', { name }));
    await page.locator('.popped').waitFor({ state: 'detached' });
  };
  const settled = async (page: Page) => {
    await page.waitForLoadState('networkidle');
    await complete(page);
  };
  const firstRow = async (page: Page, card: string) =>
    page
      .locator(`${card} tbody tr`)
      .first()
      .locator('.name, td')
      .evaluateAll((all) => all.map((one) => one.textContent));

  const lastMonth = () => {
    const { start, end } = boundsOf(daysOf('lastmonth', Date.now()));
    return `start=${start}&end=${end}`;
  };
  const breakdown = async (query: string): Promise<Json> => {
    const { data } = await dashboard.get(`/api/v1/analytics/breakdown?${query}`);
    return data[0];
  };

  /** The task, the steps to its result, and the correct result with the shown one. */
  const tasks: [string, (page: Page, hand: Hand) => Promise<[shown: unknown, right: unknown]>][] = [
    [
      'Which campaign brought sign-ups from Germany last month, compared with the month before?',
      async (page, hand) => {
        await range(page, hand, 'Last month');
        await hand(tab(page, 'Sources', 'Campaigns'));
        await hand(page.locator('.map [role=link][aria-label^=Germany]'));
        await hand(row(page, 'Events', 'signup'));
        await settled(page);
        await hand(panel(page, 'Sources').getByRole('link', { name: 'Show all' }));
        await page.locator('dialog tbody tr').first().waitFor();
        const best = await breakdown(
          `by=utm_campaign&${lastMonth()}&filter=country:is:DE&filter=type:is:signup&compare=previous`,
        );
        expect(best['previous'].visitors).toBeGreaterThan(0);
        const cells = await firstRow(page, 'dialog');
        return [
          [cells[0], cells.at(-1)],
          [best['utm_campaign'], expect.stringMatching(/^[▲▼]/)],
        ];
      },
    ],
    [
      'On which page do visitors from Google begin?',
      async (page, hand) => {
        await hand(row(page, 'Sources', 'Google'));
        await hand(tab(page, 'Pages', 'Entry pages'));
        await settled(page);
        const best = await breakdown(`by=entry_page&start=${start30()}&filter=source:is:Google`);
        return [(await firstRow(page, '.panel:nth-child(2)'))[0], best['entry_page']];
      },
    ],
    [
      'What do people read on phones?',
      async (page, hand) => {
        await hand(row(page, 'Devices', 'Mobile'));
        await settled(page);
        const best = await breakdown(`by=path&sort=-visitors&start=${start30()}&filter=device:is:mobile`);
        return [(await firstRow(page, '.panel:nth-child(2)'))[0], best['path']];
      },
    ],
    [
      'Where do visitors leave who do not come from Google?',
      async (page, hand) => {
        await hand(row(page, 'Sources', 'Google'), 'Alt');
        await hand(tab(page, 'Pages', 'Exit pages'));
        await settled(page);
        const best = await breakdown(`by=exit_page&start=${start30()}&filter=source:is_not:Google`);
        return [(await firstRow(page, '.panel:nth-child(2)'))[0], best['exit_page']];
      },
    ],
    [
      'How many visitors did the page of prices have in the last week, compared with a year ago?',
      async (page, hand) => {
        await hand(row(page, 'Pages', '/pricing'));
        await range(page, hand, 'Last 7 days');
        await range(page, hand, 'Same range a year earlier');
        await settled(page);
        const { start, end } = boundsOf(daysOf('7d', Date.now()));
        const now = await dashboard.get(`/api/v1/analytics/overview?start=${start}&end=${end}&filter=path:is:/pricing`);
        const tile = page.locator('.tile[data-metric=visitors]');
        await tile.getByText(/from/).waitFor();
        return [
          [await tile.locator('.figure').textContent(), await tile.locator('.change').textContent()],
          [String(now['uniqueVisitors']), expect.stringMatching(/from [1-9]/)],
        ];
      },
    ],
  ];

  const byMouse = tasks.map(([task, result]) => ['mouse', task, mouse, result] as const);
  // The task with the most kinds of controls.
  const byKeyboard = tasks.slice(0, 1).map(([task, result]) => ['keyboard', task, keyboard, result] as const);

  it.each([...byMouse, ...byKeyboard])('is done by %s: %s', async (_kind, _task, hand, result) => {
    const page = await dashboard.open('/?range=30d');
    await settled(page);
    const [shown, right] = await result(page, hand);
    expect(shown).toEqual(right);
    expect(dashboard.problems()).toEqual([]);
  });
}

function start30(): string {
  return daysOf('30d', Date.now()).first;
}
