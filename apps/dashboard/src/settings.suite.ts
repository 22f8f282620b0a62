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

  it.each(['/settings/account', '/settings/shares'])('says on %s how long a password must be', async (path) => {
    const page = await dashboard.open(path);
    await page.getByLabel(/password.*At least 10 characters/i).waitFor();
  });
}
