/** Engaged time in a real browser whose clock the test sets: the events sent, and the figures of the API. */
import { describeTracker } from './browser.fixture.ts';
import { focus, hide, left, pass, show, tall, visitTimed } from './engagement.fixture.ts';

describeTracker('Engaged time', (rig) => {
  it('ends when the page is hidden, and later time is added', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page() });
    const page = await visitTimed(rig, `${url}/`);
    await pass(page, 4_000);
    await hide(page);
    await pass(page, 60_000);
    await show(page);
    await pass(page, 2_345);
    await hide(page);
    await expect(left(workspace, 2)).resolves.toEqual([
      ['/', 4, 100, false],
      ['/', 2.345, 0, true],
    ]);
    const { data } = await workspace.read('pages');
    expect(data).toMatchObject([{ path: '/', pageviews: 1, avgTime: 6.35 }]);
  });

  it('is reported once if no time was added, even if less than a percent of the page was seen', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page({ body: tall(400_000) }) });
    const page = await visitTimed(rig, `${url}/`);
    for (const step of [hide, show, hide, show, hide]) await step(page);
    await page.evaluate(() => window.footfall?.track('last'));
    await workspace.accepted(1, 'last');
    await expect(workspace.counted()).resolves.toEqual({ $pageview: 1, $pageleave: 1, last: 1 });
    expect(await left(workspace, 1)).toEqual([['/', 0, 0, false]]);
  });

  it('passes only while the page has focus', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page() });
    const page = await visitTimed(rig, `${url}/`);
    await pass(page, 1_000);
    const other = await page.context().newPage();
    await other.bringToFront();
    // A page in the background draws no frames.
    await page.waitForFunction(() => !document.hasFocus(), undefined, { polling: 25 });
    await pass(page, 60_000);
    await page.bringToFront();
    await page.waitForFunction(() => document.hasFocus());
    await pass(page, 500);
    await hide(page);
    expect(await left(workspace, 1)).toEqual([['/', 1.5, 100, false]]);
  });

  it('passes while an iframe of the page has focus', async () => {
    const workspace = await rig.workspace();
    const body = '<iframe srcdoc="<input>"></iframe>';
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page({ body }) });
    const page = await visitTimed(rig, `${url}/`);
    await pass(page, 1_000);
    await page.frameLocator('iframe').locator('input').click();
    await page.waitForFunction(() => document.activeElement?.tagName === 'IFRAME');
    await pass(page, 2_000);
    await hide(page);
    expect(await left(workspace, 1)).toEqual([['/', 3, 100, false]]);
  });

  it('ends when the window is left while an iframe has focus, and continues when it is back', async () => {
    const workspace = await rig.workspace();
    const body = '<iframe srcdoc="<input>"></iframe>';
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page({ body }) });
    const context = await rig.visitor();
    await context.clock.install();
    const page = await context.newPage();
    await page.goto(`${url}/`);
    await focus(page);
    await page.frameLocator('iframe').locator('input').click();
    await page.waitForFunction(() => document.activeElement?.tagName === 'IFRAME');
    const other = await context.newPage();
    await other.bringToFront();
    await page.waitForFunction(() => !document.hasFocus(), undefined, { polling: 25 });
    await context.clock.runFor(3_600_000);
    await page.bringToFront();
    await page.waitForFunction(() => document.hasFocus(), undefined, { polling: 25 });
    await context.clock.runFor(600_000);
    await hide(page);
    const [[, seconds] = []] = await left(workspace, 1);
    expect(Math.round(Number(seconds) / 600)).toBe(1);
  });

  it('is separate for each page of a single-page app', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page() });
    const page = await visitTimed(rig, `${url}/`);
    await pass(page, 1_000);
    await page.evaluate(() => history.pushState(null, '', '/second'));
    await pass(page, 2_000);
    await page.evaluate(() => history.pushState(null, '', '/third'));
    await pass(page, 3_000);
    await hide(page);
    await show(page);
    await pass(page, 500);
    await page.evaluate(() => history.back());
    await workspace.accepted(4, '$pageview');
    await hide(page);
    expect(await left(workspace, 5)).toEqual([
      ['/', 1, 100, false],
      ['/second', 2, 100, false],
      ['/third', 3, 100, false],
      ['/third', 0.5, 0, true],
      ['/second', 0, 100, false],
    ]);
    const { data } = await workspace.read('pages');
    expect(data).toMatchObject([
      { path: '/second', pageviews: 2, avgTime: 1 },
      { path: '/', pageviews: 1, avgTime: 1 },
      { path: '/third', pageviews: 1, avgTime: 3.5 },
    ]);
  });

  it('starts again when a page comes back from the back/forward cache', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', {
      '/': workspace.page({ body: tall(1_600, '<a href="/next">Next</a>') }),
      '/next': workspace.page(),
    });
    const page = await visitTimed(rig, `${url}/`);
    await pass(page, 1_000);
    // It becomes visible shortly before it is shown again.
    await page.evaluate(() => addEventListener('visibilitychange', () => window.pass(50)));
    await page.click('a');
    await page.waitForURL('**/next');
    await workspace.accepted(2, '$pageview');
    await page.evaluate(() => history.back());
    await workspace.accepted(3, '$pageview');
    // The same document, not another one with the same URL.
    expect(await page.evaluate(() => performance.now())).toBe(2_100);
    await pass(page, 2_000);
    await hide(page);
    expect(await left(workspace, 3)).toEqual([
      ['/', 1, 50, false],
      ['/next', 0, 100, false],
      ['/', 2, 50, false],
    ]);
  });

  it('arrives when the tab is closed', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page() });
    const page = await visitTimed(rig, `${url}/`);
    await pass(page, 86_400_000 + 5_000);
    await page.close({ runBeforeUnload: true });
    expect(await left(workspace, 1)).toEqual([['/', 86_400, 100, false]]);
  });

  it('is sent with the page view if the page is left at once', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', {
      // Without its timer, the page sends nothing before it is left.
      '/': workspace.page({
        head: '<script>window.setTimeout = () => 1; onload = () => { location.href = "/next"; }</script>',
      }),
      '/next': workspace.page(),
    });
    const page = await visitTimed(rig, `${url}/`);
    await page.waitForURL('**/next');
    await workspace.accepted(2, '$pageview');
    expect(workspace.requests()[0]?.events.map(({ type, url: of }) => [type, of])).toEqual([
      ['$pageview', `${url}/`],
      ['$pageleave', `${url}/`],
    ]);
  });

  it('is not measured with data-auto="false"', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page({ attributes: { 'data-auto': 'false' } }) });
    const page = await visitTimed(rig, `${url}/`);
    await pass(page, 1_000);
    await page.evaluate(() => window.footfall?.pageview());
    await hide(page);
    await page.evaluate(() => window.footfall?.track('last'));
    await workspace.accepted(1, 'last');
    await expect(workspace.counted()).resolves.toEqual({ $pageview: 1, last: 1 });
  });
});
