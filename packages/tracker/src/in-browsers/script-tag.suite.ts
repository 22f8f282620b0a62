/** The script tag on a page: its options, its endpoint, calls before it has loaded, and events declared in markup. */
import { describeTracker } from './browser.fixture.ts';
import type { SiteHandler } from './sites.fixture.ts';
import { failing, noticed, stub } from './sending.fixture.ts';
import { until } from './workspace.fixture.ts';

describeTracker('The script tag', (rig) => {
  it('sends events that the page tracked before the script had loaded, in order, with their props', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', {
      '/': workspace.page({
        head: `${stub}<script>footfall.track("early", { plan: "pro", seats: 3, trial: true }); footfall.track("next")</script>`,
      }),
    });
    const page = await rig.visit(`${url}/`);
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1, early: 1, next: 1 });
    expect(workspace.sent().slice(0, 3)).toMatchObject([
      { type: '$pageview' },
      { type: 'early', props: { plan: 'pro', seats: 3, trial: true } },
      { type: 'next' },
    ]);
  });

  it('is called by references to functions of the stub, also after it has loaded', async () => {
    const workspace = await rig.workspace();
    const references = `<script>
      const { track } = footfall;
      accept.addEventListener('click', footfall.start);
      buy.addEventListener('click', () => track('bought', { plan: 'pro' }));
    </script>`;
    const { url } = rig.sites.serve('shop.test', {
      '/': workspace.page({
        head: stub,
        body: `<button id="accept">Accept</button><button id="buy">Buy</button>${references}`,
        attributes: { 'data-auto': 'false' },
      }),
    });
    const page = await rig.visit(`${url}/`);
    const seen = noticed(page);
    await page.click('#accept');
    await page.click('#buy');
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1, bought: 1 });
    expect(workspace.sent('bought')).toMatchObject([{ props: { plan: 'pro' } }]);
    expect(seen).toEqual([]);
  });

  it('counts a page once if the script is on it twice', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', {
      '/': workspace.page({
        head: stub + workspace.tag(),
        body: `<p>Text</p>${workspace.tag({ defer: false })}<script>footfall.track("tracked")</script>`,
      }),
    });
    const page = await rig.visit(`${url}/`);
    await page.evaluate(() => history.pushState({}, '', '/next'));
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 2, tracked: 1 });
  });

  it('can be inserted by a script, long after the page has loaded', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '/': `<title>Late</title>${stub}<p>Text</p>` });
    const page = await rig.visit(`${url}/`);
    await page.evaluate(
      ([src, key]) => {
        window.footfall?.track('early');
        const script = Object.assign(document.createElement('script'), { src, async: true });
        script.dataset['key'] = key;
        document.head.append(script);
      },
      [`${rig.ingestUrl}/tracker.js`, workspace.publicKey] as const,
    );
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1, early: 1 });
  });

  it.each(['<div id="footfall">Text</div>', '<form name="footfall"><input name="track"><input name="q"></form>'])(
    'works next to %s',
    async (body) => {
      const workspace = await rig.workspace();
      const { url } = rig.sites.serve('shop.test', { '/': workspace.page({ body }) });
      const page = await rig.visit(`${url}/`);
      await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1 });
    },
  );

  it('sends only explicit events if data-auto is false', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page({ attributes: { 'data-auto': 'false' } }) });
    const page = await rig.visit(`${url}/`);
    await page.evaluate(() => history.pushState({}, '', '/unseen'));
    await expect(workspace.settled(page)).resolves.toEqual({});
    await page.evaluate(() => {
      history.pushState({}, '', '/seen');
      window.footfall?.pageview();
      window.footfall?.track('bought');
    });
    await expect(workspace.settled(page)).resolves.toEqual({ $pageview: 1, bought: 1 });
    await expect(workspace.read('pages')).resolves.toMatchObject({ data: [{ path: '/seen', pageviews: 1 }] });
  });

  it('sends to the directory of the script, even under a path of another origin', async () => {
    const workspace = await rig.workspace();
    const other = rig.sites.serve('other.test', { '*': firstParty('/stats', () => rig.proxy.port) });
    const { url } = rig.sites.serve('shop.test', {
      '*': workspace.page({ attributes: { src: `${other.url}/stats/tracker.js` } }),
    });
    const page = await rig.visit(`${url}/docs/start`);
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1 });
    const [requested, ...sent] = other.requests.map(({ path }) => path);
    expect(requested).toBe('/stats/tracker.js');
    expect(new Set(sent)).toEqual(new Set(['/stats/api/v1/events']));
    await expect(workspace.read('pages')).resolves.toMatchObject({ data: [{ path: '/docs/start', pageviews: 1 }] });
  });

  it('can be served from a path of the site itself', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', {
      '/': workspace.page({ attributes: { src: 'stats/tracker.js?v=2' } }),
      '/stats/tracker.js': firstParty('/stats', () => rig.proxy.port),
      '/stats/api/v1/events': firstParty('/stats', () => rig.proxy.port),
    });
    const page = await rig.visit(`${url}/`);
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1 });
  });

  it('sends to data-endpoint if the script comes from elsewhere', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', {
      '/': workspace.page({ attributes: { src: '/assets/tracker.js', 'data-endpoint': rig.ingestUrl } }),
      '/assets/tracker.js': firstParty('/assets', () => rig.proxy.port),
    });
    const page = await rig.visit(`${url}/`);
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1 });
  });

  it.each(['', '/', '//'])('A18 sends to data-endpoint with "%s" at its end', async (end) => {
    const workspace = await rig.workspace();
    const attributes = { 'data-endpoint': rig.ingestUrl + end };
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page({ attributes }) });
    const page = await rig.visit(`${url}/`);
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1 });
  });

  it.each([
    ['unknown', `pk_live_${'0'.repeat(32)}`],
    ['missing', false],
  ])('A18 warns once, with the message of the server, if its key is %s', async (_, key) => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page({ attributes: { 'data-key': key } }) });
    const page = await (await rig.visitor()).newPage();
    const warned: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warned.push(message.text()));
    await page.goto(`${url}/`);
    await until(() => expect(warned).toHaveLength(1));
    await page.evaluate(() => window.footfall?.track('another'));
    await until(() => expect(rig.proxy.requests.filter(({ status }) => status === 401)).toHaveLength(2));
    await page.evaluate(() => fetch('/'));
    expect(warned).toEqual([expect.stringContaining('A valid API key is required')]);
  });

  it('A18 does not warn about events that it sends again', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page() });
    rig.proxy.behaviour = failing([{ status: 503 }, { status: 429 }]);
    const page = await (await rig.visitor()).newPage();
    const warned: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warned.push(message.text()));
    await page.goto(`${url}/`);
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1 });
    expect(warned).toEqual([]);
  });

  it('A18 measures for the workspaces of two tags, from one set of listeners', async () => {
    const first = await rig.workspace();
    const second = await rig.workspace();
    const listeners = `<script>window.listeners = []; { const add = EventTarget.prototype.addEventListener; EventTarget.prototype.addEventListener = function (type, ...rest) { if (this === window || this === undefined) listeners.push(type); add.call(this, type, ...rest); } }</script>`;
    const { url } = rig.sites.serve('shop.test', {
      '/': first.page({
        head: listeners + second.tag({ 'data-key': second.publicKey }),
        body: '<button data-event="bought">Buy</button>',
      }),
      '/alone': second.page({ head: listeners }),
    });
    const page = await rig.visit(`${url}/`);
    const clicks = () =>
      page.evaluate(() => (Reflect.get(window, 'listeners') as string[]).filter((type) => type === 'click').length);
    const ofBoth = await clicks();
    await page.evaluate(() => history.pushState({}, '', '/next'));
    await page.click('button');
    await page.evaluate(() => window.footfall?.track('tracked'));
    await expect(first.settled(page)).resolves.toMatchObject({ $pageview: 2, bought: 1, tracked: 1 });
    await expect(second.settled(page)).resolves.toMatchObject({ $pageview: 2, bought: 1, tracked: 1 });
    await page.goto(`${url}/alone`);
    expect(ofBoth).toBe(await clicks());
  });

  it('A18 counts the current page for a second tag that is added later', async () => {
    const first = await rig.workspace();
    const second = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '*': first.page({ attributes: { 'data-storage': 'local' } }) });
    const page = await rig.visit(`${url}/`);
    await first.settled(page);
    await page.evaluate(
      ([src, key]) => {
        const script = Object.assign(document.createElement('script'), { src });
        script.dataset['key'] = key;
        document.head.append(script);
        return new Promise((resolve) => script.addEventListener('load', resolve));
      },
      [`${rig.ingestUrl}/tracker.js`, second.publicKey] as const,
    );
    await page.evaluate(() => history.pushState({}, '', '/next'));
    await expect(second.settled(page)).resolves.toMatchObject({ $pageview: 2 });
    await expect(first.settled(page)).resolves.toMatchObject({ $pageview: 2 });
  });

  it('treats attributes without a value as omitted', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', {
      '/': workspace.page({ attributes: { 'data-exclude': '', 'data-endpoint': '' } }),
    });
    const page = await rig.visit(`${url}/`);
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1 });
  });

  it('does not measure the paths in data-exclude', async () => {
    const workspace = await rig.workspace();
    const attributes = { 'data-exclude': '\n  /admin/*,\n  /preview , *.draft\n' };
    const { url } = rig.sites.serve('shop.test', { '*': workspace.page({ attributes }) });
    const page = await rig.visit(`${url}/admin/users`);
    await page.evaluate(() => window.footfall?.track('clicked'));
    for (const path of ['/preview', '/a/b.draft?x=1', '/admin', '/previews', '/a.draft/b', '/a-draft']) {
      await page.evaluate((to) => history.pushState({}, '', to), path);
    }
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 4 });
    const { data } = await workspace.read('pages');
    expect(data.map(({ path }: { path: string }) => path)).toEqual(['/a-draft', '/a.draft/b', '/admin', '/previews']);
    expect(workspace.sent('clicked')).toEqual([]);
  });

  it('does not measure a page that redirects at once to a path in data-exclude', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', {
      '*': workspace.page({ attributes: { 'data-exclude': '/admin/*' } }),
    });
    const page = await rig.visit(`${url}/`);
    await page.evaluate(() => history.replaceState({}, '', '/admin/secret'));
    await page.evaluate(() => history.pushState({}, '', '/shown'));
    await workspace.settled(page);
    expect(
      workspace
        .sent()
        .map(({ url: at }) => at)
        .join(' '),
    ).not.toContain('secret');
  });

  it('sends events that elements declare when they are clicked, and forms when they are submitted', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', {
      '/': workspace.page({
        body: `
          <button type="button" data-event="signup" data-event-plan="pro" data-event-source-page="home" data-event-long="${'x'.repeat(2_000)}"><b>Sign up</b></button>
          <form data-event="subscribe" data-event-list="news" onsubmit="return false"><input name="q"><button id="send">Send</button></form>
          <div onclick="event.stopPropagation()"><a href="#x" data-event="opened">Open</a></div>`,
      }),
    });
    const page = await rig.visit(`${url}/`);
    await page.click('b');
    await page.click('input');
    await page.click('#send');
    await page.click('a');
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1, signup: 1, subscribe: 1, opened: 1 });
    expect(workspace.sent('signup')).toMatchObject([
      { props: { plan: 'pro', 'source-page': 'home', long: 'x'.repeat(1_024) } },
    ]);
    expect(workspace.sent('subscribe')).toMatchObject([{ props: { list: 'news' } }]);
  });

  it.each([
    ['one time for both clicks, as in Chromium and Safari', ''],
    [
      // The events of Chromium, with times of their own.
      'a time for each click, as in Firefox',
      `<script>{
        const times = new WeakMap();
        let count = 0;
        Object.defineProperty(Event.prototype, 'timeStamp', {
          get() {
            if (!times.has(this)) times.set(this, performance.now() + ++count / 1000);
            return times.get(this);
          },
        });
      }</script>`,
    ],
  ])(
    'sends a declared event once for a click on a label, which the browser repeats on its control: %s',
    async (_, head) => {
      const workspace = await rig.workspace();
      const { url } = rig.sites.serve('shop.test', {
        '/': workspace.page({
          head,
          body: `
            <label data-event="chosen"><input type="radio"> <b>Pro</b></label>
            <div data-event="agreed"><label for="box"><b>Agree</b></label> <input type="checkbox" id="box"></div>
            <label data-event="asked" for="outside"><b>Ask</b></label> <input type="checkbox" id="outside">
            <label data-event="prevented" onclick="event.preventDefault()"><input type="checkbox"> <b>Prevent</b></label>
            <label data-event="refused"><input type="checkbox" disabled> <b>Refuse</b></label>
            <label><input type="radio" data-event="upgraded"> <b>Upgrade</b></label>
            <div id="host"></div>
            <script>document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = '<label data-event="inside"><input type="checkbox"> <b>Inside</b></label>'</script>`,
        }),
      });
      const page = await rig.visit(`${url}/`);
      const seen = noticed(page);
      const steps = [
        () => page.getByText('Pro').click(),
        () => page.getByText('Agree').click(),
        () => page.locator('#box').click(),
        () => page.locator('#box').click(),
        () => page.locator('#box').press('Space'),
        () => page.getByText('Agree').click(),
        () => page.getByText('Ask').click(),
        () => page.locator('#outside').click(),
        () => page.getByText('Prevent').click(),
        () => page.getByText('Prevent').click(),
        // Without `force`, a label of a disabled control is waited for.
        () => page.getByText('Refuse').click({ force: true }),
        () => page.getByText('Upgrade').click(),
        () => page.getByText('Inside').click(),
      ];
      for (const step of steps) await step();
      const counts = { chosen: 1, agreed: 5, asked: 1, prevented: 2, refused: 1, upgraded: 1, inside: 1 };
      await expect(workspace.settled(page)).resolves.toMatchObject(counts);
      expect(seen).toEqual([]);
    },
  );

  it('sends declared events of a form whose fields have names of its methods, and of a shadow root', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', {
      '/': workspace.page({
        body: `
          <form data-event="filtered" data-event-kind="size" onsubmit="return false"><select name="attributes"></select><input name="matches"><button>Filter</button></form>
          <div id="host"></div>
          <script>document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = '<button data-event="inside">Inside</button>'</script>`,
      }),
    });
    const page = await rig.visit(`${url}/`);
    const seen = noticed(page);
    await page.getByText('Filter').click();
    await page.getByText('Inside').click();
    await expect(workspace.settled(page)).resolves.toMatchObject({ filtered: 1, inside: 1 });
    expect(workspace.sent('filtered')).toMatchObject([{ props: { kind: 'size' } }]);
    expect(seen).toEqual([]);
  });

  it('ignores events that cannot be sent', async () => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('shop.test', { '/': workspace.page() });
    const page = await rig.visit(`${url}/`);
    const errors: unknown[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.evaluate(() => {
      const circular: Record<string, never> = {};
      Reflect.set(circular, 'self', circular);
      window.footfall?.track('circular', circular);
      window.footfall?.track('$unknown');
      window.footfall?.track('good', { at: 'once' });
    });
    await until(() => expect(workspace.sent('good')).toHaveLength(1));
    await workspace.accepted(1, 'good');
    await expect(until(() => workspace.counted())).resolves.toMatchObject({ $pageview: 1, good: 1 });
    expect(errors).toEqual([]);
  });
});

/** Returns a site's own server that passes a path on to ingest. */
function firstParty(prefix: string, port: () => number): SiteHandler {
  return async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = 'GET', url = '', headers } = request;
    const upstream = await fetch(`http://127.0.0.1:${port()}${url.slice(prefix.length)}`, {
      method,
      headers: { 'content-type': headers['content-type'] ?? '', 'user-agent': headers['user-agent'] ?? '' },
      ...(method === 'POST' && { body: Buffer.concat(chunks) }),
    });
    const type = upstream.headers.get('content-type') ?? '';
    response.writeHead(upstream.status, { 'content-type': type, 'access-control-allow-origin': '*' });
    response.end(Buffer.from(await upstream.arrayBuffer()));
  };
}
