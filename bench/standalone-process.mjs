/** The standalone product of a checkout in a separate process, started like `npm start`. Needs a build. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { environment, nodeArguments } from '../scripts/process-environment.mjs';

const thisCheckout = fileURLToPath(new URL('..', import.meta.url));
const requestTimeoutMs = 30_000;
const pollIntervalMs = 50;

/** The default of EVENTS_READ_MAX: up to this many events in total there are no rollups. */
const eventsWithoutRollups = 50_000;

/** Resolves to true if the rollups have every stored event, or if there are no rollups. */
export async function isRolledUp(product) {
  const stored = await product.metric('footfall_consumer_rows_total');
  return stored <= eventsWithoutRollups || (await product.metric('footfall_consumer_rolled_up_total')) >= stored;
}

/**
 * Resolves once the product is ready. `enter` is a command that a shell runs before it becomes the process, such as entering a cgroup.
 * `connections` is the number kept open for requests. `settings` are further environment variables. `root` is the checkout.
 */
export async function startStandalone(
  dataDir,
  { enter = '', connections = 8, settings = {}, root = thisCheckout } = {},
) {
  const [apiPort, ingestPort] = [await freePort(), await freePort()];
  const main = join(root, 'apps/standalone/dist/main.js');
  const child = spawn('sh', ['-c', `${enter} exec "$@"`, 'sh', process.execPath, ...nodeArguments, main], {
    env: {
      ...environment,
      ...process.env,
      ...settings,
      DATA_DIR: dataDir,
      API_PORT: String(apiPort),
      INGEST_PORT: String(ingestPort),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const isRunning = () => child.exitCode === null && child.signalCode === null;

  const product = {
    pid: child.pid,
    apiPort,
    ingestPort,
    isRunning,
    credentials: {},

    /** Sends a GET, or with a body a POST of JSON. */
    send(port, path, { body, headers = {} } = {}) {
      return new Promise((resolve, reject) => {
        const options = { port, path, agent, method: body === undefined ? 'GET' : 'POST', timeout: requestTimeoutMs };
        const contentType = body === undefined ? {} : { 'Content-Type': 'application/json' };
        const call = request({ ...options, headers: { ...contentType, ...headers } }, (response) => {
          let text = '';
          response.on('data', (chunk) => (text += chunk));
          response.on('end', () => resolve({ status: response.statusCode, text }));
        });
        call.on('error', reject);
        call.on('timeout', () => call.destroy(new Error(`no response within ${requestTimeoutMs} ms`)));
        call.end(body);
      });
    },

    /** Resolves with the value of a metric, summed over its labels; 0 while it has none. */
    async metric(name) {
      const { text } = await product.send(ingestPort, '/metrics');
      const samples = text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'gm'));
      return [...samples].reduce((sum, [, value]) => sum + Number(value), 0);
    },

    /** Polls until `isDone` returns true. Rejects if the process has ended, or after the deadline. */
    async until(isDone, deadlineMs = 60_000) {
      for (const end = performance.now() + deadlineMs; performance.now() < end; await delay(pollIntervalMs)) {
        if (!isRunning()) throw new Error(`the server has ended: ${child.signalCode ?? child.exitCode}`);
        if (await isDone()) return;
      }
      throw new Error('gave up waiting');
    },

    /** Stops it with SIGTERM. */
    async stop() {
      agent.destroy();
      child.kill('SIGTERM');
      if (isRunning()) await exited;
    },
  };

  try {
    await product.until(async () => {
      const response = await product.send(apiPort, '/readyz').catch(() => undefined);
      return response?.status === 200;
    });
    product.credentials = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'));
    return product;
  } catch (error) {
    await product.stop();
    throw error;
  }
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
