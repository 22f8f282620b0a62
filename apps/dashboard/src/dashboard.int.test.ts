/** The dashboard as its readers meet it: in Chromium, on the running product. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { type Answer, describeDashboard } from './dashboard.fixture.ts';
import { hostileTexts } from './events.fixture.ts';
import { boundsOf, comparableBounds, daysOf, type Range } from './state/range.ts';
import { formatChange, formatCount, formatDuration, formatFull, formatPercent, formatRatio } from './words/format.ts';

const axe = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

/** Waits until every panel and every tile has its figures. */
async function complete(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const figures = [...document.querySelectorAll('.tile .figure')];
    const panels = [...document.querySelectorAll('.panel .content')];
    const isFilled = (panel: Element) => panel.querySelector('tbody tr, .empty, .map path') !== null;
    return (
      figures.length === 6 &&
      figures.every((one) => one.textContent !== '') &&
      panels.length === 6 &&
      panels.every(isFilled)
    );
  });
}

async function tileTexts(page: Page): Promise<Record<string, { figure: string; change: string }>> {
  const tiles = await page.locator('.tile').all();
  const entries = tiles.map(async (tile) => {
    const figure = (await tile.locator('.figure').textContent()) ?? '';
    const change = (await tile.locator('.change').textContent()) ?? '';
    return [await tile.getAttribute('data-metric'), { figure, change: change.trim() }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

describeDashboard('the dashboard', (dashboard) => {
  const overview = async (bounds: { start: string; end: string }) => {
    const answer = await dashboard.ask(`/api/v1/analytics/overview?start=${bounds.start}&end=${bounds.end}`);
    const { uniqueVisitors, sessions, pageviews, bounceRate, avgDuration } = answer;
    return {
      visitors: [uniqueVisitors, formatCount(uniqueVisitors)],
      sessions: [sessions, formatCount(sessions)],
      pageviews: [pageviews, formatCount(pageviews)],
      viewsPerSession: [pageviews / sessions, formatRatio(pageviews / sessions)],
      bounceRate: [bounceRate, formatPercent(bounceRate)],
      avgDuration: [avgDuration, formatDuration(avgDuration)],
    } as Record<string, [number, string]>;
  };

  it.each<Range>(['today', '7d', 'month'])(
    'shows in its tiles what the API answers, and the change: %s',
    async (range) => {
      const page = await dashboard.open(`/?range=${range}`);
      await complete(page);
      const nowMs = Date.now();
      const current = await overview(boundsOf(daysOf(range, nowMs)));
      const before = await overview(comparableBounds(daysOf(range, nowMs), 'previous', nowMs));
      const shown = await tileTexts(page);
      for (const [metric, [value, text]] of Object.entries(current)) {
        expect([metric, shown[metric]?.figure]).toEqual([metric, text]);
        const [previous, previousText] = before[metric] ?? [0, ''];
        if (before['visitors']?.[0] === 0) continue;
        expect([metric, shown[metric]?.change]).toEqual([
          metric,
          `${formatChange(value, previous).text} from ${previousText}`,
        ]);
      }
      expect(dashboard.problems()).toEqual([]);
    },
  );

  it.each<Range>(['today', '7d', 'month'])(
    'shows in its panels and its chart what the API answers: %s',
    async (range) => {
      const page = await dashboard.open('/live');
      const asked: URL[] = [];
      page.on('request', (request) => asked.push(new URL(request.url())));
      await page.goto(`${dashboard.url}/?range=${range}`);
      await complete(page);
      for (const by of ['source', 'path', 'browser', 'type']) {
        const url = asked.find(({ searchParams }) => searchParams.get('by') === by);
        const { data, metrics } = await dashboard.ask(`${url?.pathname}${url?.search}`);
        const [first] = metrics;
        const expected = data
          .filter((row: Answer) => by !== 'type' || !row['type'].startsWith('$'))
          .map((row: Answer) => [row[by], formatFull(row[first])]);
        const title = { source: 'Sources', path: 'Pages', browser: 'Devices', type: 'Events' }[by] ?? '';
        const rows = page
          .locator('.panel', { has: page.getByRole('heading', { name: title, exact: true }) })
          .locator('tbody tr');
        const shown = await rows.evaluateAll((all) =>
          all.map((row) => [row.querySelector('.name')?.textContent, row.querySelector('td')?.title]),
        );
        expect([by, shown]).toEqual([by, expected.slice(0, 9)]);
      }
      const url = asked.find(({ pathname }) => pathname.endsWith('/series'));
      const { data } = await dashboard.ask(`${url?.pathname}${url?.search}`);
      await page.goto(`${dashboard.url}/?range=${range}&all=chart`);
      const rows = page.locator('dialog tbody tr');
      await rows.first().waitFor();
      const shown = await rows.evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll('td')].slice(0, 2).map((cell) => cell.title)),
      );
      const begun = data.filter(({ date }: Answer) => Date.parse(date) <= Date.now());
      const expected = begun.map(({ visitors, previous }: Answer) => [visitors, previous.visitors].map(formatFull));
      expect(shown).toEqual(expected);
    },
  );

  it('has nothing that axe finds, on any page, in both themes and on a phone', async () => {
    const { workspaceId } = dashboard;
    await dashboard.administer('POST', `/workspaces/${workspaceId}/shares`, { name: 'Board' });
    const empty = await dashboard.administer('POST', '/workspaces', { name: 'Empty' });
    const found: string[] = [];
    const check = async (page: Page, name: string) => {
      await page.evaluate(axe);
      const violations = await page.evaluate<string[]>(
        '(async () => (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`))()',
      );
      found.push(...violations.map((violation) => `${name}: ${violation}`));
    };
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await dashboard.open('/?range=30d', { colorScheme });
      await complete(page);
      await check(page, `site, ${colorScheme}`);
      await page.goto(`${dashboard.url}/?all=pages`);
      await page.locator('dialog tbody tr').first().waitFor();
      await check(page, `all pages, ${colorScheme}`);
    }
    const page = await dashboard.open('/?range=30d', { viewport: { width: 360, height: 740 } });
    await complete(page);
    await check(page, 'site, phone');
    for (const path of [
      '/live',
      '/settings',
      '/settings/install',
      '/settings/keys',
      '/settings/people',
      '/settings/shares',
      '/settings/account',
      `/?site=${empty['workspaceId']}`,
    ]) {
      await page.goto(dashboard.url + path);
      await page.locator('main .card').first().waitFor();
      await page.waitForLoadState('networkidle');
      await check(page, path);
    }
    const signIn = await dashboard.openSignedOut('/');
    await signIn.locator('form').waitFor();
    await check(signIn, 'sign-in');
    expect(found).toEqual([]);
  });

  it('shows stored text as text, whatever is in it', async () => {
    const page = await dashboard.open('/?range=30d&tab-sources=campaigns');
    await complete(page);
    const texts = async () => (await page.locator('main').textContent()) ?? '';
    expect(await texts()).toContain('<script>');
    for (const open of ['events', 'sources']) {
      await page.goto(
        `${dashboard.url}/?range=30d&tab-sources=campaigns&all=${open}&search=${encodeURIComponent('<img')}`,
      );
      await page.locator('dialog tbody tr').first().waitFor();
      expect(await page.locator('dialog').textContent()).toContain(hostileTexts[0]);
      expect(await page.locator('dialog img, dialog script').count()).toBe(0);
    }
    expect(await page.evaluate('globalThis.hit')).toBeUndefined();
    expect(dashboard.problems()).toEqual([]);
  });

  it('can be used by keyboard alone', async () => {
    const page = await dashboard.open('/');
    await complete(page);
    const range = () => new URL(page.url()).searchParams.get('range');
    const menu = page.locator('.range .popup > button');
    for (const [key, name] of [
      ['d', 'today'],
      ['w', '7d'],
      ['y', 'year'],
    ] as const) {
      await page.keyboard.press(key);
      expect([key, range()]).toEqual([key, name]);
    }
    await page.keyboard.press('w');
    await page.keyboard.press('ArrowLeft');
    expect(range()).toMatch(/^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/);
    await page.keyboard.press('ArrowRight');
    expect(range()).toBe('7d');
    await page.keyboard.press('c');
    expect(new URL(page.url()).searchParams.get('compare')).toBe('none');
    await page.keyboard.press('?');
    await page.locator('dialog .keys').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.locator('dialog input').waitFor();
    await page.keyboard.type('pricing');
    await page.waitForFunction(() => document.querySelectorAll('dialog tbody tr').length === 1);
    // The first empties the field.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(range()).toBe('yesterday');
    await page.keyboard.press('w');
    await page.locator('.chart svg').waitFor();
    await page.locator('.chart').focus();
    await page.keyboard.press('Home');
    const first = await page.locator('.read-out').textContent();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.read-out').textContent()).not.toBe(first);
    expect(range()).toBe('7d');
  });

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

  it('shows the figures of the last visit at once, and says that it is offline', async () => {
    const page = await dashboard.open('/?range=7d');
    await complete(page);
    const before = await tileTexts(page);
    await page.route('**/analytics/**', (route) => route.abort());
    await page.reload();
    await complete(page);
    expect(await tileTexts(page)).toEqual(before);
    await page.context().setOffline(true);
    await page.locator('.notice').waitFor();
  });

  it('asks to sign in when the session has ended, and goes on where one was', async () => {
    const page = await dashboard.open('/?range=7d');
    await complete(page);
    await page.context().clearCookies();
    await page.keyboard.press('d');
    await page.getByText('Your session has ended').waitFor();
    expect(new URL(page.url()).searchParams.get('range')).toBe('today');
  });

  it('moves nothing when the answers come', async () => {
    const page = await dashboard.open('/settings');
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/analytics/**', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${dashboard.url}/?range=7d`);
    await page.locator('.panel').nth(5).waitFor();
    const places = () =>
      page.locator('.card, .tile').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    const before = await places();
    answer();
    await complete(page);
    expect(await places()).toEqual(before);
  });

  it('shows an empty workspace how to begin, with a key that works', async () => {
    const empty: Answer = await dashboard.administer('POST', '/workspaces', { name: 'New' });
    const page = await dashboard.open(`/?site=${empty['workspaceId']}`);
    await page.getByText('Waiting for the first event').waitFor();
    await page.getByRole('button', { name: 'Create a key' }).click();
    const tag = page.locator('pre');
    await page.waitForFunction(() => /pk_live_\w/.test(document.querySelector('pre')?.textContent ?? ''));
    const key = /data-key="(\w+)"/.exec((await tag.textContent()) ?? '')?.[1] ?? '';
    const ingestUrl = /src="(.*)\/tracker.js"/.exec((await tag.textContent()) ?? '')?.[1] ?? '';
    const sent = await fetch(`${ingestUrl}/api/v1/events`, {
      method: 'POST',
      headers: {
        'X-API-Key': key,
        'Content-Type': 'application/json',
        'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      },
      body: JSON.stringify({ type: '$pageview', url: 'https://new.test/' }),
    });
    expect(sent.status).toBe(202);
  });

  it('lets a share be read by nobody in particular, and be framed only if it asks for it', async () => {
    const share = await dashboard.administer('POST', `/workspaces/${dashboard.workspaceId}/shares`, { name: 'Open' });
    const path = new URL(String(share['url'])).pathname;
    const page = await dashboard.openSignedOut(`${path}?embed=true&theme=dark`);
    await complete(page);
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    const policyOf = async (address: string) =>
      (await fetch(dashboard.url + address)).headers.get('content-security-policy');
    expect(await policyOf(`${path}?embed=true`)).toContain('frame-ancestors *');
    for (const address of [path, '/', '/?embed=true', '/settings?embed=true']) {
      expect(await policyOf(address)).toContain("frame-ancestors 'none'");
    }
    expect(await policyOf('/')).not.toMatch(/unsafe|data:|https?:/);
    await dashboard.administer('DELETE', `/shares/${share['shareId']}`);
    expect(dashboard.problems()).toEqual([]);
  });
});
