/**
 * The memory of the standalone process: at rest, while events arrive and while a log is imported, with a hard limit that
 * includes mapped files. Linux only; the limit requires root. Needs a build (`npm start` makes one).
 * Usage: node bench/memory.mjs [--events N] [--batch N] [--pages N] [--lines N] [--rest SECONDS] [--limit MB | --no-limit] [--keep DIR] [--json]
 * Exits with 1 if the process was killed or an event is missing. Mapped files that other processes have read before count for
 * those processes, not for the limit: the figures `together` do not depend on that.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { memoryOf } from '@footfall/test-servers/process-figures';
import { createMemoryLimit } from './memory-limit.mjs';
import { startStandalone } from './standalone-process.mjs';

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    /** Events per request. */
    batch: { type: 'string', default: '1' },
    /** Pageviews of each visitor. */
    pages: { type: 'string', default: '4' },
    /** Lines of the imported log; 0 imports none. */
    lines: { type: 'string', default: '100000' },
    /** The time without activity after which memory counts as being at rest. */
    rest: { type: 'string', default: '60' },
    limit: { type: 'string', default: '700' },
    'no-limit': { type: 'boolean', default: false },
    /** The directory to keep the data in; by default they are removed. A directory with data is continued. */
    keep: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const eventCount = Number(options.events);
const batchSize = Number(options.batch);
const pagesOfVisitor = Number(options.pages);
const restMs = Number(options.rest) * 1_000;
const connections = 32;
const sampleMs = 100;
const dashboardEveryMs = 5_000;
const retryMs = 200;
const stallMs = 600_000;
const dashboard = ['overview', 'visitors', 'pages', 'sources', 'devices', 'geo', 'events'];
const importer = new URL('../apps/cli/dist/main.js', import.meta.url).pathname;
const say = (text) => options.json || console.log(text);

const limit = options['no-limit'] ? undefined : createMemoryLimit(Number(options.limit) * 1e6);
const directory = resolve(options.keep ?? mkdtempSync(join(tmpdir(), 'footfall-memory-')));
mkdirSync(directory, { recursive: true });
const dataDir = join(directory, 'data');
const figures = { limit: limit?.name ?? 'none', limitMb: limit ? Number(options.limit) : null, phases: {} };
let product;
let secretKey;

try {
  product = await start();
  ({ secretKey } = await product.newWorkspace('memory'));
  await phase('empty', () => delay(restMs));
  if (eventCount > 0) {
    await phase('arrival', () => sendEvents());
    await phase('after arrival', () => delay(restMs));
  }
  await phase('dashboard', async () => {
    for (let round = 0; round < 10; round += 1) await loadDashboard();
  });
  await phase('after dashboard', () => delay(restMs));
  if (Number(options.lines) > 0) {
    await phase('import', () => importLog());
    await phase('after import', () => delay(restMs));
  }
  await product.stop();
  product = await start();
  await phase('after restart', () => delay(restMs));
  figures.isAlive = true;
  const anonymous = (name) => figures.phases[name].anonMb;
  figures.restMb = Math.max(
    ...Object.keys(figures.phases)
      .filter((name) => name.startsWith('after '))
      .map(anonymous),
  );
  figures.restartMb = anonymous('after restart');
  figures.peakMb = Math.max(...Object.values(figures.phases).map(({ highest }) => highest.anonMb));
} catch (error) {
  figures.isAlive = false;
  figures.reason = error.message;
  process.exitCode = 1;
  say(`FAILED: ${error.message}`);
} finally {
  await product?.stop();
  figures.killed = limit?.kills() ?? null;
  figures.reclaims = limit?.reclaims() ?? null;
  if (limit)
    say(
      `${limit.name}, ${options.limit} MB: ${figures.killed} killed, the limit was reached ${figures.reclaims} times`,
    );
  limit?.remove();
  if (options.json) console.log(JSON.stringify(figures));
  if (options.keep === undefined) rmSync(directory, { recursive: true, force: true });
}

function start() {
  return startStandalone({ dataDir, enter: limit?.enter ?? '', connections });
}

/** Runs `work` and records the memory at its end, and the highest while it ran. */
async function phase(name, work) {
  const highest = { anonMb: 0, fileMb: 0, residentMb: 0 };
  const startedAt = performance.now();
  const sample = () => {
    const now = megabytesOf(product.pid);
    for (const key of Object.keys(highest)) highest[key] = Math.max(highest[key], now[key]);
    return now;
  };
  const sampler = setInterval(sample, sampleMs);
  let further;
  try {
    further = await work();
  } finally {
    clearInterval(sampler);
  }
  const end = sample();
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  figures.phases[name] = { ...end, highest, seconds, ...further };
  say(
    `${name.padEnd(16)} anonymous ${mb(end.anonMb)}, files ${mb(end.fileMb)}; highest ${mb(highest.anonMb)} and ${mb(highest.fileMb)}, together ${mb(highest.residentMb)} MB; ${seconds} s${further ? ` ${JSON.stringify(further)}` : ''}`,
  );
}

/** Sends all events while a dashboard is open; resolves once they are stored and in the rollups. */
async function sendEvents() {
  const storedBefore = await product.metric('footfall_consumer_rows_total');
  let sent = 0;
  let retried = 0;
  const startedAt = performance.now();
  async function client() {
    while (sent < eventCount) {
      const first = sent;
      sent += Math.min(batchSize, eventCount - sent);
      const events = Array.from({ length: sent - first }, (_, index) => eventOf(first + index));
      const body = JSON.stringify(batchSize === 1 ? events[0] : { events });
      for (;;) {
        const status = await send(body);
        if (status === 202) break;
        if (status !== 503 && status !== 429) throw new Error(`ingest responded with ${status}`);
        retried += 1;
        await delay(retryMs);
      }
    }
  }
  const stopLooking = lookAtDashboard();
  await Promise.all(Array.from({ length: connections }, client));
  const eventsPerSecond = Math.round((eventCount * 1_000) / (performance.now() - startedAt));
  await product.until(() => product.hasStored(storedBefore + eventCount), stallMs);
  await stopLooking();
  return { eventsPerSecond, retried };
}

async function send(body) {
  const headers = { Authorization: `Bearer ${secretKey}` };
  return (await product.send(product.ingestPort, '/api/v1/events', { body, headers })).status;
}

/** Returns a pageview of a visitor from somewhere in the world; one in ten has an IPv6 address. */
function eventOf(index) {
  const visitor = Math.floor(index / pagesOfVisitor);
  const bits = Math.imul(visitor, 0x9e3779b1) >>> 0;
  const [a, b, c] = [1 + (bits % 222), (bits >>> 8) & 255, (bits >>> 16) & 255];
  return {
    type: '$pageview',
    visitorId: `visitor-${visitor}`,
    url: `https://www.example.com/page/${Math.floor(Math.random() ** 3 * 2_000)}`,
    title: 'A page',
    referrer: `https://site-${bits % 600}.example/`,
    userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + (bits % 40)}.0.${bits % 500}.0 Safari/537.36`,
    ip: visitor % 10 === 0 ? `2a02:${(bits & 0xfff).toString(16)}:${b}::${c}` : `${a}.${b}.${c}.${bits & 127}`,
  };
}

/** Loads the dashboard every few seconds until the returned function is called. */
function lookAtDashboard() {
  const stop = new AbortController();
  const looking = (async () => {
    while (!stop.signal.aborted) {
      await delay(dashboardEveryMs, undefined, { signal: stop.signal }).catch(() => undefined);
      if (!stop.signal.aborted) await loadDashboard();
    }
  })();
  return async () => {
    stop.abort();
    await looking;
  };
}

/** Sends the queries of a dashboard at once, for a range that ends now, so that no cache is used. */
async function loadDashboard() {
  const end = new Date();
  const range = `start=${new Date(end - 30 * 86_400_000).toISOString()}&end=${end.toISOString()}`;
  const headers = { Authorization: `Bearer ${secretKey}` };
  await Promise.all(
    dashboard.map(async (name) => {
      const { status } = await product.send(product.apiPort, `/api/v1/analytics/${name}?${range}`, { headers });
      if (status !== 200 && status !== 503) throw new Error(`${name} responded with ${status}`);
    }),
  );
}

/** Imports a log of the last two weeks with the command line; resolves once its events are stored and in the rollups. */
async function importLog() {
  const path = join(directory, 'access.log');
  await writeLog(path, Number(options.lines));
  const storedBefore = await product.metric('footfall_consumer_rows_total');
  const child = spawn(
    process.execPath,
    [
      importer,
      'import',
      'access-log',
      path,
      '--host',
      'www.example.com',
      '--ingest',
      `http://127.0.0.1:${product.ingestPort}`,
      '--json',
    ],
    {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  let importerMb = 0;
  const sampler = setInterval(() => (importerMb = Math.max(importerMb, megabytesOf(child.pid).anonMb)), sampleMs);
  const [status] = await once(child, 'close');
  clearInterval(sampler);
  if (status !== 0) throw new Error(`the import ended with ${status}: ${output}`);
  const { accepted } = JSON.parse(output);
  await product.until(() => product.hasStored(storedBefore + accepted), stallMs);
  return { accepted, importerMb };
}

async function writeLog(path, lines) {
  const file = createWriteStream(path);
  const startMs = Date.now() - 14 * 86_400_000;
  for (let index = 0; index < lines; index += 1) {
    const at = new Date(startMs + (index * 14 * 86_400_000) / lines).toUTCString();
    const [, day, month, year, time] = /\w+, (\d+) (\w+) (\d+) (\S+)/.exec(at);
    const { ip, userAgent, url } = eventOf(index);
    const line = `${ip} - - [${day}/${month}/${year}:${time} +0000] "GET ${new URL(url).pathname} HTTP/1.1" 200 5120 "-" "${userAgent}"\n`;
    if (!file.write(line)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}

/** Returns the resident memory in MB (10^6 bytes): anonymous, mapped files, and both; zeros if the process has ended. */
function megabytesOf(pid) {
  const { anonymousBytes, fileBytes } = memoryOf(pid);
  const [anonMb, fileMb] = [anonymousBytes, fileBytes].map((bytes) => Math.round(bytes / 1e6));
  return { anonMb, fileMb, residentMb: anonMb + fileMb };
}

function mb(amount) {
  return String(amount).padStart(4);
}
