/** Checks that Footfall starts on this version of Node, counts a pageview, returns it, and stops: `npm run test:serves`, after a build. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { environment, nodeArguments } from './process-environment.mjs';

const deadlineMs = 120_000;
const pollMs = 200;

const directory = mkdtempSync(join(tmpdir(), 'footfall-serves-'));
const [apiPort, ingestPort] = await Promise.all([freePort(), freePort()]);
const main = join(import.meta.dirname, '../apps/standalone/dist/main.js');
const server = spawn(process.execPath, [...nodeArguments, main], {
  env: {
    ...environment,
    ...process.env,
    DATA_DIR: join(directory, 'data'),
    API_PORT: String(apiPort),
    INGEST_PORT: String(ingestPort),
  },
  cwd: directory,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const ended = new Promise((resolve) => server.on('exit', (code, signal) => resolve(signal ?? code)));
const watchdog = setTimeout(() => server.kill('SIGKILL'), deadlineMs);
void ended.then(() => clearTimeout(watchdog));

try {
  await until(() => fetch(`http://127.0.0.1:${ingestPort}/readyz`).then(({ ok }) => ok));
  await until(() => fetch(`http://127.0.0.1:${apiPort}/readyz`).then(({ ok }) => ok));
  const { publicKey, secretKey } = JSON.parse(readFileSync(join(directory, 'data/credentials.json'), 'utf8'));
  const sent = await fetch(`http://127.0.0.1:${ingestPort}/api/v1/events`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-API-Key': publicKey,
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    },
    body: JSON.stringify({ type: '$pageview', url: 'https://www.example.com/pricing' }),
  });
  if (sent.status !== 202) throw new Error(`The event was answered ${sent.status}: ${await sent.text()}`);
  await until(async () => {
    const url = `http://127.0.0.1:${apiPort}/api/v1/analytics/overview`;
    const { pageviews } = await (await fetch(url, { headers: { 'X-API-Key': secretKey } })).json();
    return pageviews === 1;
  });
  server.kill('SIGTERM');
  const status = await ended;
  if (status !== 0) throw new Error(`Footfall exited with ${status}`);
  console.log(`Node ${process.version}: started, counted a pageview, answered with it, and stopped`);
} catch (error) {
  console.error(`Node ${process.version}: ${error.message}`);
  process.exitCode = 1;
} finally {
  server.kill('SIGKILL');
  await ended;
  rmSync(directory, { recursive: true });
}

/** Resolves once `check` returns true; a server that does not respond yet is not an error. */
async function until(check) {
  const lastAt = performance.now() + deadlineMs;
  while (!(await check().catch(() => false))) {
    if (server.exitCode !== null) throw new Error(`Footfall exited with ${server.exitCode}`);
    if (performance.now() > lastAt) throw new Error(`Nothing within ${deadlineMs / 1000} s`);
    await wait(pollMs);
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
