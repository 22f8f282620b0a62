/** Pages that run no scripts: their views are sent by an image. */
import { describeTracker } from './browser.fixture.ts';
import { until } from './workspace.fixture.ts';

describeTracker('The pixel', (rig) => {
  it('counts the pages of a browser that runs no scripts, each under its own path', async () => {
    const workspace = await rig.workspace();
    const pixel = `${rig.ingestUrl}/api/v1/page.gif?key=${workspace.publicKey}`;
    const image = `<noscript><img src="${pixel}" referrerpolicy="no-referrer-when-downgrade" alt=""></noscript>`;
    const html = workspace.page({ body: `<p>Text</p>${image}<a href="/about">About</a>` });
    const { url } = rig.sites.serve('shop.test', { '*': html });
    const page = await rig.visit(`${url}/pricing?utm_source=news`, { javaScriptEnabled: false });
    await page.click('a');
    await page.waitForURL(`${url}/about`);
    await until(async () => {
      const { data } = await workspace.read('pages');
      expect(data).toMatchObject([
        { path: '/about', pageviews: 1, visitors: 1 },
        { path: '/pricing', pageviews: 1, visitors: 1 },
      ]);
    });
    await expect(workspace.read('overview')).resolves.toMatchObject({ sessions: 1 });
    await expect(workspace.read('sources')).resolves.toMatchObject({ utmSources: [{ source: 'news' }] });
  });

  it('is not requested if scripts run, so that a page counts once', async () => {
    const workspace = await rig.workspace();
    const pixel = `${rig.ingestUrl}/api/v1/page.gif?key=${workspace.publicKey}`;
    const { url } = rig.sites.serve('shop.test', {
      '/': workspace.page({ body: `<noscript><img src="${pixel}" alt=""></noscript>` }),
    });
    const page = await rig.visit(`${url}/`);
    await expect(workspace.settled(page)).resolves.toMatchObject({ $pageview: 1 });
  });

  it('is an image that browsers show', async () => {
    const workspace = await rig.workspace();
    const pixel = `${rig.ingestUrl}/api/v1/page.gif?key=${workspace.publicKey}`;
    const { url } = rig.sites.serve('shop.test', { '/': `<!doctype html><img src="${pixel}">` });
    const page = await rig.visit(`${url}/`);
    const size = await page.evaluate(async () => {
      const image = document.images[0];
      await image?.decode();
      return [image?.naturalWidth, image?.naturalHeight];
    });
    expect(size).toEqual([1, 1]);
  });
});
