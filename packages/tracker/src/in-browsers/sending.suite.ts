/** Sending when ingest refuses, does not respond or is cut off: every event is counted once, and ingest is not flooded. */
import { describeTracker } from './browser.fixture.ts';
import { failing, hurryUntil, noticed } from './sending.fixture.ts';
import { until, type Workspace } from './workspace.fixture.ts';

describeTracker('sending', (rig) => {
  let workspace: Workspace;
  let url: string;

  beforeEach(async () => {
    workspace = await rig.workspace();
    url = rig.sites.serve('shop.test', { '*': workspace.page({ title: 'Shop' }) }).url;
  });

  const idsOf = (request = 0) => workspace.requests()[request]?.events.map(({ id }) => id);
  const pausesMs = () =>
    workspace
      .requests()
      .map(({ sentAt = 0 }, at, all) => sentAt - (all[at - 1]?.sentAt ?? sentAt))
      .slice(1);

  /** Opens a page with a fake clock before anything is sent. */
  async function visitOnAClock() {
    const context = await rig.visitor();
    await context.clock.install();
    // The browser's own implementation ignores the fake clock.
    await context.addInitScript(() => {
      AbortSignal.timeout = (ms) => {
        const controller = new AbortController();
        setTimeout(() => controller.abort(), ms);
        return controller.signal;
      };
    });
    const page = await context.newPage();
    await page.goto(url);
    const sentAgain = (requests: number) =>
      hurryUntil(context, () => {
        if (workspace.requests().length < requests) throw new Error(`${workspace.requests().length} of ${requests}`);
      });
    return { context, page, sentAgain };
  }

  it('sends a batch again under the same IDs after a 429, not before Retry-After', async () => {
    rig.proxy.behaviour = failing([{ status: 429, retryAfter: '20' }]);
    const { sentAgain } = await visitOnAClock();
    await sentAgain(2);
    expect(idsOf(1)).toEqual(idsOf(0));
    expect(pausesMs()[0]).toBeGreaterThanOrEqual(20_000);
    await workspace.accepted(1);
    expect(await workspace.counted()).toMatchObject({ $pageview: 1 });
  });

  it('waits longer after each response that ingest is overloaded', async () => {
    rig.proxy.behaviour = failing([503, 500, 502, 504].map((status) => ({ status })));
    const { sentAgain } = await visitOnAClock();
    await sentAgain(5);
    for (const request of [1, 2, 3, 4]) expect(idsOf(request)).toEqual(idsOf(0));
    pausesMs().forEach((pauseMs, at) => expect(pauseMs).toBeGreaterThanOrEqual(1000 * 2 ** at));
    await workspace.accepted(1);
    expect(await workspace.counted()).toMatchObject({ $pageview: 1 });
  });

  it('respects the pause that ingest requested, even if events arrive during a request', async () => {
    let refuse = () => {};
    const tracked = new Promise<void>((resolve) => (refuse = resolve));
    rig.proxy.behaviour = failing([() => tracked.then(() => ({ status: 503, retryAfter: '20' }))]);
    const { page, sentAgain } = await visitOnAClock();
    await sentAgain(1);
    await page.evaluate("footfall.track('meanwhile')");
    refuse();
    await sentAgain(2);
    expect(pausesMs()[0]).toBeGreaterThanOrEqual(20_000);
    await workspace.accepted(2);
    expect(await workspace.counted()).toMatchObject({ $pageview: 1, meanwhile: 1 });
  });

  it('does not flood ingest if Retry-After is a date, as some proxies send it', async () => {
    rig.proxy.behaviour = failing([], { status: 503, retryAfter: new Date(Date.now() + 60_000).toUTCString() });
    const { sentAgain } = await visitOnAClock();
    await sentAgain(3);
    expect(pausesMs()[0]).toBeGreaterThanOrEqual(1000);
    expect(pausesMs()[1]).toBeGreaterThanOrEqual(2000);
  });

  it('does not flood ingest if Retry-After is longer than the longest timer of browsers', async () => {
    rig.proxy.behaviour = failing([], { status: 503, retryAfter: '9999999999' });
    const { context, page, sentAgain } = await visitOnAClock();
    const responded = page.waitForResponse('**/api/v1/events');
    await sentAgain(1);
    await (await responded).finished();
    await context.clock.runFor(20_000);
    expect(workspace.requests()).toHaveLength(1);
  });

  it.each([400, 401, 403, 404, 413])('does not repeat events that ingest has refused with %i', async (status) => {
    rig.proxy.behaviour = failing([{ status }]);
    const page = await rig.visit(url);
    await until(() => expect(workspace.requests()[0]?.status).toBe(status));
    await page.evaluate("footfall.track('later')");
    const [later] = await workspace.accepted(1, 'later');
    expect(workspace.requests()).toHaveLength(2);
    expect(workspace.requests()[1]?.events).toEqual([later]);
    expect(await workspace.counted()).toEqual({ later: 1 });
  });

  it('aborts a request without a response, and counts its events once even if ingest had accepted them', async () => {
    rig.proxy.behaviour = failing(['deliver and hold']);
    const { page, sentAgain } = await visitOnAClock();
    const givenUp = page.waitForEvent('requestfailed');
    await sentAgain(2);
    await givenUp;
    expect(pausesMs()[0]).toBeGreaterThanOrEqual(11_000);
    await until(() => expect(workspace.requests()[1]?.status).toBe(202));
    expect(idsOf(1)).toEqual(idsOf(0));
    expect(await workspace.counted()).toMatchObject({ $pageview: 1 });
  });

  it.each(['cut', 'deliver and cut'] as const)('counts events once if their connection broke: %s', async (fault) => {
    rig.proxy.behaviour = failing([fault, fault]);
    const { page, sentAgain } = await visitOnAClock();
    const seen = noticed(page);
    await page.evaluate("footfall.track('bought')");
    await sentAgain(3);
    await workspace.accepted(2);
    expect(await workspace.counted()).toMatchObject({ $pageview: 1, bought: 1 });
    expect(seen).toEqual([]);
  });

  it('delivers the page view and what fits beside it if more waits at the end of a page than browsers let outlive it', async () => {
    // Only beacons: whether a request in progress outlives its page is up to chance.
    const head = '<script>window.fetch = () => new Promise(() => {})</script>';
    rig.sites.serve('shop.test', { '/': workspace.page({ head }), '/next': '' });
    const page = await rig.visit(`${url}/`);
    await page.evaluate(() => {
      const text = 'x'.repeat(1000);
      for (let at = 0; at < 30; at++) window.footfall?.track('large', { a: text, b: text, c: text });
    });
    await page.goto(`${url}/next`);
    await workspace.accepted(1, '$pageview');
    await workspace.accepted(10, 'large');
    expect(await workspace.counted()).toMatchObject({ $pageview: 1 });
  });

  it('counts events once if the tab was closed during their request', async () => {
    rig.proxy.behaviour = failing(['deliver and hold']);
    const page = await rig.visit(url);
    await until(() => expect(workspace.requests()).toHaveLength(1));
    await page.evaluate("footfall.track('last')");
    await page.close({ runBeforeUnload: true });
    await workspace.accepted(2);
    expect(await workspace.counted()).toMatchObject({ $pageview: 1, last: 1 });
  });
});
