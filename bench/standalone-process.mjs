/** The standalone product of a checkout in a separate process, started like `npm start`. Needs a build. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@footfall/test-servers/free-port';
import { environment, nodeArguments } from '../scripts/process-environment.mjs';

const thisCheckout = fileURLToPath(new URL('..', import.meta.url));
const requestTimeoutMs = 30_000;
const pollIntervalMs = 50;
const readyDeadlineMs = 120_000;
const stopDeadlineMs = 60_000;

/** The default of EVENTS_READ_MAX: up to this many events in total there are no rollups. */
const eventsWithoutRollups = 50_000;

/** Settings that are not passed on from the caller's environment, because they would change the results. */
const settingNames =
  /^(DATA_DIR|HOST|(API|INGEST)_(PORT|URL)|ADMIN_TOKEN|TRUST_PROXY|(KAFKA|CLICKHOUSE|REDIS)_\w+|EVENTS_READ_MAX|INGEST_EVENTS_PER_MINUTE)$/;

/**
 * Resolves once the product is ready. The product ends when this process does. `dataDir` is an absolute path; without it, the product has a
 * temporary directory, which is removed when it stops.
 * `enter` is a command that a shell runs before it becomes the process, such as entering a cgroup. `connections` is the number kept open
 * for requests. `settings` are environment variables; settings in the caller's environment are ignored. `root` is the checkout.
 * `output` is the destination of stdout and stderr.
 */
export async function startStandalone({
  dataDir: givenDataDir,
  enter = '',
  connections = 8,
  settings = {},
  root = thisCheckout,
  output = ['ignore', 'inherit'],
} = {}) {
  const dataDir = givenDataDir ?? mkdtempSync(join(tmpdir(), 'footfall-bench-'));
  const [apiPort, ingestPort] = [await freePort(), await freePort()];
  const adminToken = randomBytes(16).toString('hex');
  const main = join(root, 'apps/standalone/dist/main.js');
  const child = spawn('sh', ['-c', `${enter} exec "$@"`, 'sh', process.execPath, ...nodeArguments, main], {
    env: {
      ...environment,
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !settingNames.test(name))),
      ...settings,
      DATA_DIR: dataDir,
      API_PORT: String(apiPort),
      INGEST_PORT: String(ingestPort),
      ADMIN_TOKEN: adminToken,
    },
    // The product must not depend on the directory in which it starts.
    cwd: tmpdir(),
    // As under `npm start`, the product ends when the channel closes.
    stdio: ['ignore', ...output, 'ipc'],
  });
  const exited = once(child, 'exit');
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const status = () => child.exitCode ?? child.signalCode;

  const product = {
    pid: child.pid,
    dataDir,
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

    /** Resolves to true if it has stored that many events since it started, and its rollups, if there are any, have every stored event. */
    async hasStored(events) {
      const stored = await product.metric('footfall_consumer_rows_total');
      if (stored < events) return false;
      return stored <= eventsWithoutRollups || (await product.metric('footfall_consumer_rolled_up_total')) >= stored;
    },

    /** Polls until `isDone` returns true. Rejects if the process has ended, or after the deadline. */
    async until(isDone, deadlineMs = 180_000) {
      for (const end = performance.now() + deadlineMs; performance.now() < end; await delay(pollIntervalMs)) {
        if (!isRunning()) throw new Error(`the server has ended: ${status()}`);
        if (await isDone()) return;
      }
      throw new Error('the condition was not met in time');
    },

    /** Creates a workspace with its keys, on the plan without rate limits. */
    async newWorkspace(name) {
      const { workspaceId } = await admin('/workspaces', { name, plan: 'enterprise' });
      const key = async (type) => (await admin(`/workspaces/${workspaceId}/keys`, { type })).key;
      return { workspaceId, publicKey: await key('public'), secretKey: await key('secret') };
    },

    /** Stops it with SIGTERM, and after a deadline with SIGKILL. Returns the seconds until it has ended, and its exit status. */
    async stop() {
      const startedAtMs = performance.now();
      agent.destroy();
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), stopDeadlineMs);
      if (isRunning()) await exited;
      clearTimeout(timer);
      if (givenDataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
      return { seconds: (performance.now() - startedAtMs) / 1000, status: status() };
    },
  };

  async function admin(path, input) {
    const headers = { Authorization: `Bearer ${adminToken}` };
    const body = JSON.stringify(input);
    const response = await product.send(apiPort, `/admin/v1${path}`, { headers, body });
    if (response.status !== 201) throw new Error(`${path} returned ${response.status}: ${response.text}`);
    return JSON.parse(response.text).data;
  }

  const isReady = (port) =>
    product.send(port, '/readyz').then(
      (response) => response.status === 200,
      () => false,
    );

  try {
    await product.until(async () => (await isReady(ingestPort)) && (await isReady(apiPort)), readyDeadlineMs);
    product.credentials = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'));
    return product;
  } catch (error) {
    await product.stop();
    throw error;
  }
}
