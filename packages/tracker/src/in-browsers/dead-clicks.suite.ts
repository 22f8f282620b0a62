/** The judge of dead clicks, over a set of interactions with known results. */
import type { Page } from 'playwright-core';
import { describeTracker, type Rig } from './browser.fixture.ts';
import { hide, show } from './engagement.fixture.ts';
import { until } from './workspace.fixture.ts';
import { type Interaction, interactions } from './interactions.fixture.ts';

declare global {
  interface Window {
    /** The longest time for which the page was not run. */
    stalledMs: number;
  }
}

/** The number of tabs that play interactions at the same time. */
const openMax = 14;
/** The judge has decided by then: 2.5 s after the click. */
const judgedMs = 2_600;
/** A page that a busy machine has stopped, or has drawn nothing of, for longer may be judged wrongly, and is played again. */
const stallMsMax = 300;
const triesMax = 5;

/** Unlike `page.click`, does not wait for a page that never loads. */
async function press(page: Page): Promise<void> {
  const it = page.locator('#it');
  await it.scrollIntoViewIfNeeded();
  const box = await it.boundingBox();
  if (box) await page.mouse.click(box.x + box.width / 2, box.y + Math.min(10, box.height / 2));
}

describeTracker('Dead clicks', (rig) => {
  it(`A16 are distinguished from clicks with a response in ${interactions.length} interactions, each once`, async () => {
    const workspace = await rig.workspace();
    const attributes = { 'data-debug': true };
    const bodies = interactions.map(({ body }, at) => [
      `/${at}`,
      workspace.page({ body: `<main>${body}</main>`, attributes }),
    ]);
    // Browsers offer a clipboard to pages on localhost, and to others only with TLS.
    const { url } = rig.sites.serve('clicks.localhost', {
      ...Object.fromEntries(bodies),
      '/other': 'Other',
      '/ok': 'ok',
      '/file': 'file',
      '/slow': () => undefined,
    });
    const visitor = await rig.visitor();
    await visitor.addInitScript(() => {
      let last = performance.now();
      window.stalledMs = 0;
      setInterval(() => {
        const now = performance.now();
        window.stalledMs = Math.max(window.stalledMs, now - last);
        last = now;
      }, 20);
    });
    /** The last try of each interaction, which counts. */
    const tries = new Map<number, number>();

    const openTab = async () => {
      const page = await visitor.newPage();
      page.on('dialog', (dialog) => void dialog.dismiss());
      return page;
    };
    const play = async (page: Page, interaction: Interaction, at: number): Promise<void> => {
      const { act = press, ready = 'true', leaves } = interaction;
      const number = (tries.get(at) ?? 0) + 1;
      tries.set(at, number);
      await page.goto(`${url}/${at}?try=${number}`);
      await page.waitForFunction(`window.footfall?.track && (${ready})`);
      await page.evaluate(() => (window.stalledMs = 0));
      await act(page);
      if (leaves) return;
      const stalledMs = await page.evaluate(async (ms) => {
        const actedMs = performance.now();
        // Frames are drawn by another process, which may be stopped alone.
        let drawnMs = ms;
        requestAnimationFrame(() => (drawnMs = performance.now() - actedMs));
        await new Promise((resolve) => setTimeout(resolve, ms));
        return Math.max(window.stalledMs, drawnMs);
      }, judgedMs);
      // An event of the page that follows the judge's, whether or not there is one.
      const judged = `${at}, try ${number}`;
      await page.evaluate((last) => window.footfall?.track('judged', { last }), judged);
      // Before the next page is opened: requests left to the browser may be lost on a busy machine.
      const isSent = () => workspace.sent('judged').some(({ props }) => props?.['last'] === judged);
      await until(() => expect(isSent()).toBe(true));
      if (stalledMs > stallMsMax && number < triesMax) await play(page, interaction, at);
    };
    const playAll = async (left: [number, Interaction][]) => {
      let page = await openTab();
      for (let next = left.shift(); next; next = left.shift()) {
        await play(page, next[1], next[0]);
        // A page that is being left stays as it is.
        if (next[1].leaves) page = await openTab();
      }
      await page.close();
    };
    const pathOf = (page: string) => {
      const { pathname, search } = new URL(page);
      return pathname + search;
    };
    const left = [...interactions.entries()].filter(([, { alone }]) => !alone);
    await Promise.all(Array.from({ length: openMax }, () => playAll(left)));
    await playAll([...interactions.entries()].filter(([, { alone }]) => alone));
    await workspace.accepted(interactions.filter(({ leaves }) => !leaves).length, 'judged');

    const paths = workspace.sent('$dead_click').map((event) => pathOf(event.url));
    const rows = interactions.map(({ name, dead }, at) => {
      const found = paths.filter((path) => path === `/${at}?try=${tries.get(at)}`).length;
      return { name, dead, found };
    });
    const dead = rows.filter((row) => row.dead);
    const table = {
      interactions: rows.length,
      dead: dead.length,
      truePositives: dead.filter((row) => row.found === row.dead).length,
      falseNegatives: dead.filter((row) => row.found < row.dead),
      trueNegatives: rows.filter((row) => !row.dead && !row.found).length,
      falsePositives: rows.filter((row) => row.found > row.dead),
    };
    process.stdout.write(`Dead clicks: ${JSON.stringify(table)}\n`);
    expect(table).toMatchObject({ falseNegatives: [], falsePositives: [] });
  });

  it('are found if a press has the number of the click as its detail, as in Safari', async () => {
    const workspace = await rig.workspace();
    // The presses of Chromium, with the detail that WebKit gives them.
    const head = `<script>{
      const { get } = Object.getOwnPropertyDescriptor(UIEvent.prototype, 'detail');
      Object.defineProperty(PointerEvent.prototype, 'detail', {
        get() {
          return this.type === 'pointerdown' ? 1 : get.call(this);
        },
      });
    }</script>`;
    const body = '<button id="idle">Idle</button><button onclick="this.textContent += 1">Busy</button>';
    const page = await rig.visit(rig.sites.serve('clicks.test', { '/': workspace.page({ head, body }) }).url);
    await page.getByText('Busy').click();
    await page.getByText('Idle').click();
    const [click] = await workspace.accepted(1, '$dead_click');
    expect(click).toMatchObject({ props: { element: 'button#idle' } });
    expect(workspace.sent('$dead_click')).toHaveLength(1);
  });

  it('have the time of the click, at most one for an element and second', async () => {
    const { workspace, page, startMs } = await visitPaused(rig);
    for (const passedMs of [999, 1, 2_500]) {
      await page.click('button');
      await page.clock.runFor(passedMs);
    }
    // A request in progress delays what follows it.
    await page.clock.resume();
    const clicks = await workspace.accepted(2, '$dead_click');
    expect(clicks.map(({ timestamp }) => timestamp)).toEqual([startMs, startMs + 1_000]);
  });

  it('are not judged if the window loses the focus or the page is hidden meanwhile', async () => {
    const { workspace, page, startMs } = await visitPaused(rig);
    await page.click('button');
    await page.evaluate(() => (document.hasFocus = () => false));
    await page.clock.runFor(2_500);
    await page.click('button');
    await hide(page);
    await show(page);
    await page.clock.runFor(2_500);
    await page.click('button');
    await page.clock.runFor(2_500);
    await page.clock.resume();
    await workspace.accepted(1, '$dead_click');
    expect(workspace.sent('$dead_click').map(({ timestamp }) => timestamp)).toEqual([startMs + 5_000]);
  });
});

/** Opens a page with a broken button, on which no time passes by itself. */
async function visitPaused(rig: Rig) {
  const workspace = await rig.workspace();
  const { url } = rig.sites.serve('clicks.test', { '/': workspace.page({ body: '<button>Idle</button>' }) });
  const context = await rig.visitor();
  await context.clock.install();
  const page = await context.newPage();
  await page.goto(url);
  const startMs = Date.now() + 60_000;
  await page.clock.pauseAt(startMs);
  return { workspace, page, startMs };
}
