/**
 * The rate of requests with one event each that ingest handles, against a bare node:http server that responds with 202 to the same
 * body: `http` with a pipeline and a bus that respond at once, `stubbed` with the real pipeline on sessions and a bus that
 * respond at once, `embedded` with the embedded bus and state, which is the whole. Needs a build. Usage: node bench/ingest-http.mjs [--seconds N] [--connections N] [--rounds N]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const key = `pk_live_${'0'.repeat(32)}`;
const body = JSON.stringify({
  type: '$pageview',
  url: 'https://www.example.com/pricing?utm_source=news&utm_medium=email',
  title: 'Pricing',
  referrer: 'https://www.google.com/',
  props: { plan: 'pro', seats: 5 },
});
const headers = {
  'content-type': 'application/json',
  'x-api-key': key,
  origin: 'https://www.example.com',
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
};
const modes = ['bare', 'http', 'stubbed', 'embedded'];

const serving = process.argv[2] === '--serve' ? process.argv[3] : undefined;
// Not in the server's process, whose memory is measured as well.
const autocannon = serving === undefined ? (await import('autocannon')).default : undefined;
await (serving === undefined ? measure() : serve(serving));

async function measure() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '32' },
      rounds: { type: 'string', default: '3' },
    },
  });
  const rounds = new Map(modes.map((mode) => [mode, []]));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const mode of modes)
      rounds.get(mode).push(await run(mode, Number(values.seconds), Number(values.connections)));
  }
  const median = (mode, figure) =>
    rounds
      .get(mode)
      .map((round) => round[figure])
      .toSorted((a, b) => a - b)[Math.floor(rounds.get(mode).length / 2)];
  for (const mode of modes) {
    const [rate, cpuUs] = [median(mode, 'rate'), median(mode, 'cpuUs')];
    const share = ((100 * rate) / median('bare', 'rate')).toFixed(0);
    const cpuShare = ((100 * median('bare', 'cpuUs')) / cpuUs).toFixed(0);
    console.log(
      `${mode.padEnd(9)} ${Math.round(rate)} requests/s (${share} % of bare), ${cpuUs.toFixed(0)} us of CPU each (${cpuShare} % of bare's speed by it)`,
    );
  }
}

/** Returns the requests per second to which a server in `mode` responds with 202, in a separate process after a second of warm-up, and its CPU time per request in microseconds, which other work on the machine affects less. */
async function run(mode, seconds, connections) {
  const server = fork(new URL(import.meta.url).pathname, ['--serve', mode], {
    env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
  });
  const spentUs = async () => {
    server.send('cpu');
    const [{ user, system }] = await once(server, 'message');
    return user + system;
  };
  try {
    const [url] = await once(server, 'message');
    const shoot = (duration) => autocannon({ url, connections, duration, method: 'POST', headers, body });
    await shoot(1);
    const beforeUs = await spentUs();
    const result = await shoot(seconds);
    const cpuUs = (await spentUs()) - beforeUs;
    if (result.non2xx + result.errors > 0)
      throw new Error(`${mode}: ${result.non2xx} refused, ${result.errors} errors`);
    return { rate: result['2xx'] / result.duration, cpuUs: cpuUs / result['2xx'] };
  } finally {
    server.send('stop');
    await once(server, 'exit');
  }
}

async function serve(mode) {
  const stop = mode === 'bare' ? await serveBare() : await serveIngest(mode);
  process.on('message', (message) => {
    if (message === 'cpu') process.send(process.cpuUsage());
    else void stop().then(() => process.disconnect());
  });
}

async function serveBare() {
  const answer = JSON.stringify({ success: true, accepted: 1, rejected: [] });
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      Buffer.concat(chunks);
      response.writeHead(202, { 'Content-Type': 'application/json', 'Content-Length': answer.length });
      response.end(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send(`http://127.0.0.1:${server.address().port}/api/v1/events`);
  return async () => {
    server.close();
    server.closeAllConnections();
  };
}

async function serveIngest(mode) {
  const part = (path) => import(new URL(`../${path}`, import.meta.url).href);
  const { createIngestApp, createPipeline, ingestLimits, openGeography } = await part('apps/ingest/dist/app.js');
  const { Authenticator } = await part('packages/auth/dist/auth.js');
  const { openBus } = await part('packages/bus/dist/bus.js');
  const { openState } = await part('packages/state/dist/state.js');
  const { listen, serverLimits } = await part('packages/http/dist/http.js');
  const { createLogger, createRegistry } = await part('packages/process/dist/process.js');

  const directory = mkdtempSync(join(tmpdir(), 'footfall-bench-'));
  const ownBus = await openBus({ DATA_DIR: directory, KAFKA_TOPIC: 'events' });
  const ownState = await openState({ DATA_DIR: directory });
  const sessions = {
    place: (visits) => Promise.resolve(visits.map(({ visitorId }) => ({ visitorId, sessionId: visitorId }))),
  };
  const isEmbedded = mode === 'embedded';
  const bus = isEmbedded ? ownBus : { publish: () => Promise.resolve(), ping: () => Promise.resolve() };
  const state = isEmbedded ? ownState : { ...ownState, limits: ownState.limits, salts: ownState.salts, sessions };
  const pipeline = createPipeline({ geography: await openGeography(), state, now: Date.now });
  let made;
  const instantPipeline = {
    enrich: async (arrivals) => (made ??= await pipeline.enrich(arrivals)),
    forgetOldSalts: () => Promise.resolve(),
  };
  const identity = { keyId: 'key', type: 'public', workspaceId: `ws_${'0'.repeat(20)}`, plan: 'free' };
  const keyStore = { findIdentity: async () => ({ ...identity, allowedOrigins: [], expiresAtMs: null }) };
  const app = createIngestApp({
    settings: {},
    limits: ingestLimits,
    bus,
    state: { limits: ownState.limits, onKeyChange: () => undefined, ping: () => Promise.resolve() },
    warehouse: { ping: () => Promise.resolve() },
    authenticator: new Authenticator({ ...keyStore, recordKeyUse: () => Promise.resolve() }),
    pipeline: mode === 'http' ? instantPipeline : pipeline,
    logger: createLogger('bench', 'warn', false),
    registry: createRegistry(),
    now: Date.now,
  });
  const listener = await listen(app.handler, { host: '127.0.0.1', port: 0, portSetting: 'PORT' }, serverLimits);
  process.send(`${listener.url}/api/v1/events`);
  return async () => {
    await listener.drain(1_000);
    await app.close();
    await ownState.close();
    await ownBus.close();
    rmSync(directory, { recursive: true });
  };
}
