/** Pages with strict policies, and browsers that block: events are counted where allowed, and the page notices nothing. */
import type { BrowserContext, Page } from 'playwright-core';
import { describeTracker } from './browser.fixture.ts';
import { hurryUntil, noticed, stub } from './sending.fixture.ts';
import { servedScripts } from '../scripts/served.ts';
import type { SiteHandler } from './sites.fixture.ts';
import { type PageParts, until, type Workspace } from './workspace.fixture.ts';

describeTracker('in its surroundings', (rig) => {
  let workspace: Workspace;
  let context: BrowserContext;
  let page: Page;
  let seen: string[];

  beforeEach(async () => {
    workspace = await rig.workspace();
    context = await rig.visitor();
    page = await context.newPage();
    seen = noticed(page);
  });

  /** Opens a page that is served with these headers. */
  async function visit(parts: PageParts = {}, headers: Record<string, string> = {}, host = 'shop.test'): Promise<void> {
    const handler: SiteHandler = (_, response) => {
      response.setHeaders(new Map(Object.entries(headers)));
      return workspace.page(parts);
    };
    await page.goto(rig.sites.serve(host, { '*': handler }).url);
  }

  /** Expects an event before and one after everything that the page does; the page notices nothing. */
  async function expectCounted(): Promise<void> {
    await page.evaluate("footfall.track('bought', { plan: 'pro' })");
    expect(await workspace.accepted(1, 'bought')).toMatchObject([{ props: { plan: 'pro' } }]);
    expect(await workspace.settled(page)).toMatchObject({ $pageview: 1, bought: 1 });
    expect(seen).toEqual([]);
  }

  /** Expects that the page works as without a tracker, whatever it does with the tracker. */
  async function expectUnnoticed(): Promise<void> {
    await page.evaluate(`(async () => {
      window.footfall?.track?.('bought');
      history.pushState({}, '', '/next');
      document.body.click();
      dispatchEvent(new Event('pagehide'));
      await new Promise((resolve) => setTimeout(resolve, 0));
    })()`);
    expect(seen).toEqual([]);
  }

  it.each([
    ['', ''],
    ["; require-trusted-types-for 'script'; trusted-types 'none'", ''],
    ['', 'sandbox allow-scripts allow-same-origin; '],
  ])('works under a Content-Security-Policy that only allows ingest%s%s', async (after, before) => {
    const policy = `${before}default-src 'none'; img-src data:; script-src ${rig.ingestUrl}; connect-src ${rig.ingestUrl}${after}`;
    await visit({ attributes: { 'data-storage': 'local' } }, { 'content-security-policy': policy });
    await expectCounted();
  });

  it('works if the page pins its content by its hash', async () => {
    const [whole] = servedScripts;
    const attributes = {
      src: `${rig.ingestUrl}/${whole?.pinnedName}`,
      integrity: whole?.integrity ?? '',
      crossorigin: 'anonymous',
    };
    await visit(
      { attributes },
      {
        'content-security-policy': `default-src 'none'; img-src data:; script-src '${whole?.integrity}'; connect-src ${rig.ingestUrl}`,
      },
    );
    await expectCounted();
  });

  it.each(['', 'anonymous'])(
    'works on a page that is isolated from other origins, crossorigin="%s"',
    async (crossorigin) => {
      const headers = { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-opener-policy': 'same-origin' };
      // Only a secure page can be isolated: localhost is secure, and is measured on request.
      await visit({ attributes: { 'data-debug': true, crossorigin: crossorigin || false } }, headers, 'localhost');
      expect(await page.evaluate('crossOriginIsolated')).toBe(true);
      await expectCounted();
    },
  );

  it('does not disturb a page whose Content-Security-Policy forbids ingest', async () => {
    const policy = `default-src 'none'; img-src data:; script-src ${rig.ingestUrl}`;
    await visit({}, { 'content-security-policy': policy });
    await until(() => expect(seen.join()).toContain('connect-src'));
    // A refusal prints two lines. Once the page's own request has been refused as well, both of the tracker's have been printed.
    await page.evaluate(`fetch('${rig.ingestUrl}').catch(() => {})`);
    // It is tried again after a moment, which would print them once more.
    await page.evaluate('for (let timer = setTimeout(() => 0); timer > 0; timer -= 1) clearTimeout(timer)');
    seen.length = 0;
    await page.evaluate("footfall.track('bought')");
    expect(seen).toEqual([]);
    expect(workspace.requests()).toEqual([]);
  });

  it.each([
    ['with', stub],
    ['without', ''],
  ])('does not disturb a page that blocks the script, %s the stub', async (_, head) => {
    await page.route('**/tracker.js', (route) => route.abort('blockedbyclient'));
    await visit({ head });
    await expectUnnoticed();
    expect(workspace.requests()).toEqual([]);
  });

  it('does not disturb a page on which ingest is blocked, and retries less and less often', async () => {
    let blocked = 0;
    await context.clock.install();
    await page.route('**/api/v1/events', (route) => {
      blocked++;
      return route.abort('blockedbyclient');
    });
    await visit();
    const startMs = await page.evaluate<number>("setInterval(() => footfall.track('bought'), 100); Date.now()");
    await hurryUntil(context, () => expect(blocked).toBeGreaterThanOrEqual(6));
    // Five pauses: at least 1, 2, 4, 8 and 16 seconds, however many events the page adds meanwhile.
    expect((await page.evaluate<number>('Date.now()')) - startMs).toBeGreaterThanOrEqual(31_000);
    await expectUnnoticed();
  });
});
