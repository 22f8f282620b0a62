/** The tracker and the dashboard in WebKit, the engine of Safari: what differs there. Everything else is tested in Chromium. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Product, startProduct } from '@footfall/standalone/fixture';
import { describeWithPrograms, listenLocally, until } from '@footfall/test-servers';
import { launchWebKit, type WebKit, webkitPrograms } from '@footfall/test-servers/webkit';
import { z } from 'zod';
import { root } from './child-process.ts';

const dayMs = 86_400_000;
const typesSchema = z.object({ data: z.array(z.object({ type: z.string(), count: z.int() })) });
const pathsSchema = z.object({ data: z.array(z.object({ path: z.string(), pageviews: z.int() })) });
const visitorsSchema = z.object({ uniqueVisitors: z.int().min(2) });

describeWithPrograms('in WebKit', webkitPrograms, () => {
  let dataDir: string;
  let product: Product;
  let webkit: WebKit;
  let site: Server;
  let siteUrl: string;

  beforeAll(async () => {
    await promisify(execFile)(process.execPath, [join(root, 'apps/dashboard/build/build.mjs')]);
    dataDir = await mkdtemp(join(tmpdir(), 'footfall-in-webkit-'));
    product = await startProduct({ DATA_DIR: dataDir });
    site = createServer((request, response) => {
      response.setHeader('Content-Type', 'text/html').end(pageAt(request.url ?? ''));
    });
    siteUrl = `http://127.0.0.1:${await listenLocally(site)}`;
    webkit = await launchWebKit();
  });
  afterAll(async () => {
    await webkit?.close();
    site?.close();
    await product?.stop();
    await rm(dataDir, { recursive: true });
  });

  /** A page with the script tag. The tracker does not measure automated browsers, so this one denies that it is one. */
  const pageAt = (path: string) => `<!doctype html><title>${path}</title>
    <script>Object.defineProperty(navigator, 'webdriver', { value: false })</script>
    <script defer src="${product.ingestUrl}/tracker.js" data-key="${product.credentials.publicKey}" data-debug></script>
    <body style="height: 3000px"><a id="two" href="/two">Two</a>
    <button id="signup" data-event="signup" onclick="this.textContent = 'Done'">Sign up</button> <form action="/three"><button id="send">Send</button></form>`;
  const click = async (selector: string) => webkit.driver.findElement({ css: selector }).click();
  const run = (script: string): Promise<unknown> => webkit.driver.executeScript(`return (${script})`);
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(`${product.apiUrl}/api/v1/analytics/${path}`, {
      headers: { Authorization: `Bearer ${product.credentials.secretKey}` },
    });
    return response.json();
  };
  /** Another range each time, because responses are cached. */
  const since = () => `start=${new Date(Date.now() - 3_600_000).toISOString()}`;
  const types = async () => {
    const { data } = typesSchema.parse(await read(`events?${since()}`));
    return Object.fromEntries(data.map(({ type, count }) => [type, count]));
  };

  it('pages, steps of a single-page app, declared events and forms are counted once, and each page is left once', async () => {
    const counted = (type: string, count: number) => until(async () => (await types())[type] === count, types);
    await webkit.driver.get(`${siteUrl}/one`);
    await click('#signup');
    await counted('signup', 1);
    await click('#two');
    await counted('$pageview', 2);
    await run('history.back()');
    await counted('$pageview', 3);
    await run(`history.pushState({}, '', '/step')`);
    await run(`location.hash = 'part'`);
    await counted('$pageview', 4);
    await click('#send');
    await counted('$pageview', 5);
    await webkit.driver.get('about:blank');
    await counted('$pageleave', 5);
    expect(await types()).toEqual({ $pageview: 5, $pageleave: 5, $form_submit: 1, signup: 1 });
    const { data } = pathsSchema.parse(await read(`breakdown?by=path&metrics=pageviews&${since()}`));
    expect(Object.fromEntries(data.map(({ path, pageviews }) => [path, pageviews]))).toEqual({
      '/one': 2,
      '/two': 1,
      '/step': 1,
      '/three': 1,
    });
    expect(await read(`overview?${since()}`)).toMatchObject({ uniqueVisitors: 1, sessions: 1 });
  });

  it('the dashboard signs in, shows figures and the chart, filters by a row, and marks what is not over', async () => {
    const now = Date.now();
    const visit = (visitorId: string, days: number) => ({
      type: '$pageview',
      url: 'https://site.test/',
      visitorId,
      sessionId: `${visitorId}-${days}`,
      // Before the hour that the other test reads.
      timestamp: now - days * dayMs - 2 * 3_600_000,
    });
    const response = await fetch(`${product.ingestUrl}/api/v1/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${product.credentials.secretKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ events: [visit('a', 14), visit('a', 7), visit('b', 7), visit('b', 0)] }),
    });
    expect(response.status).toBe(202);
    await product.drain();
    await webkit.driver.get(`${product.apiUrl}/sign-in#${await product.createOwnerToken()}`);
    await until(() => run(`document.querySelector('form button') !== null`).then(Boolean));
    await click('form button');
    const text = () => run('document.querySelector("main")?.textContent ?? ""').then(String);
    await until(async () => (await text()).includes('Sources'), text);
    await run(`void ((globalThis.failures = []), addEventListener('error', ({ message }) => failures.push(message)))`);
    const { uniqueVisitors } = visitorsSchema.parse(await read('overview'));
    const figure = () => run(`document.querySelector('.tile .figure')?.textContent`);
    await until(async () => (await figure()) === String(uniqueVisitors), figure);
    expect(await run(`document.querySelector('.chart .area').getBBox().height > 10`)).toBe(true);
    // WebKit ignores masks there.
    expect(await run(`getComputedStyle(document.querySelector('.chart .area')).mask`)).toMatch(/^none/);
    await click('.panel tbody tr a');
    await until(async () => String(await run('location.search')).includes('filter='));
    expect(await run('failures')).toEqual([]);
    await webkit.driver.get(`${product.apiUrl}/?all=retention`);
    const underlined = () =>
      run(`[...document.querySelectorAll('.retention td')].map((cell) => getComputedStyle(cell).textDecorationLine)`);
    await until(async () => String(await underlined()).includes('underline'), underlined);
    expect(await run('document.title')).toContain('Retention');
  });
});
