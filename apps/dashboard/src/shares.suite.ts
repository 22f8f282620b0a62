/** Shares in the settings: created, copied, opened and revoked. */
import type { Route } from 'playwright-core';
import type { Json, Dashboard } from './dashboard.fixture.ts';
import { addressOf, compared, complete, tileTexts } from './page.fixture.ts';

export function shares(dashboard: Dashboard): void {
  const path = () => `/workspaces/${dashboard.workspaceId}/shares`;
  const listed = (): Promise<Json> => dashboard.administer('GET', path());

  it('copies and opens the link of a share on its row', async () => {
    const page = await dashboard.open('/settings/shares', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByLabel('Name').fill('Quarter');
    await page.getByRole('button', { name: 'Create share' }).click();
    const item = page.locator('.item', { hasText: 'Quarter' });
    await item.getByRole('button', { name: 'Copy link' }).click();
    await item.getByRole('button', { name: 'Copied' }).waitFor();
    const { url } = (await listed())['find'](({ name }: Json) => name === 'Quarter');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    const [opened] = await Promise.all([page.waitForEvent('popup'), item.getByRole('link', { name: 'Open' }).click()]);
    await complete(opened);
    expect((await addressOf(opened)).href).toBe(url);
    expect(dashboard.problems()).toEqual([]);
  });

  it('says that the link is not valid once the share has ended, even while it is open, under the name of the product', async () => {
    const { shareId, url } = await dashboard.administer('POST', path(), { name: 'Ending' });
    const page = await dashboard.openSignedOut(url);
    await complete(page);
    await dashboard.administer('DELETE', `/shares/${shareId}`);
    await page.keyboard.press('w');
    await page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
    expect(await page.locator('.brand').textContent()).toBe('Footfall');
    expect(await page.locator('.fault, button').count()).toBe(0);
    await page.waitForFunction(() => document.title === 'This link is not valid · Footfall');
  });

  it('renews the grant of a share with the first request that is refused', async () => {
    const { shareId, url } = await dashboard.administer('POST', path(), { name: 'Long open' });
    const page = await dashboard.openSignedOut('about:blank');
    let refusedGrant: string | undefined;
    const invalid = async (route: Route) => {
      const response = await route.fetch();
      const { data } = await response.json();
      refusedGrant = `${data.grant}x`;
      await route.fulfill({ response, json: { success: true, data: { ...data, grant: refusedGrant } } });
    };
    const refused: string[] = [];
    page.on('request', (request) => {
      if (refusedGrant !== undefined && request.headers()['x-share'] === refusedGrant) refused.push(request.url());
    });
    await page.route('**/share-visits', invalid, { times: 1 });
    await page.goto(url);
    await complete(page);
    expect(refused).not.toEqual([]);
    // Otherwise the page would wait for its next request of the current visitors.
    expect(new Set(refused).size).toBe(refused.length);
    await dashboard.administer('DELETE', `/shares/${shareId}`);
  });

  it('expires a share at the end of its day in the time zone of the workspace, and offers no link to it afterwards', async () => {
    await dashboard.administer('PATCH', `/workspaces/${dashboard.workspaceId}`, { timezone: 'America/New_York' });
    const page = await dashboard.open('/settings/shares');
    await page.getByLabel('Name').fill('For a while');
    await page.getByLabel('Expiry date').fill('2040-01-31');
    await page.getByRole('button', { name: 'Create share' }).click();
    const item = page.locator('.item', { hasText: 'For a while' });
    await item.getByText('expires 31 Jan 2040').waitFor();
    const { expiresAt } = (await listed())['find'](({ name }: Json) => name === 'For a while');
    expect(expiresAt).toBe('2040-02-01T05:00:00.000Z');
    await page.clock.setFixedTime(expiresAt);
    await page.reload();
    await item.getByText('expired').waitFor();
    expect(await item.locator('a, button').allTextContents()).toEqual(['Revoke']);
    await dashboard.administer('PATCH', `/workspaces/${dashboard.workspaceId}`, { timezone: null });
  });

  it('prompts for the password of a share until it is correct, shows the reason for a refusal, and sends each password once', async () => {
    const password = 'correct horse battery';
    const locked = { name: 'Locked', password };
    const { shareId, url } = await dashboard.administer('POST', path(), locked);
    const page = await dashboard.openSignedOut('about:blank');
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/share-visits')) sent.push(request.postDataJSON().password);
    });
    await page.goto(url);
    const field = page.getByLabel('Password');
    for (const wrong of ['not this one', 'nor this one']) {
      await field.fill(wrong);
      await field.press('Enter');
      await page.locator('form [role=status]').getByText('The password is wrong', { exact: true }).waitFor();
      expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
      expect(await field.inputValue()).toBe(wrong);
      await field.press('End');
      await field.pressSequentially('!');
      expect(await page.locator('form [role=status]').textContent()).toBe('');
    }
    await field.fill(password);
    await field.press('Enter');
    await complete(page);
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await page.keyboard.press('w');
    await complete(page);
    expect(sent).toEqual([undefined, 'not this one', 'nor this one', password]);
    await dashboard.administer('DELETE', `/shares/${shareId}`);
  });

  it('revokes a share on the second click, but not on a double click or after the button has lost the focus', async () => {
    await dashboard.administer('POST', path(), { name: 'Old' });
    const page = await dashboard.open('/settings/shares');
    const item = page.locator('.item', { hasText: 'Old' });
    const revoke = item.getByRole('button', { name: 'Revoke' });
    await revoke.dblclick();
    await item.getByRole('button', { name: 'Revoke Old?' }).waitFor();
    await page.getByLabel('Name').click();
    await item.getByRole('button', { name: 'Revoke', exact: true }).click();
    expect((await listed())['some'](({ name }: Json) => name === 'Old')).toBe(true);
    await item.getByRole('button', { name: 'Revoke Old?' }).click();
    await item.waitFor({ state: 'detached' });
    expect((await listed())['some'](({ name }: Json) => name === 'Old')).toBe(false);
  });

  it('shares the filtered figures only, under chips that its visitor cannot remove', async () => {
    const goal = { name: 'Signup', type: 'signup' };
    const { goalId } = await dashboard.administer('POST', `/workspaces/${dashboard.workspaceId}/goals`, goal);
    const page = await dashboard.open(`/?range=30d&filter=country:is:US&filter=goal:is:${goalId}`);
    await compared(page);
    const expected = await tileTexts(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Shares' }).click();
    await page.getByLabel('Name').fill('America');
    await page.getByLabel('Only sessions that match: Country is United States, Goal is Signup').waitFor();
    await page.getByRole('button', { name: 'Create share' }).click();
    const item = page.locator('.item', { hasText: 'America' });
    await item.getByText('only Country is United States, Goal is Signup').waitFor();
    await page.getByLabel('Name').fill('Everything');
    await page.getByRole('checkbox').uncheck();
    await page.getByRole('button', { name: 'Create share' }).click();
    await page.locator('.item', { hasText: 'Everything' }).waitFor();
    expect(await page.locator('.item', { hasText: 'Everything' }).textContent()).not.toContain('only');

    const { url } = (await listed())['find'](({ name }: Json) => name === 'America');
    const visitor = await dashboard.openSignedOut(`${url}?filter=device:is:desktop`);
    await complete(visitor);
    const chips = visitor.locator('.chip');
    await visitor.locator('.chip', { hasText: 'Goal is Signup' }).waitFor();
    expect(await chips.locator('bdi').allTextContents()).toEqual([
      'Country is United States',
      'Goal is Signup',
      'Device is Desktop',
    ]);
    expect(await chips.locator('a, button').count()).toBe(3);
    await visitor.locator('.filters').getByRole('link', { name: 'Clear all' }).click();
    await chips.nth(2).waitFor({ state: 'detached' });
    await compared(visitor);
    expect(await tileTexts(visitor)).toEqual(expected);
    expect(dashboard.problems()).toEqual([]);

    // Without the goal, the share would have no figures.
    await page.getByRole('link', { name: 'Goals' }).click();
    const listedGoal = page.locator('.item', { hasText: /^Signup/ });
    await listedGoal.getByRole('button', { name: 'Remove' }).click();
    await listedGoal.getByRole('button', { name: 'Remove Signup?' }).click();
    await listedGoal
      .getByRole('alert')
      .getByText('The share "America" filters by this goal; revoke the share first')
      .waitFor();
    const { shareId } = (await listed())['find'](({ name }: Json) => name === 'America');
    await dashboard.administer('DELETE', `/shares/${shareId}`);
    await dashboard.administer('DELETE', `/workspaces/${dashboard.workspaceId}/goals/${goalId}`);
  });
}
