/** The settings say what they accept before anything is refused. */
import type { Dashboard } from './dashboard.fixture.ts';

export function settings(dashboard: Dashboard): void {
  it('offers the names of time zones', async () => {
    const page = await dashboard.open('/settings');
    await page.getByLabel('Time zone').waitFor();
    const offered = await page
      .locator('datalist option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value')));
    expect(offered).toContain('Europe/Berlin');
  });

  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['/settings/keys', 'Create key', { type: 'secret', name: 'Once' }],
    ['/settings/people', 'Invite', { email: 'once@example.com', role: 'admin' }],
    ['/settings/goals', 'Create goal', { name: 'Once', kind: 'path', reached: '/once', prop: 'x' }],
  ])('resets the form on %s after it has created something', async (path, button, values) => {
    const page = await dashboard.open(path);
    await page.getByRole('button', { name: button }).waitFor();
    const fields = page.locator('form :is(input, select)');
    const all = () =>
      fields.evaluateAll((ones) =>
        ones.map((one) => (one instanceof HTMLInputElement || one instanceof HTMLSelectElement ? one.value : '')),
      );
    const before = await all();
    for (const [name, value] of Object.entries(values)) {
      const field = page.locator(`form [name=${name}]`);
      if ((await field.evaluate((one) => one.tagName)) === 'SELECT') await field.selectOption(value);
      else await field.fill(value);
    }
    await page.getByRole('button', { name: button }).click();
    const item = page.locator('.item', { hasText: /Once|once/ });
    await item.waitFor();
    expect(await all()).toEqual(before);
    await item.getByRole('button', { name: /^(Revoke|Remove)/ }).click();
    await item.getByRole('button', { name: /\?$/ }).click();
    await item.waitFor({ state: 'detached' });
    expect(dashboard.problems()).toEqual([]);
  });

  it.each(['/settings/account', '/settings/shares'])('says on %s how long a password must be', async (path) => {
    const page = await dashboard.open(path);
    await page.getByLabel(/password.*At least 10 characters/i).waitFor();
  });
}
