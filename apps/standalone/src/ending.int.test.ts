/** The end of a process that serves: a stop during a job of the command line, and a fault of its consumer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartError } from '@footfall/errors';
import { ingestLimits } from '@footfall/ingest';
import { createLogger } from '@footfall/process';
import { loadSettings } from '@footfall/process/settings';
import { adminSocketFile } from '@footfall/schemas';
import { type Around, untilStored, wrapPort } from '@footfall/test-servers';
import { type Running, startHere } from '@footfall/test-servers/running';
import { refusesConnections } from './process.fixture.ts';
import { openPorts, type Ports, type Standalone, standaloneSettingsSchema, startOnPorts } from './standalone.ts';

let directory: string;
let ports: Ports;
let product: Running<Standalone>;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'footfall-ending-'));
});
afterEach(async () => {
  // A test that expects a failure of the stop has seen it.
  await product.stop().catch(() => undefined);
  rmSync(directory, { recursive: true });
});

/** Starts on a new data directory. `around` wraps the bus and the warehouse, see `wrapPort`. */
async function start(around: Around): Promise<void> {
  const settings = loadSettings(standaloneSettingsSchema, { DATA_DIR: directory, API_PORT: '0', INGEST_PORT: '0' });
  const surroundings = { logger: createLogger('test', { write: () => {} }), now: Date.now };
  product = await startHere(async (lifetime) => {
    const opened = await openPorts(settings, surroundings, lifetime);
    ports = { ...opened, bus: wrapPort(opened.bus, around), warehouse: wrapPort(opened.warehouse, around) };
    return startOnPorts({ ...surroundings, settings, ports, ingestLimits }, lifetime);
  });
}

async function sendEvent(): Promise<void> {
  const { status } = await fetch(`${product.ingestUrl}/api/v1/events`, {
    method: 'POST',
    headers: { 'X-API-Key': product.credentials.secretKey, 'Content-Type': 'application/json' },
    body: '{"type":"signup"}',
  });
  expect(status).toBe(202);
}

/** Resolves with the last line of the response to a job of the command line. */
async function outcomeOf(job: string, input: object): Promise<unknown> {
  const lines = await new Promise<string>((resolve, reject) => {
    const socketPath = join(directory, adminSocketFile);
    request({ socketPath, method: 'POST', path: `/local/v1/${job}` }, (response) => resolve(text(response)))
      .on('error', reject)
      .end(JSON.stringify(input));
  });
  return JSON.parse(lines.trim().split('\n').at(-1) ?? '');
}

it('a stop closes the ports at once, and ends the job of the command line at its next progress, which says so', async () => {
  let isReconciling = false;
  let stopped: Promise<void> | undefined;
  await start(async ({ text: call }, proceed) => {
    if (isReconciling && call.includes('count() AS rows')) {
      stopped ??= product.stop();
      await Promise.all([product.apiUrl, product.ingestUrl].map(refusesConnections));
    }
    return proceed();
  });
  await sendEvent();
  await untilStored(ports.bus);
  isReconciling = true;
  expect(await outcomeOf('reconcile', { repairs: false })).toEqual({
    error: { code: 'UNAVAILABLE', message: 'Footfall is stopping: run the command again once it has started' },
  });
  await stopped;
});

it('a fault of the consumer that no retry can fix stops the process', async () => {
  let isBroken = false;
  await start(({ method }, proceed) => {
    if (isBroken && method === 'commit') throw new StartError('broken on purpose');
    return proceed();
  });
  isBroken = true;
  await sendEvent();
  await expect(product.stop()).rejects.toThrow('broken on purpose');
});
