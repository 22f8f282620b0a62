/** The standalone product of a directory, started like `npm start`, with separate data and ports. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from './client.mjs';

const host = '127.0.0.1';
/** Includes a build if the directory has none. */
const readyDeadlineMs = 300_000;
const stopDeadlineMs = 60_000;
const removeDeadlineMs = 60_000;
const logLinesShown = 10;
/** Settings of the caller's environment, which would change the results. */
const settingNames =
  /^(DATA_DIR|HOST|(API|INGEST)_(PORT|URL)|ADMIN_TOKEN|TRUST_PROXY|(KAFKA|CLICKHOUSE|REDIS)_\w+|QUERIES_AT_ONCE|EVENTS_READ_MAX|INGEST_EVENTS_PER_MINUTE|npm_\w+)$/;

/** Returns the servers of the environment, on which a product may use a separate topic, database and key prefix. */
export function serversOfEnvironment() {
  const names = ['KAFKA_BROKERS', 'CLICKHOUSE_URL', 'REDIS_URL'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** Resolves once `root`'s product is ready. `settings` are environment variables; `servers` is empty for the embedded drivers. */
export async function startProduct(root, { settings = {}, servers = {} } = {}) {
  const place = await placeOn(servers);
  const directory = mkdtempSync(join(tmpdir(), 'attacks-'));
  const logPath = join(directory, 'log');
  const log = openSync(logPath, 'w');
  const [apiPort, ingestPort] = [await freePort(), await freePort()];
  const adminToken = randomBytes(16).toString('hex');
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), 'start'], {
    cwd: root,
    stdio: ['ignore', log, log],
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !settingNames.test(name))),
      ...settings,
      ...place.settings,
      DATA_DIR: join(directory, 'data'),
      HOST: host,
      API_PORT: String(apiPort),
      INGEST_PORT: String(ingestPort),
      ADMIN_TOKEN: adminToken,
      // The start script then watches its parent, and ends the product when this process is killed.
      npm_lifecycle_event: 'start',
    },
  });
  const exited = once(child, 'exit');
  const apiUrl = `http://${host}:${apiPort}`;
  const client = createClient();

  const product = {
    apiUrl,
    ingestUrl: `http://${host}:${ingestPort}`,
    ports: { api: apiPort, ingest: ingestPort },
    /** The process that serves, which the start script has started. */
    pid: 0,
    client,

    /** Creates a workspace with its keys, on the plan without rate limits. */
    async newWorkspace(name) {
      const { workspaceId } = await admin('/workspaces', { name, plan: 'enterprise' });
      const key = async (type) => (await admin(`/workspaces/${workspaceId}/keys`, { type })).key;
      return { workspaceId, publicKey: await key('public'), secretKey: await key('secret') };
    },

    /** Returns the resident memory in MiB, in total and without the page cache; zeros once the process has ended. */
    memory: () => memoryOf(product.pid),

    isRunning: () => child.exitCode === null && child.signalCode === null,

    /** Stops the product with SIGTERM. Returns the seconds until it has ended, and its exit status. */
    async stop() {
      const startedAtMs = performance.now();
      child.kill('SIGTERM');
      if (product.isRunning()) await Promise.race([exited, delay(stopDeadlineMs, undefined, { ref: false })]);
      const seconds = (performance.now() - startedAtMs) / 1000;
      if (product.isRunning()) {
        if (product.pid > 0) process.kill(product.pid, 'SIGKILL');
        await exited;
      }
      return { seconds, status: child.exitCode ?? child.signalCode };
    },

    /** Returns the end of the product's log, without its greeting, which contains keys. */
    lastWords() {
      const lines = readFileSync(logPath, 'utf8').trim().split('\n');
      return lines.filter((line) => line.startsWith('{') || /error|fatal|abort/i.test(line)).slice(-logLinesShown);
    },

    /** Removes all its data. The product must have been stopped. */
    async remove() {
      client.close();
      rmSync(directory, { recursive: true, force: true });
      await removePlace();
    },
  };

  async function admin(path, input) {
    const headers = { Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify(input);
    const { status, text } = await client.send(`${apiUrl}/admin/v1${path}`, { method: 'POST', headers, body });
    if (status !== 201) throw new Error(`${path} returned ${status}: ${text}`);
    return JSON.parse(text).data;
  }

  try {
    await ready();
    product.pid = childrenOf(child.pid).find((pid) => commandOf(pid).includes('standalone')) ?? 0;
    if (product.pid === 0) throw new Error('the process of the product is not found');
    return product;
  } catch (error) {
    const words = product.lastWords();
    await product.stop();
    await product.remove();
    throw new Error(`${root} did not start: ${error.message}\n${words.join('\n')}`, { cause: error });
  }

  /** Kafka keeps a consumer group for some seconds after its member was killed. */
  async function removePlace() {
    for (const end = performance.now() + removeDeadlineMs; ; await delay(1_000)) {
      try {
        return await place.remove();
      } catch (error) {
        if (performance.now() < end) continue;
        process.stderr.write(`What the product left on the servers cannot be removed: ${error.message}\n`);
        return undefined;
      }
    }
  }

  async function ready() {
    for (const end = performance.now() + readyDeadlineMs; performance.now() < end; await delay(100)) {
      if (!product.isRunning()) throw new Error(`it ended with ${child.exitCode ?? child.signalCode}`);
      if ((await client.send(`${apiUrl}/readyz`)).status === 200) return;
    }
    throw new Error(`it was not ready within ${readyDeadlineMs / 1000} s`);
  }
}

/** Creates a separate topic, database and key prefix on the servers, if there are any. */
async function placeOn(servers) {
  if (Object.keys(servers).length === 0) return { settings: {}, remove: () => Promise.resolve() };
  const { ownPlace } = await import('../../packages/test-servers/dist/place.js');
  return ownPlace(servers);
}

function memoryOf(pid) {
  const status = contents(`/proc/${pid}/status`);
  const mib = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { residentMiB: mib('VmRSS'), anonymousMiB: mib('RssAnon') };
}

const childrenOf = (pid) => contents(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
const commandOf = (pid) => contents(`/proc/${pid}/cmdline`);

function contents(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, host, () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
