/** Many events at once, and unusual events: all valid ones are counted, in few requests, and the page does not notice. */
import { describeTracker } from './browser.fixture.ts';
import { noticed } from './sending.fixture.ts';
import type { Attributes, Workspace } from './workspace.fixture.ts';

/** Events added within this time go into one request. */
const gatherMs = 500;

describeTracker('a page with many events', (rig) => {
  let workspace: Workspace;

  beforeEach(async () => {
    workspace = await rig.workspace();
  });

  async function visit(attributes: Attributes = {}) {
    const body = '<button data-event="clicked">Buy</button><p>Text</p>';
    const site = rig.sites.serve('shop.test', { '*': workspace.page({ title: 'Shop', body, attributes }) });
    const page = await rig.visit(site.url);
    return { page, seen: noticed(page) };
  }

  const numbersOf = (type: string) => [...new Set(workspace.sent(type).map(({ props }) => props?.['n']))];

  it.each([{}, { 'data-storage': 'local' }])(
    'has 100 clicks and 100 calls a second counted, with few requests: %j',
    async (attributes) => {
      const { page, seen } = await visit(attributes);
      const tookMs = await page.evaluate<number>(`new Promise((done) => {
      const before = performance.now();
      let n = 0;
      const timer = setInterval(() => {
        document.querySelector('button').click();
        footfall.track('called', { n });
        if (++n === 200) {
          clearInterval(timer);
          done(performance.now() - before);
        }
      }, 10);
    })`);
      await workspace.accepted(200, 'clicked');
      await workspace.accepted(200, 'called');
      expect(await workspace.settled(page)).toMatchObject({ $pageview: 1, clicked: 200, called: 200 });
      // The loop takes longer than two seconds in a busy browser.
      expect(workspace.requests().length).toBeLessThan(25 + tookMs / gatherMs);
      expect(seen).toEqual([]);
    },
  );

  it.each([{}, { 'data-storage': 'local' }])(
    'has the latest 500 of 2,000 simultaneous events counted: %j',
    async (attributes) => {
      const { page, seen } = await visit(attributes);
      await workspace.accepted(1, '$pageview');
      const tookMs = await page.evaluate<number>(`
      const before = performance.now();
      for (let n = 0; n < 2000; n++) footfall.track('burst', { n });
      performance.now() - before;
    `);
      process.stdout.write(`2,000 calls of track, ${JSON.stringify(attributes)}: ${tookMs.toFixed(0)} ms\n`);
      await workspace.accepted(500, 'burst');
      expect(await workspace.settled(page)).toMatchObject({ $pageview: 1, burst: 500 });
      expect(numbersOf('burst')).toEqual(Array.from({ length: 500 }, (_, at) => 1500 + at));
      expect(seen).toEqual([]);
    },
  );

  it('is not disturbed by refused events, and loses no others', async () => {
    const odd: [what: string, code: string][] = [
      ['a prop of 100,000 characters', `footfall.track('odd', { text: 'x'.repeat(100_000) })`],
      ['a prop of 3,000,000 characters', `footfall.track('odd', { text: 'x'.repeat(3_000_000) })`],
      [
        '100 props of 100,000 characters',
        `for (let n = 0; n < 20; n++) footfall.track('odd', { text: 'x'.repeat(100_000) })`,
      ],
      ['a type of 3,000,000 characters', `footfall.track('x'.repeat(3_000_000))`],
      ['props that hold themselves', `const props = {}; props.props = props; footfall.track('odd', props)`],
      ['a type that holds itself', `const type = {}; type.type = type; footfall.track(type)`],
      ['a BigInt among props', `footfall.track('odd', { n: 1n })`],
      ['a BigInt as type', `footfall.track(1n)`],
      ['a symbol as type', `footfall.track(Symbol('odd'))`],
      [
        'props with undefined, null, NaN, functions',
        `footfall.track('odd', { a: undefined, b: null, c: NaN, d() {} })`,
      ],
      ['no arguments', `footfall.track()`],
      ['null for all', `footfall.track(null, null)`],
      [
        'props that are no object',
        `footfall.track('odd', 'text'); footfall.track('odd', 5); footfall.track('odd', [1])`,
      ],
      ['props whose getter throws', `footfall.track('odd', { get a() { throw new Error('odd') } })`],
      ['a type that only the product may use', `footfall.track('$unknown')`],
    ];
    const { page, seen } = await visit();
    for (const [at, [, code]] of odd.entries()) {
      await page.evaluate(`footfall.track('before ${at}'); (() => { ${code} })(); footfall.track('after ${at}')`);
    }
    await workspace.accepted(1, `after ${odd.length - 1}`);
    expect(seen).toEqual([]);
    const around = [...odd.keys()].flatMap((at) => [`before ${at}`, `after ${at}`]);
    const expected = Object.fromEntries(around.map((type) => [type, 1]));
    expect(await workspace.counted()).toMatchObject({ $pageview: 1, ...expected });
  });

  it('sends the props as they were at the call', async () => {
    const { page } = await visit();
    await page.evaluate(`{
      const props = { plan: 'pro' };
      footfall.track('signup', props);
      props.plan = 'free';
    }`);
    expect(await workspace.accepted(1, 'signup')).toMatchObject([{ props: { plan: 'pro' } }]);
  });

  it('keeps title, path, type and props in any script', async () => {
    const texts = ['متجر الكتب', 'חנות ספרים', '书店', '📚👩‍👩‍👧🇯🇵', 'ÅÄÖ ß ﷽'];
    const site = rig.sites.serve('shop.test', {});
    texts.forEach((text) => (site.pages[encodeURI(`/${text}`)] = workspace.page({ title: text })));
    const context = await rig.visitor();
    for (const text of texts) {
      const page = await context.newPage();
      await page.goto(`${site.url}/${text}?q=${text}#${text}`);
      await page.evaluate((value) => window.footfall?.track(value, { [value]: value }), text);
      expect(await workspace.accepted(1, text)).toMatchObject([{ props: { [text]: text } }]);
      await page.close();
    }
    const { data } = await workspace.read('pages');
    const titles = (data as { path: string; title: string }[]).map(({ path, title }) => [path, title] as const);
    expect(new Map(titles)).toEqual(new Map(texts.map((text) => [`/${text.replaceAll(' ', '%20')}`, text])));
    expect(await workspace.counted()).toMatchObject(Object.fromEntries(texts.map((text) => [text, 1])));
  });

  it('has events with unpaired surrogates counted, wherever they occur', async () => {
    const { page } = await visit();
    await page.evaluate(
      `document.title = 'x'.repeat(511) + '😀😀'; footfall.track('half \\ud800', { 'half \\udc00': 'half \\ud800' })`,
    );
    await workspace.accepted(1, 'half \ud800');
    expect(await workspace.counted()).toMatchObject({ $pageview: 1, 'half \ufffd': 1 });
  });

  it('has pages with titles, URLs and referrers of any length counted', async () => {
    const longTitle = 't'.repeat(5000);
    const redirect = `history.replaceState({}, '', '/new?r=' + 'r'.repeat(1500))`;
    const head = `<script>addEventListener('DOMContentLoaded', () => ${redirect})</script>`;
    const site = rig.sites.serve('shop.test', {
      '*': workspace.page({ title: longTitle }),
      '/old': workspace.page({ title: longTitle, head }),
    });
    const page = await rig.visit(`${site.url}/search?q=${'%D8%A7'.repeat(1000)}`);
    await workspace.accepted(1, '$pageview');
    await page.evaluate(`location.assign('/next?utm_source=mail&q=' + 'q'.repeat(3000))`);
    await workspace.accepted(2, '$pageview');
    await page.goto(`${site.url}/${'p'.repeat(2100)}`);
    await workspace.accepted(3, '$pageview');
    await page.goto(`${site.url}/old?q=${'q'.repeat(1500)}`);
    await workspace.accepted(4, '$pageview');
    const { data } = await workspace.read('pages');
    const paths = (data as { path: string; title: string }[]).map(({ path, title }) => [path.length, title.length]);
    expect(paths.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
      ['/new'.length, 512],
      ['/next'.length, 512],
      ['/search'.length, 512],
      [2048 - site.url.length, 512],
    ]);
  });
});
