/** A task of an owner, with the most kinds of controls, by mouse and by keyboard alone. */
import type { Locator } from 'playwright-core';
import type { Dashboard } from './dashboard.fixture.ts';
import { complete, panelOf } from './page.fixture.ts';
import { boundsOf, daysOf } from './state/range.ts';

/** A way to operate a control. Tab reaches every control, as the tests of the keyboard check. */
type Hand = (control: Locator) => Promise<void>;

const mouse: Hand = (control) => control.click();
const keyboard: Hand = (control) => control.press('Enter');

export function ownerTasks(dashboard: Dashboard): void {
  it.each([
    ['mouse', mouse],
    ['keyboard', keyboard],
  ] as const)(
    'answers by %s which campaign brought sign-ups from Germany last month, compared with the month before',
    async (_kind, hand) => {
      const page = await dashboard.open('about:blank');
      // The last month of the traffic, even if another month has begun since.
      await page.clock.setFixedTime(dashboard.trafficMs);
      await page.goto('/?range=30d');
      await complete(page);
      await hand(page.locator('.range .popup > button'));
      await hand(page.locator('.popped').getByRole('link', { name: 'Last month' }));
      await hand(panelOf(page, 'Sources').getByRole('link', { name: 'Campaigns', exact: true }));
      await hand(page.locator('.map [role=link][aria-label^=Germany]'));
      await hand(panelOf(page, 'Events').locator('a.name[title=signup]'));
      await hand(panelOf(page, 'Sources').getByRole('link', { name: 'Show all' }));
      const row = page.locator('dialog tbody tr').first();
      await row.locator('.name').waitFor();
      const { start, end } = boundsOf(daysOf('lastmonth', dashboard.trafficMs));
      const filters = 'filter=country:is:DE&filter=type:is:signup';
      const { data } = await dashboard.get(
        `/api/v1/analytics/breakdown?by=utm_campaign&start=${start}&end=${end}&${filters}&compare=previous`,
      );
      expect(data[0].previous.visitors).toBeGreaterThan(0);
      await row.locator('td', { hasText: /^[▲▼]/ }).waitFor();
      expect(await row.locator('.name').textContent()).toBe(data[0]['utm_campaign']);
      expect(dashboard.problems()).toEqual([]);
    },
  );
}
