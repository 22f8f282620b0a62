/** The judge of dead clicks, over a set of interactions with known results. */
import type { Page } from 'playwright-core';
import { describeTracker, type Rig } from './browser.fixture.ts';
import { hide, show } from './engagement.fixture.ts';
import { until } from './workspace.fixture.ts';
import { type Interaction, interactions, press } from './interactions.fixture.ts';

declare global {
  interface Window {
    /** Resolves once two frames have been drawn, with the events of both. */
    drawn(): Promise<void>;
  }
}

/** The number of visitors who play interactions at the same time. */
const visitorsMax = 4;
/** The time after a click by which the judge has decided. */
const judgedMs = 2_600;
/** The time of a page’s clock after which the page is usually ready, or an interaction is judged and its events are on their way. */
const usualMs = 3_500;
/** The step of the clock after that; small, so that a busy machine exceeds no deadline of the page. */
const stepMs = 100;

/** Advances the clock of a page until `check` no longer throws. */
async function advanceUntil(page: Page, check: () => void | Promise<void>): Promise<void> {
  await page.clock.runFor(usualMs);
  await until(async () => {
    await page.clock.runFor(stepMs);
    await check();
  });
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
    /** Opens a tab of a new visitor, in which only the test advances the time, however slow the machine is. */
    const openTab = async () => {
      const visitor = await rig.visitor();
      await visitor.addInitScript(() => {
        const frame = requestAnimationFrame.bind(window);
        window.drawn = () => new Promise((resolve) => frame(() => frame(() => resolve())));
      });
      await visitor.clock.install();
      await visitor.clock.pauseAt(Date.now());
      const page = await visitor.newPage();
      page.on('dialog', (dialog) => void dialog.dismiss());
      return page;
    };
    const isJudged = (at: number) => expect(workspace.sent('judged').map(({ props }) => props?.['last'])).toContain(at);
    /** Plays an interaction that leaves the page slowly. The clock of such a page cannot be advanced: its time is real, and it tracks what follows the judge's event itself. */
    const playLeaving = async (at: number) => {
      const page = await rig.visit(`${url}/${at}`);
      await page.evaluate(
        ([last, ms]) =>
          addEventListener('click', () => setTimeout(() => window.footfall?.track('judged', { last }), ms)),
        [at, judgedMs] as const,
      );
      await press(page);
      await until(() => isJudged(at));
    };
    const play = async (page: Page, { act = press, ready = 'true', leaves }: Interaction, at: number) => {
      if (leaves === 'slowly') return playLeaving(at);
      await page.goto(`${url}/${at}`);
      await advanceUntil(page, async () => {
        expect(await page.evaluate(`Boolean(window.footfall?.track && (${ready}))`)).toBe(true);
      });
      await act(page);
      if (leaves === 'at once') return page.waitForURL(`${url}/other`);
      // An event of the page that follows the judge's, whether or not there is one.
      await page.evaluate(
        async ([last, ms]) => {
          await window.drawn();
          setTimeout(() => window.footfall?.track('judged', { last }), ms);
        },
        [at, judgedMs] as const,
      );
      await advanceUntil(page, () => isJudged(at));
    };
    const left = [...interactions.entries()];
    const playAll = async () => {
      const page = await openTab();
      for (let next = left.shift(); next; next = left.shift()) await play(page, next[1], next[0]);
    };
    await Promise.all(Array.from({ length: visitorsMax }, playAll));
    await workspace.accepted(interactions.filter(({ leaves }) => leaves !== 'at once').length, 'judged');

    const paths = workspace.sent('$dead_click').map((event) => new URL(event.url).pathname);
    const rows = interactions.map(({ name, dead }, at) => {
      const found = paths.filter((path) => path === `/${at}`).length;
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
