/** The consumer as a separate process: its endpoints for operators, and its end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError, unavailable } from '@footfall/errors';
import { createLogger } from '@footfall/process';
import { loadSettings } from '@footfall/process/settings';
import { enrichedEvent } from '@footfall/schemas/fixture';
import { type Around, until, wrapPort } from '@footfall/test-servers';
import { type Running, startHere } from '@footfall/test-servers/running';
import { outgoing } from './event.fixture.ts';
import { type ConsumerPorts, consumerServerSettingsSchema, openPorts, startOnPorts } from './server.ts';

let directory: string;
let server: Running<ConsumerPorts>;
let url: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'footfall-consumer-server-'));
});
afterEach(async () => {
  // A test that expects a failure of the stop has seen it.
  await server.stop().catch(() => undefined);
  rmSync(directory, { recursive: true });
});

/** Starts on a new data directory. `around` wraps both ports, see `wrapPort`. */
async function start(
  around: Around = (_call, proceed) => proceed(),
  environment: Record<string, string> = {},
): Promise<void> {
  const settings = loadSettings(consumerServerSettingsSchema, {
    DATA_DIR: directory,
    CONSUMER_PORT: '0',
    ...environment,
  });
  const logger = createLogger('test', { write: (line) => void (url = JSON.parse(line).url ?? url) });
  server = await startHere(async (lifetime) => {
    const opened = await openPorts(settings, logger, lifetime);
    const ports = { bus: wrapPort(opened.bus, around), warehouse: wrapPort(opened.warehouse, around) };
    await startOnPorts({ settings, ports, logger, now: Date.now }, lifetime);
    return opened;
  });
}

async function publish(): Promise<void> {
  await server.bus.publish('events', [outgoing(enrichedEvent())]);
}

const detachedPart = {
  table: 'events',
  name: '202603_1_1_0',
  changedAt: '2026-03-01 00:00:00',
  partition: '202603',
  firstBlock: 1,
  lastBlock: 1,
  path: '/nowhere',
};

describe('the server of the consumer', () => {
  it('is ready while everything that it depends on responds', async () => {
    await start();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it.each<[string, string[], Around]>([
    [
      'the ports that do not respond',
      ['bus', 'warehouse'],
      ({ method }, proceed) => {
        if (method === 'ping') throw unavailable('away');
        return proceed();
      },
    ],
    [
      'damaged parts of the warehouse',
      ['parts'],
      ({ text }, proceed) => (text.includes('system.detached_parts') ? [detachedPart] : proceed()),
    ],
  ])('names %s, and stays healthy', async (_what, missing, around) => {
    let isBroken = false;
    await start((call, proceed) => (isBroken ? around(call, proceed) : proceed()));
    isBroken = true;
    const ready = await fetch(`${url}/readyz`);
    expect(ready.status).toBe(503);
    await expect(ready.json()).resolves.toMatchObject({ status: 'not ready', missing });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('stops, and is not ready meanwhile, after a fault that no retry can fix', async () => {
    let isBroken = false;
    await start(({ method }, proceed) => {
      if (isBroken && method === 'commit') throw new StartError('broken on purpose');
      return proceed();
    });
    isBroken = true;
    await publish();
    await until(async () => {
      const { reasons } = Object(await (await fetch(`${url}/readyz`)).json());
      return reasons?.partitions === 'Partitions with these numbers cannot be consumed: 0';
    });
    await expect(server.stop()).rejects.toThrow('broken on purpose');
  });

  it('refuses a log without the next records, unless KAFKA_OFFSET_RESET allows it', async () => {
    const around: Around = ({ method }, proceed) => (method === 'startOffset' ? 1 : proceed());
    await start(around);
    await publish();
    await expect(server.stop()).rejects.toThrow('begins at offset 1');
    await start(around, { KAFKA_OFFSET_RESET: 'earliest' });
    await expect(server.stop()).resolves.toBeUndefined();
  });

  it('can be queried until the last batch is stored', async () => {
    let stopped: Promise<void> | undefined;
    let status: number | undefined;
    await start(async ({ text }, proceed) => {
      if (text.startsWith('insert events ')) {
        stopped = server.stop();
        status = (await fetch(`${url}/healthz`)).status;
      }
      return proceed();
    });
    await publish();
    await until(() => stopped !== undefined);
    await stopped;
    expect(status).toBe(200);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
  });

  it('shows its metrics only to holders of the token, if one is set', async () => {
    await start(undefined, { METRICS_TOKEN: 'secret-of-the-metrics' });
    expect((await fetch(`${url}/metrics`)).status).toBe(401);
    const metrics = await fetch(`${url}/metrics`, { headers: { Authorization: 'Bearer secret-of-the-metrics' } });
    expect(await metrics.text()).toContain('footfall_consumer_rows_total 0');
  });

  it('serves no other route', async () => {
    await start();
    const response = await fetch(`${url}/api/v1/events`, { method: 'POST' });
    expect(response.status).toBe(404);
    await expect(response.json()).resolves.toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
  });
});
