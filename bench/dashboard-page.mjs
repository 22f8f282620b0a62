/**
 * The load time of the dashboard's page, in Chromium against a running server: first paint, complete page, delay after
 * the last response, requests, waves of requests and bytes. Measured for a first visit whose responses must be computed, for one
 * whose responses are cached, and for a reload in the same tab.
 * Usage: node bench/dashboard-page.mjs --url http://127.0.0.1:4000 --sign-in LINK [--site ws_…] [--days N] [--rounds N] [--json]
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { launchChromium } from '@footfall/test-servers/chromium';
import { median } from './dist/finding.js';

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:4000' },
    /** The link printed by `footfall sign-in`, which works once. */
    'sign-in': { type: 'string' },
    /** The workspace; by default the one that opens first. */
    site: { type: 'string' },
    /** The length of the range. */
    days: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
  },
});
const dayMs = 86_400_000;
const waitMs = 60_000;
/** The page is complete after this long without a request. */
const quietMs = 500;
if (options['sign-in'] === undefined) throw new Error('--sign-in must be the link that `footfall sign-in` prints');

const browser = await launchChromium();
const session = await signIn(options['sign-in']);
const site = options.site ?? (await firstSite());
const rounds = { computed: [], cached: [], reloaded: [] };
for (let round = 0; round < Number(options.rounds); round += 1) {
  // Whole days that have not been requested before, so that the first responses are not in the server's cache.
  const path = `/?site=${site}&range=${dayAgo(Number(options.days) + round + 1)}..${dayAgo(round + 2)}`;
  rounds.computed.push((await visit(path)).first);
  const { first, again } = await visit(path);
  rounds.cached.push(first);
  rounds.reloaded.push(again);
}
await browser.close();

const table = Object.entries(rounds).map(([page, all]) => ({ page, ...medians(all) }));
const load = loadavg()[0]?.toFixed(1);
if (options.json) console.log(JSON.stringify({ load, rounds: Number(options.rounds), pages: table }, null, 2));
else {
  console.log(`Medians of ${options.rounds} rounds in ms, load ${load}`);
  console.table(Object.fromEntries(table.map(({ page, ...rest }) => [page, rest])));
}

/** Returns the cookies of a session. */
async function signIn(link) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.locator('button.main').click({ timeout: waitMs });
  await page.locator('.tile').first().waitFor({ timeout: waitMs });
  const state = { cookies: await context.cookies() };
  await context.close();
  return state;
}

async function firstSite() {
  const cookie = session.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const response = await fetch(`${options.url}/admin/v1/me`, { headers: { cookie } });
  const { data } = await response.json();
  return data.workspaces[0].workspaceId;
}

/** Opens a page in a browser that has only the session, and loads it again. */
async function visit(path) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  await context.addCookies(session.cookies);
  const page = await context.newPage();
  await page.addInitScript(noteChanges);
  await page.goto(options.url + path);
  const first = await figures(page);
  await page.reload();
  const again = await figures(page);
  await context.close();
  return { first, again };
}

/** Runs in the page: records when something was last redrawn. */
function noteChanges() {
  const note = () => requestAnimationFrame(() => setTimeout(() => (globalThis.drawnMs = performance.now())));
  new MutationObserver(note).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
    attributes: true,
  });
}

async function figures(page) {
  const isComplete = () =>
    [...document.querySelectorAll('.tile .figure')].filter((one) => one.textContent).length === 6 &&
    [...document.querySelectorAll('.panel .content')].every((one) => one.querySelector('tbody tr, .empty, .map path'));
  await page.waitForFunction(isComplete, undefined, { timeout: waitMs });
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(quietMs);
  return page.evaluate(() => {
    const files = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const responses = files.filter(({ name }) => /\/(?:api|admin)\/v1\//.test(name));
    const lastResponse = Math.max(...responses.map(({ responseEnd }) => responseEnd));
    let [waves, endOfWave] = [0, 0];
    // Requests sent after a response of this wave may have waited for it.
    for (const { startTime } of responses.toSorted((one, other) => one.startTime - other.startTime)) {
      if (startTime < endOfWave) continue;
      waves += 1;
      endOfWave = Math.min(...responses.filter((one) => one.startTime >= startTime).map((one) => one.responseEnd));
    }
    return {
      'first paint': performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      'last response': lastResponse,
      complete: globalThis.drawnMs,
      'after the last response': globalThis.drawnMs - lastResponse,
      requests: files.length,
      waves,
      'kB transferred': files.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
    };
  });
}

function medians(all) {
  const names = Object.keys(all[0]);
  return Object.fromEntries(names.map((name) => [name, Math.round(median(all.map((one) => one[name])) * 10) / 10]));
}

function dayAgo(days) {
  return new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
}
