/** The messages of the dashboard for requests that fail or are refused. */
import type { Page } from 'playwright-core';
import type { Dashboard } from './dashboard.fixture.ts';
import { complete, hold, refused } from './page.fixture.ts';

export function faults(dashboard: Dashboard): void {
  it('says in the panel what failed, with the request ID, and retries', async () => {
    const page = await dashboard.open('about:blank');
    await refused(page, '**/analytics/breakdown?by=device&*', 'Too much at once');
    await page.goto('/?range=30d');
    const panel = page.locator('.panel', { hasText: 'Devices' });
    await panel.locator('.fault').waitFor();
    expect(await panel.textContent()).toContain('Too much at once');
    expect(await panel.textContent()).toContain('the-id');
    await page.unroute('**/analytics/breakdown?by=device&*');
    await panel.getByRole('button', { name: 'Try again' }).click();
    await panel.locator('tbody tr').first().waitFor();
  });

  it('says that a response in an unknown format could not be read', async () => {
    const page = await dashboard.open('about:blank');
    await page.route('**/analytics/breakdown?by=device&*', (route) => route.fulfill({ body: '<p>Sign in</p>' }));
    await page.goto('/?range=30d');
    const panel = page.locator('.panel', { hasText: 'Devices' });
    await panel.getByText('This could not be loaded: The response could not be read').waitFor();
  });

  it('counts down to the next attempt after too many requests', async () => {
    const page = await dashboard.open('about:blank');
    let requested = 0;
    await page.route('**/analytics/breakdown?by=device&*', (route) => {
      requested += 1;
      return requested > 1
        ? route.continue()
        : route.fulfill({
            status: 429,
            headers: { 'Retry-After': '5' },
            json: { success: false, error: { code: 'RATE_LIMIT', message: 'Slower' } },
          });
    });
    // The countdown continues only when the test advances the time.
    const now = Date.now();
    await page.clock.setFixedTime(now);
    await page.goto('/?range=30d');
    const panel = page.locator('.panel', { hasText: 'Devices' });
    await panel.getByText('Retrying in 5 s').waitFor();
    await page.clock.setFixedTime(now + 2_000);
    await panel.getByText('Retrying in 3 s').waitFor();
    expect(requested).toBe(1);
    await page.clock.setFixedTime(now + 5_000);
    await panel.locator('tbody tr').first().waitFor();
    expect(requested).toBe(2);
  });

  it('restarts the countdown after each failed attempt, however long the attempt took', async () => {
    const page = await dashboard.open('about:blank');
    await page.route('**/analytics/breakdown?by=device&*', (route) => route.abort());
    await page.clock.install();
    await page.goto('/?range=30d');
    const panel = page.locator('.panel', { hasText: 'Devices' });
    await panel.getByText(/Retrying in \d s/).waitFor();
    const fail = await hold(page, '**/analytics/breakdown?by=device&*');
    await page.clock.pauseAt(Date.now() + 60_000);
    await panel.getByRole('button', { name: 'Try again' }).waitFor();
    await page.clock.runFor(30_000);
    fail();
    await panel.getByText('Retrying in 5 s').waitFor();
  });

  it("shows the API's reason for refusing a form", async () => {
    const signedOut = await dashboard.openSignedOut('/');
    await signedOut.getByLabel('Email').fill('nobody@example.com');
    await signedOut.getByLabel('Password', { exact: true }).fill('not the password');
    await signedOut.getByRole('button', { name: 'Sign in' }).click();
    await signedOut.locator('form [role=status]').getByText('Email or password is wrong', { exact: true }).waitFor();

    await signedOut.goto('/sign-in#unknown');
    await signedOut.getByText(/^This link cannot be used/).waitFor();
  });

  it('accepts a new sign-in link in the tab of an expired one', async () => {
    const jo = { email: 'new@example.com', role: 'viewer', workspaceId: dashboard.workspaceId };
    const { invitationId, link } = await dashboard.administer('POST', '/invitations', jo);
    const page = await dashboard.openSignedOut('/sign-in#unknown');
    await page.getByText(/^This link cannot be used/).waitFor();
    await page.evaluate((url) => location.assign(url), link);
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    expect(await page.locator('main').textContent()).not.toContain('This link cannot be used');
    await dashboard.administer('DELETE', `/invitations/${invitationId}`);
  });

  it('accepts a new password with a sign-in link, to replace a forgotten one', async () => {
    const email = 'forgetful@example.com';
    const password = 'correct horse battery';
    const follow = async (link: string) => {
      const page = await dashboard.openSignedOut(link);
      await page.getByRole('heading', { name: 'Welcome' }).waitFor();
      return page;
    };
    const enter = async (page: Page) => {
      await page.getByRole('button', { name: 'Open the dashboard' }).click();
      await page.waitForURL((url) => url.pathname !== '/sign-in');
    };
    const invitation = { email, role: 'viewer', workspaceId: dashboard.workspaceId };
    await enter(await follow((await dashboard.administer('POST', '/invitations', invitation)).link));
    const page = await follow((await dashboard.administer('POST', '/links', { email })).link);
    await page.getByLabel('New password (optional)').fill(password);
    await enter(page);
    const again = await dashboard.openSignedOut('/');
    await again.getByLabel('Email').fill(email);
    await again.getByLabel('Password', { exact: true }).fill(password);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await complete(again);
  });

  it("shows the API's reason for refusing an action", async () => {
    const page = await dashboard.open('/settings/keys');
    await refused(page, '**/admin/v1/keys/*');
    const item = page.locator('.item').first();
    await item.getByRole('button', { name: 'Revoke' }).click();
    await item.getByRole('button', { name: /^Revoke .*\?$/ }).click();
    await item.getByText('Too busy', { exact: true }).waitFor();
  });

  it('offers to retry when the script tags are not loaded', async () => {
    const page = await dashboard.open('about:blank');
    const snippets = '**/snippets-*.json';
    await page.route(snippets, (route) => route.fulfill({ status: 502, json: [] }));
    await page.goto('/settings/install');
    await page.getByText('This could not be loaded: HTTP 502 (application/json)').waitFor();
    await page.unroute(snippets);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('pre', { hasText: 'tracker.js' }).waitFor();
  });

  it.each(['a click', 'time', 'the return of the network'])(
    'retries a script that could not be loaded, after %s',
    async (cause) => {
      const page = await dashboard.open('about:blank');
      const script = '**/administration-*.js';
      await page.route(script, (route) => route.abort());
      // The countdown continues only when the test advances the time.
      const now = Date.now();
      await page.clock.setFixedTime(now);
      await page.goto('/settings/keys');
      await page.getByText('The server is not responding').first().waitFor();
      await page.getByText(/Retrying in \d s/).waitFor();
      await page.unroute(script);
      if (cause === 'a click') await page.getByRole('button', { name: 'Try now' }).click();
      else if (cause === 'time') await page.clock.setFixedTime(now + 6_000);
      else await page.evaluate(() => dispatchEvent(new Event('online')));
      await page.getByRole('button', { name: 'Create key' }).waitFor();
    },
  );

  it('reloads the page if the server no longer has a script under the name that the page knows', async () => {
    const page = await dashboard.open('about:blank');
    let pages = 0;
    page.on('request', (request) => (pages += Number(request.isNavigationRequest())));
    await page.route('**/administration-*.js', (route) =>
      pages > 1 ? route.continue() : route.fulfill({ status: 404, body: '' }),
    );
    await page.clock.install();
    await page.goto('/settings/keys');
    await page.getByText(/Retrying in \d s/).waitFor();
    expect(pages).toBe(1);
    await page.clock.fastForward(61_000);
    await page.getByRole('button', { name: 'Create key' }).waitFor();
    expect(pages).toBe(2);
  });

  it('continues to retry a script if the server does not respond with the page either', async () => {
    const page = await dashboard.open('about:blank');
    await page.route('**/administration-*.js', (route) => route.fulfill({ status: 404, body: '' }));
    await page.clock.install();
    await page.goto('/settings/keys');
    await page.getByText(/Retrying in \d s/).waitFor();
    const requested = page.waitForRequest('**/settings/keys*');
    await page.route('**/settings/keys*', () => undefined);
    await page.clock.fastForward(61_000);
    await requested;
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.clock.fastForward(10_000);
    await page.getByText(/Retrying in \d s/).waitFor();
    // The reason is that of the script.
    await page.getByText('The server is not responding').first().waitFor();
  });

  it('loads the page again if the server no longer has the script that saves a CSV file', async () => {
    const page = await dashboard.open('about:blank');
    let pages = 0;
    page.on('request', (request) => (pages += Number(request.isNavigationRequest())));
    await page.route('**/csv-*.js', (route) =>
      pages > 1 ? route.continue() : route.fulfill({ status: 404, body: '' }),
    );
    await page.clock.install();
    await page.goto('/?range=30d');
    await complete(page);
    await page.clock.fastForward(61_000);
    const save = page.locator('.panel', { hasText: 'Sources' }).first().getByRole('button', { name: 'CSV' });
    const reloaded = page.waitForRequest((request) => request.isNavigationRequest());
    await save.click();
    await reloaded;
    await complete(page);
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    expect(pages).toBe(2);
  });

  it('says that a file took too long to load', async () => {
    const page = await dashboard.open('about:blank');
    await page.clock.install();
    const requested = page.waitForRequest('**/world-map-*.json');
    await page.route('**/world-map-*.json', () => undefined);
    await page.goto('/?range=30d');
    await requested;
    await page.locator('.panel .map').waitFor();
    await page.clock.fastForward(30_000);
    await page.locator('.map').getByText('The server took too long to respond').waitFor();
  });

  it('says that it cannot check for events', async () => {
    const { workspaceId } = await dashboard.administer('POST', '/workspaces', { name: 'Unreached' });
    const page = await dashboard.open('about:blank');
    const intake = '**/intake';
    await refused(page, intake);
    await page.goto(`/?site=${workspaceId}`);
    await page.getByRole('heading', { name: 'Cannot check for events' }).waitFor();
    await page.getByText('This could not be loaded: Too busy').waitFor();
    await page.unroute(intake);
    await page.getByRole('heading', { name: 'Waiting for the first event' }).waitFor();
  });

  it.each([
    ['denied', () => Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject() } })],
    ['missing, as it is without TLS', () => Object.defineProperty(navigator, 'clipboard', { value: undefined })],
  ])('selects the text to copy when the clipboard is %s', async (_, change) => {
    const page = await dashboard.open('about:blank');
    await page.addInitScript(change);
    await page.goto('/settings/install');
    await page.getByRole('button', { name: 'Create another key' }).click();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Selected, not copied' }).waitFor();
    const selected = await page.evaluate(() => String(getSelection()));
    expect(selected).toContain('tracker.js');
    expect(selected).toBe(await page.locator('pre').textContent());
    expect(dashboard.problems()).toEqual([]);
  });

  it('explains no figure without its definition', async () => {
    const page = await dashboard.open('about:blank');
    const definitions = '**/definitions-*.json';
    await page.route(definitions, (route) => route.fulfill({ status: 502, json: {} }));
    await page.goto('/?range=30d');
    await page.getByRole('button', { name: 'About visitors' }).first().click();
    const popup = page.locator('.popped');
    await popup.getByText('This could not be loaded: HTTP 502').waitFor();
    await page.unroute(definitions);
    await popup.getByRole('button', { name: 'Try again' }).click();
    await popup.getByText('Visitors with at least one event').waitFor();
  });

  it('says why signing out failed', async () => {
    const page = await dashboard.open('/settings');
    await page.route('**/admin/v1/me/session', (route) => route.abort());
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.locator('.popped').getByText('The server is not responding').waitFor();
    expect(dashboard.problems()).toEqual([expect.stringContaining('ERR_FAILED')]);
  });

  it('keeps the last figures when they cannot be refreshed, says so, and does not call visitors current', async () => {
    const page = await dashboard.open('about:blank');
    await page.clock.install();
    await page.goto('/live');
    await page.locator('.now b').waitFor();
    await refused(page, '**/analytics/realtime*');
    await page.clock.fastForward(10_000);
    await page.locator('.now .fault').getByText('This could not be loaded: Too busy').waitFor();
    await page.locator('.now p.muted b').waitFor();
    expect(await page.locator('.here[data-any]').count()).toBe(0);
  });

  it('has the whole reason as the title of the one in the footer of a panel, which is cut', async () => {
    const page = await dashboard.open('/?range=30d');
    await complete(page);
    await refused(page, '**/analytics/breakdown?by=source&*', 'Too busy to read the sources');
    await page.reload();
    const reason = page.locator('.panel footer .fault p').first();
    expect(await reason.getAttribute('title')).toBe(
      'This could not be loaded: Too busy to read the sources\nRequest ID: the-id',
    );
  });

  it.each([
    ['invitations', '/settings/people', '**/admin/v1/invitations'],
    ['events', '/?range=30d&all=properties', '**/analytics/breakdown?by=type&*limit=1000*'],
  ])('says that the list of %s was not loaded', async (_, path, list) => {
    const page = await dashboard.open('about:blank');
    await page.route(list, (route) => route.fulfill({ status: 502, json: {} }));
    await page.goto(path);
    await page.locator('main :is(.page, dialog)').getByText('This could not be loaded: HTTP 502').waitFor();
  });
}
