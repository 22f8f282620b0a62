/** Writes docs/dashboard.png, the README's screenshot: a new Footfall with the demo's traffic, in Chromium. `node apps/dashboard/build/picture.mjs` */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const [apiPort, ingestPort] = [4950, 4951];
const apiUrl = `http://127.0.0.1:${apiPort}`;
const startMsMax = 120_000;
const dayMs = 86_400_000;
const daysShown = 14;

const DATA_DIR = await mkdtemp(join(tmpdir(), 'footfall-picture-'));
const env = { ...process.env, DATA_DIR, API_PORT: String(apiPort), INGEST_PORT: String(ingestPort) };
const run = join(root, 'scripts/run.mjs');
const footfall = async (...args) => {
  const { stdout } = await promisify(execFile)(process.execPath, [run, 'footfall', ...args], { cwd: root, env });
  return stdout;
};

const product = spawn(process.execPath, [run, 'start'], { cwd: root, env, stdio: 'ignore' });
try {
  const deadlineMs = Date.now() + startMsMax;
  while (!(await fetch(`${apiUrl}/readyz`).catch(() => undefined))?.ok) {
    if (Date.now() > deadlineMs || product.exitCode !== null) throw new Error('Footfall does not start');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { workspaceId } = JSON.parse(await footfall('demo', '--json'));
  const [, token] = /sign-in#([\w-]+)/.exec(await footfall('sign-in')) ?? [];
  await picture(workspaceId, token);
} finally {
  product.kill();
  await new Promise((resolve) => product.once('exit', resolve));
  await rm(DATA_DIR, { recursive: true });
}

async function picture(workspaceId, token) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 940 }, locale: 'en-GB' });
  await page.goto(`${apiUrl}/sign-in#${token}`);
  await page.locator('button.main').click();
  await page.locator('.tile').first().waitFor();
  // Whole days, so that the picture does not depend on the time of day.
  const dayOf = (ago) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);
  await page.goto(`${apiUrl}/?site=${workspaceId}&range=${dayOf(daysShown)}..${dayOf(1)}`);
  await page.waitForFunction(() => document.querySelectorAll('.panel tbody tr, .panel .land[tabindex]').length > 30);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(root, 'docs/dashboard.png') });
  await browser.close();
}
