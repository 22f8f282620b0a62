/** Single-page apps: each page as the visitor sees it is one page view, however the app changes the URL. */
import type { Page } from 'playwright-core';
import { describeTracker } from './browser.fixture.ts';

describeTracker('A single-page app', (rig) => {
  const open = async (path = '/', attributes: Record<string, string> = {}, head = '') => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('app.test', { '*': workspace.page({ title: 'Start', attributes, head }) });
    const page = await rig.visit(url + path);
    const paths = async () => {
      const { data } = await workspace.read('pages');
      return (data as { path: string; title: string; pageviews: number }[]).map(
        ({ path: counted, title, pageviews }) => [counted, title, pageviews] as const,
      );
    };
    return { workspace, url, page, paths };
  };

  it('has a page view for each URL that it pushes, with the title that it sets afterwards', async () => {
    const { workspace, url, page, paths } = await open('/');
    await workspace.accepted(1);
    await page.evaluate(() => {
      history.pushState({}, '', '/users');
      // As in routers, the title follows when the view has rendered.
      setTimeout(() => (document.title = 'Users'));
    });
    await workspace.accepted(2, '$pageview');
    await page.evaluate(() => {
      history.pushState({}, '', '/orders?page=2');
      document.title = 'Orders, page 2';
    });
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 3 });
    await expect(paths()).resolves.toEqual([
      ['/', 'Start', 1],
      ['/orders', 'Orders, page 2', 1],
      ['/users', 'Users', 1],
    ]);
    expect(workspace.sent('$pageview')).toMatchObject([
      { url: `${url}/`, title: 'Start' },
      { url: `${url}/users`, title: 'Users' },
      { url: `${url}/orders?page=2`, title: 'Orders, page 2' },
    ]);
  });

  it('keeps a page’s title if the next page follows before anything was sent', async () => {
    const { workspace, page, paths } = await open('/');
    await workspace.accepted(1);
    await page.evaluate(() => {
      history.pushState({}, '', '/one');
      document.title = 'One';
      history.pushState({}, '', '/two');
      document.title = 'Two';
    });
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 3 });
    await expect(paths()).resolves.toEqual([
      ['/', 'Start', 1],
      ['/one', 'One', 1],
      ['/two', 'Two', 1],
    ]);
  });

  it('has half a second for the title and redirects of a page, even if other events were waiting to be sent', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('app.test', {
      '*': workspace.page({ title: 'Start', attributes: { 'data-debug': true } }),
    });
    const context = await rig.visitor();
    await context.clock.install();
    // From here on only the test advances the time, however slow the machine is.
    await context.clock.pauseAt(Date.now());
    const page = await context.newPage();
    await page.goto(url);
    // The tracker logs the response when it has handled it: until then, the request delays what follows it.
    const handled = page.waitForEvent('console');
    await context.clock.runFor(1_000);
    await handled;
    await page.evaluate(() => window.footfall?.track('clicked'));
    await context.clock.runFor(400);
    await page.evaluate(() => history.pushState({}, '', '/old'));
    await context.clock.runFor(400);
    await page.evaluate(() => {
      history.replaceState({}, '', '/users');
      document.title = 'Users';
    });
    await context.clock.runFor(1_000);
    await workspace.accepted(2, '$pageview');
    expect(workspace.sent('$pageview')).toMatchObject([
      { url: `${url}/`, title: 'Start' },
      { url: `${url}/users`, title: 'Users' },
    ]);
  });

  it('has a page view for each step back and forward', async () => {
    const { workspace, page, paths } = await open('/');
    await workspace.accepted(1);
    await page.evaluate(() => history.pushState({}, '', '/users'));
    await workspace.accepted(2, '$pageview');
    await page.evaluate(() => history.back());
    await workspace.accepted(3, '$pageview');
    await page.evaluate(() => history.forward());
    await workspace.accepted(4, '$pageview');
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 4 });
    await expect(paths()).resolves.toEqual([
      ['/', 'Start', 2],
      ['/users', 'Start', 2],
    ]);
  });

  it.each(['tracker.js', 'tracker.core.js'])(
    'that routes with the Navigation API has a page view for each URL, each with its own title: %s',
    async (script) => {
      const { workspace, url, page, paths } = await open('/', { src: `${rig.ingestUrl}/${script}` });
      await workspace.accepted(1);
      await page.evaluate(() => {
        self.navigation.addEventListener('navigate', (event) => {
          const { pathname } = new URL(event.destination.url);
          event.intercept({ handler: async () => void (document.title = pathname) });
        });
        document.body.innerHTML = '<a href="/users">Users</a>';
      });
      await page.click('a');
      await workspace.accepted(2, '$pageview');
      await page.evaluate(() => history.pushState({}, '', '/orders'));
      await workspace.accepted(3, '$pageview');
      await page.evaluate(() => history.back());
      await workspace.accepted(4, '$pageview');
      await page.evaluate(async () => {
        await self.navigation.navigate('/old?utm_source=news').finished;
        await self.navigation.navigate('/new', { history: 'replace' }).finished;
      });
      await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 5 });
      await expect(paths()).resolves.toEqual([
        ['/users', '/users', 2],
        ['/', 'Start', 1],
        ['/new', '/new', 1],
        ['/orders', '/orders', 1],
      ]);
      expect(workspace.sent('$pageview').at(-1)).toMatchObject({ url: `${url}/new?utm_source=news` });
      const left = workspace.sent('$pageleave').map(({ url: of, title }) => [new URL(of).pathname, title]);
      const expected = [
        ['/', 'Start'],
        ['/users', '/users'],
        ['/orders', '/orders'],
        ['/users', '/users'],
      ];
      expect(left).toEqual(script === 'tracker.js' ? expected : []);
    },
  );

  it('has no page view when it pushes the current URL, changes its fragment or rewrites its query', async () => {
    const { workspace, page, paths } = await open('/search');
    await workspace.accepted(1);
    await page.evaluate(() => {
      history.pushState({}, '', location.href);
      history.pushState({}, '', '#results');
      location.hash = '#top';
      history.back();
    });
    await workspace.settled(page);
    await page.evaluate(() => history.replaceState({}, '', '/search?q=shoes'));
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1 });
    await expect(paths()).resolves.toEqual([['/search', 'Start', 1]]);
  });

  it.each([
    ['no page view', {}, 1],
    ['a page view each, where its tag says data-query,', { 'data-query': '' }, 4],
  ])('A16 has %s when only the query changes, by pushing, replacing or going back', async (_, attributes, views) => {
    const { workspace, page, paths } = await open('/search', attributes);
    await workspace.accepted(1);
    await page.evaluate(() => history.pushState({}, '', '/search?q=shoes'));
    await workspace.settled(page);
    await page.evaluate(() => history.replaceState({}, '', '/search?q=boots'));
    await workspace.settled(page);
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('popstate', resolve, { once: true });
          history.back();
        }),
    );
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: views });
    await expect(paths()).resolves.toEqual([['/search', 'Start', views]]);
  });

  it('counts a URL that redirects at once as its target, with the campaign', async () => {
    const { workspace, page, paths } = await open(
      '/?utm_source=news&utm_medium=email&utm_campaign=spring',
      {},
      '<script>addEventListener("DOMContentLoaded", () => history.replaceState({}, "", "/home"))</script>',
    );
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1 });
    await expect(paths()).resolves.toEqual([['/home', 'Start', 1]]);
    await expect(workspace.read('campaigns')).resolves.toMatchObject({
      campaigns: [{ name: 'spring', source: 'news', medium: 'email', visitors: 1, sessions: 1 }],
    });
  });

  it('counts a URL that redirects to one with a query of its own with both, and the campaign of the first', async () => {
    const { workspace, url, page, paths } = await open(
      '/land?utm_source=news&utm_campaign=spring',
      {},
      '<script>addEventListener("DOMContentLoaded", () => history.replaceState({}, "", "/home?lang=de"))</script>',
    );
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1 });
    await expect(paths()).resolves.toEqual([['/home', 'Start', 1]]);
    expect(workspace.sent('$pageview')).toMatchObject([
      { url: `${url}/home?lang=de&utm_source=news&utm_campaign=spring` },
    ]);
    await expect(workspace.read('campaigns')).resolves.toMatchObject({
      campaigns: [{ name: 'spring', source: 'news' }],
    });
  });

  it('counts the end of a chain of redirects, with the campaign in its URL', async () => {
    const chain = ['/a', '/b?utm_source=inner', '/c?utm_source=last&utm_campaign=winter']
      .map((path) => `history.replaceState({}, "", "${path}");`)
      .join('');
    const { workspace, page, paths } = await open(
      '/?utm_source=news&utm_campaign=spring',
      {},
      `<script>addEventListener("DOMContentLoaded", () => { ${chain} })</script>`,
    );
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1 });
    await expect(paths()).resolves.toEqual([['/c', 'Start', 1]]);
    await expect(workspace.read('campaigns')).resolves.toMatchObject({
      campaigns: [{ name: 'winter', source: 'last' }],
    });
  });

  it('has no page view when a framework replaces the state of the current URL', async () => {
    const { workspace, page } = await open('/users?page=2');
    await page.evaluate(() => {
      history.replaceState({ key: 1 }, '');
      history.replaceState({ key: 2 }, '', location.href);
      history.pushState({ key: 3 }, '');
    });
    await workspace.settled(page);
    await page.evaluate(() => {
      history.replaceState({ key: 4 }, '', null);
      history.replaceState({ key: 5 }, '', '#top');
      history.back();
    });
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1 });
  });

  it('receives the errors that the browser throws, and has no page view for a refused call', async () => {
    const { workspace, page, paths } = await open('/');
    await workspace.accepted(1);
    const refused = await page.evaluate(() => {
      try {
        history.pushState({}, '', 'http://other.test/');
        return '';
      } catch (error) {
        return error instanceof DOMException ? error.name : '';
      }
    });
    expect(refused).toBe('SecurityError');
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1 });
    await expect(paths()).resolves.toEqual([['/', 'Start', 1]]);
  });

  it('has a page view when it replaces the path later on', async () => {
    const { workspace, page, paths } = await open('/');
    await workspace.accepted(1);
    await page.evaluate(() => history.replaceState({}, '', '/users'));
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 2 });
    await expect(paths()).resolves.toEqual([
      ['/', 'Start', 1],
      ['/users', 'Start', 1],
    ]);
  });

  it('has one page view even if it rewrites its query a thousand times, at once and later', async () => {
    const rewrite = (page: Page) =>
      page.evaluate(async () => {
        for (let at = 0; at < 500; at++) {
          history.replaceState({}, '', `/map?x=${at}`);
          // Browsers refuse more than 200 in 10 seconds; refused ones change nothing.
          if (at % 50 === 0) await new Promise(requestAnimationFrame);
        }
      });
    const { workspace, page, paths } = await open('/map?x=start');
    await rewrite(page);
    await workspace.accepted(1);
    await rewrite(page);
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1 });
    await expect(paths()).resolves.toEqual([['/map', 'Start', 1]]);
    expect(workspace.sent()).toHaveLength(2);
  });

  it('has one page view for a hundred paths that it replaces at once', async () => {
    const { workspace, page, paths } = await open('/');
    await workspace.accepted(1);
    await page.evaluate(() => {
      for (let at = 1; at <= 100; at++) history.replaceState({}, '', `/step/${at}`);
    });
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 2 });
    await expect(paths()).resolves.toEqual([
      ['/', 'Start', 1],
      ['/step/100', 'Start', 1],
    ]);
  });

  it('can route by the fragment if its tag says so', async () => {
    const { workspace, url, page, paths } = await open('/#/inbox', { 'data-hash': '' });
    await workspace.accepted(1);
    await page.evaluate(() => (location.hash = '#/inbox/3?tab=2'));
    await workspace.accepted(2, '$pageview');
    await page.evaluate(() => (location.hash = '#!/settings'));
    await workspace.accepted(3, '$pageview');
    await page.evaluate(() => history.back());
    await workspace.accepted(4, '$pageview');
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 4 });
    await expect(paths()).resolves.toEqual([
      ['/inbox/3', 'Start', 2],
      ['/inbox', 'Start', 1],
      ['/settings', 'Start', 1],
    ]);
    expect(workspace.sent('$pageview')[1]).toMatchObject({ url: `${url}/inbox/3?tab=2` });
  });

  it('that routes by the fragment has the same page with and without the route of its start', async () => {
    const { workspace, url, page, paths } = await open('/app?utm_source=news', { 'data-hash': '' });
    await workspace.accepted(1);
    for (const route of ['#/', '#', '#!/']) await page.evaluate((hash) => (location.hash = hash), route);
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1 });
    await expect(paths()).resolves.toEqual([['/app', 'Start', 1]]);
    await page.goto(`${url}/#/`);
    await workspace.accepted(2, '$pageview');
    expect(workspace.sent('$pageview')[1]).toMatchObject({ url: `${url}/` });
  });

  it('that routes by the fragment keeps the campaign in its query', async () => {
    const { workspace, url, page, paths } = await open('/?utm_source=news&utm_campaign=spring#/inbox?tab=2', {
      'data-hash': '',
    });
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1 });
    await expect(paths()).resolves.toEqual([['/inbox', 'Start', 1]]);
    await expect(workspace.read('campaigns')).resolves.toMatchObject({
      campaigns: [{ name: 'spring', source: 'news' }],
    });
    expect(workspace.sent('$pageview')).toMatchObject([
      { url: `${url}/inbox?tab=2&utm_source=news&utm_campaign=spring` },
    ]);
  });

  it('has no page view for a fragment otherwise, and its content is not sent', async () => {
    const { workspace, page, paths } = await open('/#access_token=secret');
    await workspace.accepted(1);
    await page.evaluate(() => (location.hash = '#/inbox'));
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1 });
    await expect(paths()).resolves.toEqual([['/', 'Start', 1]]);
    expect(
      workspace
        .requests()
        .map(({ body }) => body)
        .join(''),
    ).not.toMatch(/secret|inbox/);
  });
});
