/** Servers as child processes: started, killed, ended, and asked what they stored. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VerifyReport } from '@footfall/warehouse';
import { type Child, freePorts, isReady, run } from '../child-process.ts';
import type { StoredEvent } from './checker.ts';
import type { Target } from './load.ts';
import type { RigOptions } from './rig.ts';

const rigFile = 'packages/testing/dist/kill/rig.js';
const standaloneFile = 'apps/standalone/dist/main.js';
const readyDeadlineMs = 120_000;
const pollIntervalMs = 20;

export type Server = Child & Target;

/** The product as in `options`. Rejects when it ends before it is ready. */
export async function startRig(options: RigOptions): Promise<Server> {
  const child = launchRig(options);
  return { ...child, ...(await child.target) };
}

/** The same, for one that may end before it is ready. */
export function launchRig(options: RigOptions): Child & { target: Promise<Target> } {
  const child = run(rigFile, { RIG: JSON.stringify(options) });
  return { ...child, target: child.printed(/^\{"ingestUrl"/).then((line) => JSON.parse(line) as Target) };
}

/** The product as it is delivered. Rejects when it ends before it is ready. */
export async function startStandaloneProcess(dataDir: string): Promise<Server> {
  const [apiPort, ingestPort] = await freePorts(2);
  const server = run(standaloneFile, {
    DATA_DIR: dataDir,
    API_PORT: String(apiPort),
    INGEST_PORT: String(ingestPort),
    UV_THREADPOOL_SIZE: '16',
  });
  const ingestUrl = `http://127.0.0.1:${ingestPort}`;
  let hasEnded = false;
  void server.ended.then(() => (hasEnded = true));
  const deadline = performance.now() + readyDeadlineMs;
  while (!(await isReady(ingestUrl))) {
    if (hasEnded || performance.now() > deadline) throw new Error(`the server does not get ready: ${server.output()}`);
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
  const credentials = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as { secretKey: string };
  return { ...server, ingestUrl, secretKey: credentials.secretKey };
}

/** What `verify` says of the rollups, once all that is stored has been rolled up; nobody else may use the store. */
export async function verifiedRollups(options: Pick<RigOptions, 'dataDir' | 'settings'>): Promise<VerifyReport> {
  const server = run(rigFile, { RIG: JSON.stringify({ ...options, mode: 'verify' } satisfies RigOptions) });
  const line = await server.printed(/^\{"isExact"/);
  await server.ended;
  return JSON.parse(line) as VerifyReport;
}

/** What is stored: in the data directory, which no other process may have open, or where `settings` lead. */
export async function storedEvents(options: Pick<RigOptions, 'dataDir' | 'settings'>): Promise<StoredEvent[]> {
  const server = run(rigFile, { RIG: JSON.stringify({ ...options, mode: 'list' } satisfies RigOptions) });
  const line = await server.printed(/^\[/);
  await server.ended;
  return JSON.parse(line) as StoredEvent[];
}
