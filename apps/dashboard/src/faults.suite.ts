/** What the dashboard says when a request fails or is refused. */
import type { Dashboard } from './dashboard.fixture.ts';

export function faults(dashboard: Dashboard): void {
  it('says what failed in the panel that failed, under which id, and tries again', async () => {
    const page = await dashboard.open('/settings');
    await page.route('**/analytics/breakdown?by=browser&*', (route) =>
      route.fulfill({
        status: 503,
        headers: { 'X-Request-Id': 'the-id' },
        json: { success: false, error: { code: 'UNAVAILABLE', message: 'Too much at once' } },
      }),
    );
    await page.goto(`${dashboard.url}/?range=30d`);
    const panel = page.locator('.panel', { hasText: 'Devices' });
    await panel.locator('.fault').waitFor();
    expect(await panel.textContent()).toContain('Too much at once');
    expect(await panel.textContent()).toContain('the-id');
    await page.unroute('**/analytics/breakdown?by=browser&*');
    await panel.getByRole('button', { name: 'Try again' }).click();
    await panel.locator('tbody tr').first().waitFor();
  });

  it('counts down to the next try when there were too many requests', async () => {
    const page = await dashboard.open('/settings');
    let asked = 0;
    await page.route('**/analytics/breakdown?by=browser&*', (route) => {
      asked += 1;
      return asked > 1
        ? route.continue()
        : route.fulfill({
            status: 429,
            headers: { 'Retry-After': '2' },
            json: { success: false, error: { code: 'RATE_LIMIT', message: 'Slower' } },
          });
    });
    await page.goto(`${dashboard.url}/?range=30d`);
    const panel = page.locator('.panel', { hasText: 'Devices' });
    await panel.getByText(/Again in \d s/).waitFor();
    await panel.locator('tbody tr').first().waitFor();
    expect(asked).toBe(2);
  });

  it('shows the reason of a refused form as the API gives it', async () => {
    const signedOut = await dashboard.openSignedOut('/');
    await signedOut.getByLabel('Email').fill('nobody@example.com');
    await signedOut.getByLabel('Password', { exact: true }).fill('not the password');
    await signedOut.getByRole('button', { name: 'Sign in' }).click();
    await signedOut.locator('form [role=status]').getByText('Email or password is wrong', { exact: true }).waitFor();

    await signedOut.goto(`${dashboard.url}/sign-in#unknown`);
    await signedOut.getByText(/^This link cannot be used/).waitFor();
  });

  it('shows the reason of a refused action as the API gives it', async () => {
    const page = await dashboard.open('/settings/keys');
    await page.route('**/admin/v1/keys/*', (route) =>
      route.fulfill({ status: 503, json: { success: false, error: { code: 'UNAVAILABLE', message: 'Too busy' } } }),
    );
    await page.getByRole('button', { name: 'Revoke' }).first().click();
    await page.locator('.item').getByText('Too busy', { exact: true }).waitFor();
  });
}
