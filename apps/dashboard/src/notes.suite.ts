/** Notes on days: created and removed by keyboard, marked on the chart, read out with it. */
import type { Page } from 'playwright-core';
import type { Json, Dashboard } from './dashboard.fixture.ts';
import { complete, readOutOf } from './page.fixture.ts';
import { addDays, dayOf } from './state/days.ts';

export function notes(dashboard: Dashboard): void {
  const marks = (page: Page) => page.locator('.chart .mark');
  const note = async (date: string, text: string): Promise<Json> =>
    dashboard.administer('POST', `/workspaces/${dashboard.workspaceId}/annotations`, { date, text });
  const forget = ({ annotationId }: Json) => dashboard.administer('DELETE', `/annotations/${annotationId}`);

  it('adds a note by keyboard, marks its day, reads it out, shows it in the table, and removes it', async () => {
    const page = await dashboard.open('/?range=7d');
    await complete(page);
    await page.locator('.chart svg').waitFor();
    const positions = () =>
      page.locator('.card, .chart').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    const before = await positions();
    expect(await marks(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Notes' }).focus();
    await page.keyboard.press('Enter');
    const popup = page.locator('.popped');
    await popup.getByText('No notes on these days').waitFor();
    expect(await popup.getByLabel('Day', { exact: true }).inputValue()).toBe(dayOf(Date.now()));
    await popup.getByLabel('What happened').focus();
    await page.keyboard.type('Launch');
    await page.keyboard.press('Enter');
    await popup.locator('.item', { hasText: 'Launch' }).waitFor();
    await marks(page).first().waitFor();
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
    expect(await positions()).toEqual(before);
    await page.locator('.chart').focus();
    await page.keyboard.press('End');
    expect(await readOutOf(page)).toContain('Launch');
    await page.keyboard.press('ArrowLeft');
    expect(await readOutOf(page)).not.toContain('Launch');

    await page.goto('/?range=7d&all=chart');
    await page.locator('dialog tbody tr', { hasText: 'Launch' }).waitFor();
    await page.goto('/?range=7d');
    await marks(page).first().waitFor();
    await page.getByRole('button', { name: 'Notes' }).focus();
    await page.keyboard.press('Enter');
    await popup.getByRole('button', { name: 'Remove' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await marks(page).waitFor({ state: 'detached' });
    await popup.getByText('No notes on these days').waitFor();
    expect(dashboard.problems()).toEqual([]);
  });

  it('clears the text of a note that was saved, and keeps the focus on the field or the button', async () => {
    const page = await dashboard.open('/?range=7d');
    await complete(page);
    await page.getByRole('button', { name: 'Notes' }).click();
    const popup = page.locator('.popped');
    const text = popup.getByLabel('What happened');
    for (const [written, control] of [
      ['Launch', text],
      ['Relaunch', popup.getByRole('button', { name: 'Add a note' })],
    ] as const) {
      await text.fill(written);
      await control.press('Enter');
      await popup.locator('.item bdi', { hasText: new RegExp(`^${written}$`) }).waitFor();
      await popup.getByText('Saved').waitFor();
      expect(await text.inputValue()).toBe('');
      expect(await control.evaluate((one) => one === document.activeElement)).toBe(true);
    }
    for (let left = 2; left > 0; left -= 1) {
      await popup.getByRole('button', { name: 'Remove' }).first().click();
      await popup.getByRole('button', { name: 'Remove?' }).click();
      await popup
        .locator('.item')
        .nth(left - 1)
        .waitFor({ state: 'detached' });
    }
    expect(dashboard.problems()).toEqual([]);
  });

  it('saves a note after a reload, before the signed-in person is loaded again', async () => {
    const page = await dashboard.open('/?range=7d');
    await complete(page);
    await page.route('**/admin/v1/me', () => undefined);
    await page.reload();
    await complete(page);
    await page.getByRole('button', { name: 'Notes' }).click();
    const popup = page.locator('.popped');
    await popup.getByLabel('What happened').fill('Launch');
    await popup.getByRole('button', { name: 'Add a note' }).click();
    await popup.locator('.item', { hasText: 'Launch' }).waitFor();
    await popup.getByRole('button', { name: 'Remove' }).click();
    await popup.getByRole('button', { name: 'Remove?' }).click();
    await popup.locator('.item').waitFor({ state: 'detached' });
    expect(dashboard.problems()).toEqual([]);
  });

  it('marks the week, the month and the first hour of a day with a note, and reads it out at every hour', async () => {
    const day = addDays(dayOf(Date.now()), -3);
    const made = [await note(day, 'Launch'), await note(addDays(day, -200), 'Long ago')];
    const page = await dashboard.open(`/?range=${day}..${day}`);
    await complete(page);
    await marks(page).first().waitFor();
    expect(await marks(page).count()).toBe(1);
    await page.locator('.chart').focus();
    await page.keyboard.press('End');
    expect(await readOutOf(page)).toContain('Launch');
    for (const by of ['week', 'month']) {
      await page.goto(`/?range=90d&by=${by}`);
      await complete(page);
      await marks(page).first().waitFor();
      expect([by, await marks(page).count()]).toEqual([by, 1]);
    }
    for (const one of made) await forget(one);
  });

  it('marks no note from before the range, although its first week began before', async () => {
    const today = dayOf(Date.now());
    const wednesday = addDays(today, -60 - ((new Date(today).getUTCDay() + 4) % 7));
    const early = await note(addDays(wednesday, -1), 'Too early');
    const within = await note(addDays(wednesday, 8), 'Within');
    const page = await dashboard.open(`/?range=${wednesday}..${today}&by=week`);
    await complete(page);
    await marks(page).first().waitFor();
    expect(await marks(page).count()).toBe(1);
    for (const one of [early, within]) await forget(one);
  });

  it('requests notes after the figures, and never for visitors of a share', async () => {
    const made = await note(dayOf(Date.now()), 'Ours alone');
    const page = await dashboard.open('about:blank');
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    page.on('response', (response) => requested.push(`completed ${new URL(response.url()).pathname}`));
    await page.goto('/?range=30d');
    await complete(page);
    await marks(page).first().waitFor();
    const notesAt = requested.findIndex((path) => path.endsWith('/annotations'));
    expect(notesAt).toBeGreaterThan(requested.findIndex((path) => /^completed .*series$/.test(path)));

    const share = await dashboard.administer('POST', `/workspaces/${dashboard.workspaceId}/shares`, { name: 'Open' });
    const visitor = await dashboard.openSignedOut(share['url']);
    const visitorRequests: string[] = [];
    visitor.on('request', (request) => visitorRequests.push(request.url()));
    await visitor.reload();
    await complete(visitor);
    await visitor.locator('.chart svg').waitFor();
    expect(await marks(visitor).count()).toBe(0);
    expect(await visitor.getByRole('button', { name: 'Notes' }).count()).toBe(0);
    expect(visitorRequests.filter((url) => url.includes('annotations'))).toEqual([]);
    await dashboard.administer('DELETE', `/shares/${share['shareId']}`);
    await forget(made);
  });
}
