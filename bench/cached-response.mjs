/**
 * The rate of cached responses of the analytics API over kept-alive connections, against a bare node:http server that
 * responds to GET with a body of the same size: with an Enterprise key, with Pro keys (which are counted), in gzip and in
 * brotli against bare bodies of these sizes, and as 304. The CPU time per response is the figure that
 * other work on the machine affects less. The state is in memory, or in the Redis of REDIS_URL. Needs a build.
 * Usage: node bench/cached-response.mjs [--requests N] [--connections N] [--rounds N] [--only NAMES] [--before CHECKOUT]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from './dist/finding.js';

/** The requests to the API: the plan of the keys, the number of keys that are used in turn, and further headers. */
const contenders = new Map([
  ['enterprise', { plan: 'enterprise', keys: 1, headers: {} }],
  // Enough that none exceeds its limit.
  ['pro', { plan: 'pro', keys: 4_000, headers: {} }],
  ['gzip', { plan: 'enterprise', keys: 1, headers: { 'accept-encoding': 'gzip, deflate' } }],
  ['brotli', { plan: 'enterprise', keys: 1, headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } }],
  ['304', { plan: 'enterprise', keys: 1, headers: { 'if-none-match': '*' } }],
]);
/** Rounds per server before the measurement, so that the measured code is compiled. */
const warmUpRounds = 5;
const path = '/api/v1/analytics/pages?start=2026-03-01&end=2026-03-31&limit=20';

const [, , serving, servedRoot, servedBytes] = process.argv;
await (serving === '--serve' ? serve(servedRoot, Number(servedBytes)) : measure());

async function measure() {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '5000' },
      connections: { type: 'string', default: '32' },
      rounds: { type: 'string', default: '15' },
      only: { type: 'string', default: [...contenders.keys()].join(',') },
      before: { type: 'string' },
    },
  });
  const here = new URL('..', import.meta.url).pathname;
  const roots = new Map([['now', here], ...(values.before ? [['before', resolve(values.before)]] : [])]);
  const load = { total: Number(values.requests), connections: Number(values.connections) };
  console.log(`state: ${process.env.REDIS_URL ? 'Redis' : 'in memory'}`);
  for (const name of values.only.split(',')) {
    const request = contenders.get(name);
    const bytes = await bytesOf(here, request);
    const sides = await Promise.all(
      ['bare', ...roots.keys()].map(async (side) => ({ side, server: await start(roots.get(side) ?? 'bare', bytes) })),
    );
    const runs = new Map(sides.map(({ side }) => [side, []]));
    for (const { server } of sides)
      for (let round = 0; round < warmUpRounds; round += 1) await run(server, request, load);
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const { side, server } of sides) runs.get(side).push(await run(server, request, load));
    }
    for (const { server } of sides) await server.stop();
    print(`${name}, ${bytes} bytes`, runs);
  }
}

function print(what, runs) {
  const medianOf = (side, figure) => median(runs.get(side).map((figures) => figures[figure]));
  console.log(what);
  for (const side of runs.keys()) {
    const [rate, cpuUs] = [medianOf(side, 'rate'), medianOf(side, 'cpuUs')];
    const share = ((100 * rate) / medianOf('bare', 'rate')).toFixed(0);
    const cpuShare = ((100 * medianOf('bare', 'cpuUs')) / cpuUs).toFixed(0);
    console.log(
      `  ${side.padEnd(7)} ${String(Math.round(rate)).padStart(6)} responses/s (${share} %), ${cpuUs.toFixed(1)} us of CPU each (${cpuShare} % of bare's speed by it)`,
    );
  }
}

function keyOf(index, plan) {
  return `sk_live_${plan}${String(index).padStart(32 - plan.length, '0')}`;
}

/** Returns the length of the body of the response to `request`, as it is sent. */
async function bytesOf(root, request) {
  const server = await start(root, 0);
  await send(server.url, request, { connections: 1, total: 1 });
  const bytes = await send(server.url, request, { connections: 1, total: 1 });
  await server.stop();
  return bytes;
}

/** Returns responses per second, and the CPU time of the server per response in microseconds. */
async function run(server, request, load) {
  const beforeUs = await server.spentUs();
  const startedAtMs = performance.now();
  await send(server.url, request, load);
  const seconds = (performance.now() - startedAtMs) / 1000;
  const cpuUs = (await server.spentUs()) - beforeUs;
  return { rate: load.total / seconds, cpuUs: cpuUs / load.total };
}

/**
 * Sends `total` requests over kept-alive connections, one at a time on each; returns the length of the last body.
 * Uses plain sockets: a client that costs more than a bare server would measure itself. It never sleeps: the server would pay for waking
 * it, 25 us in the system call that sends a response, and the bare server, which keeps it busy, would not.
 */
async function send(url, { plan, keys, headers }, { connections, total }) {
  const { hostname, port } = new URL(url);
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const requests = Array.from({ length: keys }, (_, index) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: bench\r\nX-API-Key: ${keyOf(index, plan)}\r\n${fields.join('')}\r\n`),
  );
  let sent = 0;
  let bodyBytes = 0;
  const converse = async () => {
    const socket = connect(Number(port), hostname).setNoDelay();
    const requestNext = () => {
      if (sent === total) socket.end();
      else socket.write(requests[(sent += 1) % keys]);
    };
    let received = Buffer.alloc(0);
    socket.on('connect', requestNext);
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const body = bodyOf(received);
      if (body === undefined) return;
      bodyBytes = body;
      received = Buffer.alloc(0);
      requestNext();
    });
    await once(socket, 'close');
  };
  let isAwake = true;
  const stayAwake = () => isAwake && setImmediate(stayAwake);
  stayAwake();
  await Promise.all(Array.from({ length: connections }, converse));
  isAwake = false;
  return bodyBytes;
}

/** Returns the length of the body of the one response in `received`; undefined while it is incomplete. Throws for a refusal. */
function bodyOf(received) {
  const headBytes = received.indexOf('\r\n\r\n') + 4;
  const head = received.latin1Slice(0, headBytes);
  if (!/^HTTP\/1\.1 (200|304)/.test(head)) throw new Error(head);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  const isChunked = /^transfer-encoding: chunked/im.test(head);
  const bytes = isChunked ? received.indexOf('\r\n0\r\n\r\n', headBytes) - headBytes : Number(length ?? 0);
  return bytes >= 0 && (isChunked || received.length === headBytes + bytes) ? bytes : undefined;
}

/** Starts a server in a separate process: the API of the checkout `root`, or a bare one. */
async function start(root, bytes) {
  const child = fork(new URL(import.meta.url).pathname, ['--serve', root, String(bytes)], {
    execArgv: process.env.SERVER_ARGS?.split(' ') ?? [],
  });
  const [url] = await once(child, 'message');
  return {
    url,
    async spentUs() {
      child.send('cpu');
      const [{ user, system }] = await once(child, 'message');
      return user + system;
    },
    async stop() {
      child.send('stop');
      await once(child, 'exit');
    },
  };
}

async function serve(root, bytes) {
  // If the process that measures fails, it sends no `stop`.
  process.on('disconnect', () => process.exit());
  const stop = root === 'bare' ? await serveBare(bytes) : await serveApi(root);
  process.on('message', (message) => {
    if (message === 'cpu') process.send(process.cpuUsage());
    else void stop().then(() => process.disconnect());
  });
}

async function serveBare(bytes) {
  const body = Buffer.alloc(bytes, 'x');
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send(`http://127.0.0.1:${server.address().port}${path}`);
  return async () => {
    server.close();
    server.closeAllConnections();
  };
}

/** Serves the API with known keys and an empty warehouse; the first response is computed here. */
async function serveApi(root) {
  const part = (file) => import(join(root, file));
  const { createQueryApp } = await part('apps/query/dist/app.js');
  const { openState } = await part('packages/state/dist/state.js');
  const { listen, serverLimits } = await part('packages/http/dist/http.js');
  const { createLogger, createRegistry } = await import('../packages/process/dist/process.js');
  const { queries } = await part('packages/warehouse/dist/warehouse.js');

  const directory = mkdtempSync(join(tmpdir(), 'footfall-bench-'));
  const keyPrefix = `?keyPrefix=bench-${process.pid}:`;
  const { REDIS_URL } = process.env;
  const state = await openState(
    { DATA_DIR: directory, ...(REDIS_URL && { REDIS_URL: REDIS_URL + keyPrefix }) },
    { now: Date.now },
  );
  const identities = new Map();
  for (const { plan, keys } of contenders.values()) {
    for (let index = 0; index < keys; index += 1) {
      const key = keyOf(index, plan);
      const workspaceId = `ws_${'0'.repeat(20)}`;
      identities.set(key, {
        keyId: `${plan}-${index}`,
        type: 'secret',
        workspaceId,
        plan,
        allowedOrigins: [],
        expiresAtMs: null,
      });
    }
  }
  const keyStore = {
    identify: (key) => identities.get(key),
    flushLastUsed: async () => undefined,
    forget: () => undefined,
  };
  // No person signs in here, and there are no goals or notes.
  const none = { listOf: async () => [], forget: () => undefined };
  const people = { flushLastUsed: async () => undefined, forget: () => undefined };
  const app = createQueryApp({
    warehouse: { ping: async () => undefined, queries: { read: async () => [] } },
    keyStore,
    people,
    goals: none,
    annotations: none,
    state,
    logger: createLogger('bench'),
    registry: createRegistry(),
    ingestUrl: 'http://127.0.0.1:4001',
    settings: { EVENTS_READ_MAX: 200_000 },
    now: Date.now,
    queries: queries.map((query) => (query.name === 'pages' ? { ...query, run: async () => pages() } : query)),
  });
  const listener = await listen(app.handler, { host: '127.0.0.1', port: 0, portSetting: 'PORT' }, serverLimits);
  process.send(`${listener.url}${path}`);
  return async () => {
    await listener.drain(1_000);
    await app.close();
    await state.close();
    rmSync(directory, { recursive: true });
  };
}

/** Returns twenty pages: a response of typical length. */
function pages() {
  const data = Array.from({ length: 20 }, (_, index) => ({
    path: `/docs/guides/getting-started-${index}`,
    title: `Getting started, part ${index} | Footfall`,
    pageviews: 90_000 - index * 3_331,
    visitors: 40_000 - index * 1_733,
    avgTime: 61.5 + index * 1.37,
  }));
  return { data };
}
