/** Scroll depth in a real browser: the events sent, and the figures of the API. */
import { describeTracker } from './browser.fixture.ts';
import { hide, left, pass, scrollTo, show, tall, viewport, visitTimed } from './engagement.fixture.ts';

describeTracker('Scroll depth', (rig) => {
  it('is the deepest bottom of the viewport', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page({ body: tall(4_000) }) });
    const page = await visitTimed(rig, `${url}/`);
    for (const top of [100, 400, 1_200, 300, 0]) await scrollTo(page, top);
    await hide(page);
    expect(await left(workspace, 1)).toEqual([['/', 0, 50, false]]);
  });

  it('is 100 for a page that fits the viewport, also without a doctype', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', {
      '/short': workspace.page({ body: tall(10) }),
      '/quirks': `${workspace.tag()}<p>Text</p>`,
      '/tall-quirks': workspace.tag() + tall(3_200),
    });
    const page = await visitTimed(rig, `${url}/short`);
    await page.goto(`${url}/quirks`);
    await page.goto(`${url}/tall-quirks`);
    await hide(page);
    expect(await left(workspace, 3)).toEqual([
      ['/short', 0, 100, false],
      ['/quirks', 0, 100, false],
      ['/tall-quirks', 0, 25, false],
    ]);
  });

  it('refers to the height of the page when it is left, because pages grow', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page({ body: tall(800) }) });
    const page = await visitTimed(rig, `${url}/`);
    await page.click('#text');
    await page.evaluate(() => document.querySelector('#text')?.setAttribute('style', 'height: 8000px'));
    await hide(page);
    expect(await left(workspace, 1)).toEqual([['/', 0, 10, false]]);
  });

  it('adds up to the correct depth, and to at most 100', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page({ body: tall(4_000) }) });
    const page = await visitTimed(rig, `${url}/`);
    const height = (pixels: number) =>
      page.evaluate((to) => document.querySelector('#text')?.setAttribute('style', `height: ${to}px`), pixels);
    for (const top of [400, 1_200, 800, 3_200]) {
      await scrollTo(page, top);
      await hide(page);
      await show(page);
    }
    // Half of the page has been seen, and then all of it again.
    await height(8_000);
    await hide(page);
    await show(page);
    await scrollTo(page, 7_200);
    await pass(page, 1_000);
    await hide(page);
    expect(await left(workspace, 4)).toEqual([
      ['/', 0, 30, false],
      ['/', 0, 20, true],
      ['/', 0, 50, true],
      ['/', 1, 0, true],
    ]);
  });

  it.each([
    ['at the top of the page', 0, 20],
    ['further down', 1_200, 50],
  ])('stays the same while a dialog locks scrolling by fixing the body, %s', async (_, top, depth) => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page({ body: tall(4_000) }) });
    const page = await visitTimed(rig, `${url}/`);
    await scrollTo(page, top);
    await page.click('#text');
    await page.evaluate((y) => document.body.setAttribute('style', `position: fixed; top: -${y}px; width: 100%`), top);
    await page.waitForFunction(() => scrollY === 0, undefined, { polling: 25 });
    // A click on something in the dialog.
    await page.mouse.click(10, 10);
    await hide(page);
    expect(await left(workspace, 1)).toEqual([['/', 0, depth, false]]);
  });

  it('starts again with each page of a single-page app', async () => {
    const workspace = await rig.workspace();
    const script = `<script>
      const go = (path, height, isLate) => {
        history.pushState(null, '', path);
        const render = () => { document.querySelector('#text').style.height = height + 'px'; scrollTo(0, 0); };
        if (isLate) setTimeout(render); else render();
      };
      onclick = ({ target }) => { if (target.id) go('/' + target.id, +target.dataset.height, target.dataset.late); };
    </script>`;
    const menu = `<nav style="position:fixed"><button id="second" data-height="8000">2</button><button id="third" data-height="1600" data-late="1">3</button></nav>`;
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page({ body: menu + tall(4_000) + script }) });
    const page = await visitTimed(rig, `${url}/`);
    await scrollTo(page, 3_200);
    await page.click('#second');
    await page.waitForFunction(() => scrollY === 0);
    await page.click('#third');
    await page.waitForFunction(() => document.documentElement.scrollHeight === 1_600);
    await hide(page);
    expect(await left(workspace, 3)).toEqual([
      ['/', 0, 100, false],
      ['/second', 0, 10, false],
      ['/third', 0, 50, false],
    ]);
  });

  it('starts at the top of the next page if a router changes the URL before the tracker sees the click', async () => {
    const workspace = await rig.workspace();
    const head = `<script>addEventListener('click', () => history.pushState(null, '', '/second'), true)</script>`;
    const body = '<button style="position:fixed">2</button>' + tall(4_000);
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page({ head, body }) });
    const page = await visitTimed(rig, `${url}/`);
    await scrollTo(page, 1_200);
    await page.click('button');
    await page.evaluate(() => document.querySelector('#text')?.setAttribute('style', 'height: 8000px'));
    await scrollTo(page, 0);
    await hide(page);
    expect(await left(workspace, 2)).toEqual([
      ['/', 0, 50, false],
      ['/second', 0, 10, false],
    ]);
  });

  it('starts at the top of the next page if a router removes the clicked link, which has the focus, before it scrolls up', async () => {
    const workspace = await rig.workspace();
    const script = `<script>onclick = (event) => {
      event.preventDefault();
      history.pushState(null, '', '/second');
      text.innerHTML = '';
      text.style.height = '8000px';
      scrollTo(0, 0);
    }</script>`;
    const link = '<a href="/second" style="position:fixed">2</a>';
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page({ body: tall(4_000, link) + script }) });
    const page = await visitTimed(rig, `${url}/`);
    await scrollTo(page, 1_200);
    await page.click('a');
    await page.waitForFunction(() => scrollY === 0);
    await hide(page);
    expect(await left(workspace, 2)).toEqual([
      ['/', 0, 50, false],
      ['/second', 0, 10, false],
    ]);
  });

  it('refers to the page that a single-page app shows a second after its placeholder', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page({ body: tall(4_000) }) });
    const context = await rig.visitor({ viewport });
    await context.clock.install();
    // From here on only the test advances the time, however slow the machine is.
    await context.clock.pauseAt(Date.now());
    const page = await context.newPage();
    await page.goto(`${url}/`);
    const height = (pixels: number) =>
      page.evaluate((to) => document.querySelector('#text')?.setAttribute('style', `height: ${to}px`), pixels);
    await page.evaluate(() => history.pushState(null, '', '/second'));
    await height(100);
    await page.click('#text');
    await height(8_000);
    await context.clock.runFor(2_000);
    await page.evaluate(() => history.pushState(null, '', '/third'));
    await hide(page);
    const leaves = await left(workspace, 3);
    expect(leaves.map(([path, , depth]) => [path, depth])).toEqual([
      ['/', 20],
      ['/second', 10],
      ['/third', 10],
    ]);
  });

  it('and engaged time are in the responses as they were sent', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', {
      '/low': workspace.page({ body: tall(4_000) }),
      '/lower': workspace.page({ body: tall(16_000) }),
      '/seldom': workspace.page({ body: tall(40_000) }),
    });
    const page = await visitTimed(rig, `${url}/seldom`);
    for (const [at, top] of [0, 333, 700, 1_111, 3_200].entries()) {
      for (const path of ['/low', '/lower']) {
        await page.goto(url + path);
        await pass(page, 1_000 + 777 * at);
        await scrollTo(page, top);
        await hide(page);
        await show(page);
        await pass(page, 200 * at);
        await scrollTo(page, top + 40 * at);
      }
    }
    await page.goto('about:blank');
    const leaves = await workspace.accepted(19, '$pageleave');
    const of = (path: string) => leaves.filter((leave) => new URL(leave.url).pathname === path);
    const mean = (path: string, field: 'scrollDepth' | 'engagedSeconds') => {
      const samples = of(path).filter(({ continued }) => !continued).length;
      const sum = of(path).reduce((total, leave) => total + (leave[field] ?? 0), 0);
      return Math.round((sum / samples) * 100) / 100;
    };
    expect(of('/low').map(({ scrollDepth }) => scrollDepth)).toEqual([20, 28, 1, 38, 2, 48, 3, 100, 0]);
    expect(await workspace.read('ux-insights')).toMatchObject({
      low_scroll_pages: [
        { doc_path: '/lower', samples: 5, avg_scroll_depth: mean('/lower', 'scrollDepth') },
        { doc_path: '/low', samples: 5, avg_scroll_depth: mean('/low', 'scrollDepth') },
      ],
    });
    const { data } = await workspace.read('pages');
    expect(data).toMatchObject([
      { path: '/low', pageviews: 5, avgTime: mean('/low', 'engagedSeconds') },
      { path: '/lower', pageviews: 5, avgTime: mean('/lower', 'engagedSeconds') },
      { path: '/seldom', pageviews: 1, avgTime: 0 },
    ]);
  });
});
