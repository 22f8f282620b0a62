/** Getting started: the page of an empty workspace before any event, after a refused one, and after the first visit. */
import { responseFrom, until } from '@footfall/test-servers';
import type { Locator } from 'playwright-core';
import type { Json, Dashboard } from './dashboard.fixture.ts';
import { addDays, dayOf } from './state/days.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** Sends a pageview from a site, and returns the status of the response. */
async function send(ingestUrl: string, key: string, url: string): Promise<number> {
  const response = await responseFrom(`${ingestUrl}/api/v1/events`, {
    method: 'POST',
    headers: { 'User-Agent': firefox, Origin: new URL(url).origin },
    body: JSON.stringify({ key, events: [{ type: '$pageview', url }] }),
  });
  await response.arrayBuffer();
  return response.status;
}

export function start(dashboard: Dashboard): void {
  it('shows in an empty workspace why no event counts and what to do, then the first visit', async () => {
    const shop: Json = await dashboard.administer('POST', '/workspaces', { name: 'Shop', domain: 'shop.test' });
    const path = `/workspaces/${shop['workspaceId']}`;
    const { key } = await dashboard.administer('POST', `${path}/keys`, { type: 'public' });
    const me = await dashboard.administer('GET', '/me');
    const visit = () => send(me['instance'].ingestUrl, key, 'https://staging.example/pricing?q=1');
    const page = await dashboard.open('about:blank');
    await page.clock.install();
    /** Advances the time of the page until it shows what it has requested. */
    const shows = (wanted: Locator) =>
      until(async () => {
        await page.clock.runFor(3_000);
        return wanted.isVisible();
      });
    await page.goto(`/?site=${shop['workspaceId']}`);
    await page.getByRole('heading', { name: 'Waiting for the first event' }).waitFor();
    await page.getByText('No request for this workspace has arrived').waitFor();
    const before = await page.locator('main').textContent();
    expect(before).toContain('On localhost, the tag needs data-debug');
    expect(before).toContain(`${me['instance'].ingestUrl} works only on the machine that runs Footfall.`);

    expect(await visit()).toBe(403);
    await shows(page.getByText('1 × https://staging.example'));
    const shown = await page.locator('main').textContent();
    expect(shown).toContain("The page's origin is not one of the key's allowed origins");
    expect(shown).toContain('add its host to the allowed origins');

    await dashboard.administer('PATCH', path, { allowedOrigins: ['staging.example'] });
    expect(await visit()).toBe(202);
    await shows(page.getByRole('heading', { name: 'First event received' }));
    // The country of this address is unknown.
    await page.getByRole('status').getByText('/pricing', { exact: true }).waitFor();
    const open = page.getByRole('button', { name: 'Open the dashboard' });
    await shows(open);
    await open.click();
    await page.locator('.tile[data-metric=visitors] .figure').getByText('1', { exact: true }).waitFor();
    expect(dashboard.problems()).toEqual([]);
  });

  it('prompts to sign in again when the session ends while it waits for events', async () => {
    const { workspaceId }: Json = await dashboard.administer('POST', '/workspaces', { name: 'Left open' });
    const page = await dashboard.open('about:blank');
    // The header would notice it later.
    await page.route('**/analytics/realtime*', () => undefined);
    await page.goto(`/?site=${workspaceId}`);
    await page.getByRole('heading', { name: 'Waiting for the first event' }).waitFor();
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  });

  it('shows the figures until the script of the start page has arrived', async () => {
    const { workspaceId }: Json = await dashboard.administer('POST', '/workspaces', { name: 'Slow' });
    const page = await dashboard.open('about:blank');
    let deliver = () => {};
    await page.route('**/administration-*.js', (route) => {
      deliver = () => void route.continue();
    });
    const requested = page.waitForRequest('**/administration-*.js');
    await page.goto(`/?site=${workspaceId}`);
    await requested;
    await page.locator('main .panels').waitFor();
    deliver();
    await page.getByRole('heading', { name: 'Waiting for the first event' }).waitFor();
  });

  it('says that visits of a browser with Global Privacy Control do not count', async () => {
    const { workspaceId }: Json = await dashboard.administer('POST', '/workspaces', { name: 'Private' });
    const page = await dashboard.open('about:blank');
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
    await page.goto(`/?site=${workspaceId}`);
    await page.getByText('Global Privacy Control is on in this browser').waitFor();
  });

  it('still shows the first visit if it arrives on the next day', async () => {
    const { workspaceId }: Json = await dashboard.administer('POST', '/workspaces', { name: 'Overnight' });
    const page = await dashboard.open('about:blank');
    const tomorrow = addDays(dayOf(Date.now()), 1);
    await page.clock.install({ time: Date.parse(tomorrow) - 30_000 });
    await page.goto(`/?site=${workspaceId}`);
    await page.getByRole('heading', { name: 'Waiting for the first event' }).waitFor();
    const requested = page.waitForRequest(
      (request) => request.url().includes(`granularity=month`) && request.url().includes(`end=${tomorrow}`),
    );
    await page.clock.runFor(60_000);
    await requested;
  });

  it('completes the tag with a pasted key, alone or within its tag, and creates no other key', async () => {
    const { workspaceId }: Json = await dashboard.administer('POST', '/workspaces', { name: 'Pasted' });
    const path = `/workspaces/${workspaceId}/keys`;
    const { key } = await dashboard.administer('POST', path, { type: 'public', name: 'first start' });
    const { key: revoked, keyId } = await dashboard.administer('POST', path, { type: 'public', name: 'old' });
    await dashboard.administer('DELETE', `/keys/${keyId}`);
    const page = await dashboard.open(`/settings/install?site=${workspaceId}`);
    const field = page.getByLabel(
      `To complete the tag, paste a public key of this workspace: first start (…${String(key).slice(-4)})`,
    );
    await field.fill(String(revoked));
    await page.getByText('This is not a public key of this workspace.').waitFor();
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    for (const text of [key, `<script defer src="/tracker.js" data-key="${key}"></script>`]) {
      await field.fill(String(text));
      await page.locator('pre', { hasText: `data-key="${key}"` }).waitFor();
      await page.getByRole('button', { name: 'Copy' }).waitFor();
      await field.fill('');
      await page.locator('pre', { hasText: 'data-key="pk_live_…"' }).waitFor();
    }
    expect(await dashboard.administer('GET', path)).toHaveLength(2);
    await page.getByRole('button', { name: 'Create another key' }).click();
    await page.getByRole('button', { name: 'Copy' }).waitFor();
    expect(await dashboard.administer('GET', path)).toHaveLength(3);
    expect(dashboard.problems()).toEqual([]);
  });

  it('shows next to the tag in the settings what its pages need and which events have arrived', async () => {
    const { workspaceId }: Json = await dashboard.administer('POST', '/workspaces', { name: 'Installed' });
    const me = await dashboard.administer('GET', '/me');
    const page = await dashboard.open(`/settings/install?site=${workspaceId}`);
    await page.getByText('No request for this workspace has arrived').waitFor();
    const shown = await page.locator('main').textContent();
    expect(shown).toContain('to the <head> of every page');
    expect(shown).toContain('On localhost, the tag needs data-debug');
    expect(shown).toContain(`${me['instance'].ingestUrl} works only on the machine that runs Footfall.`);
    expect(shown).toContain("footfall.track('signup', { plan: 'pro' })");
    const { key } = await dashboard.administer('POST', `/workspaces/${workspaceId}/keys`, { type: 'public' });
    expect(await send(me['instance'].ingestUrl, key, 'https://shop.test/')).toBe(202);
    await page.getByText('Accepted in the last 30 minutes: 1', { exact: true }).waitFor();
    expect(dashboard.problems()).toEqual([]);
  });

  it('creates one key that works for the tag, however often the button is clicked', async () => {
    const { workspaceId }: Json = await dashboard.administer('POST', '/workspaces', { name: 'Impatient' });
    const page = await dashboard.open(`/?site=${workspaceId}`);
    await page.getByRole('button', { name: 'Create a key' }).dblclick();
    await page.getByRole('button', { name: 'Copy' }).waitFor();
    expect(await dashboard.administer('GET', `/workspaces/${workspaceId}/keys`)).toHaveLength(1);
    const tag = (await page.locator('pre').textContent()) ?? '';
    const [, ingestUrl = '', key = ''] = /src="(.*)\/tracker\.js" data-key="(\w+)"/.exec(tag) ?? [];
    expect(await send(ingestUrl, key, 'https://new.test/')).toBe(202);
  });

  it('requests the counts of ingest only while the page is visible', async () => {
    const { workspaceId }: Json = await dashboard.administer('POST', '/workspaces', { name: 'Unseen' });
    const page = await dashboard.open('about:blank');
    let requested = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/intake')) requested += 1;
    });
    await page.clock.install();
    await page.goto(`/?site=${workspaceId}`);
    await page.getByRole('heading', { name: 'Waiting for the first event' }).waitFor();
    const setVisible = (state: string) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      }, state);
    await setVisible('hidden');
    const before = requested;
    await page.clock.runFor(60_000);
    expect(requested).toBe(before);
    await setVisible('visible');
    const next = page.waitForRequest((request) => request.url().endsWith('/intake'));
    await page.clock.runFor(10_000);
    await next;
  });
}
