/** The endpoints of a consumer for operators. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bus, openBus } from '@footfall/bus';
import { listen, type Listener } from '@footfall/http';
import { createLogger, Registry } from '@footfall/process';
import { openWarehouse, type Warehouse } from '@footfall/warehouse';
import { createConsumer } from './app.ts';
import { createOperationsApp } from './operations-app.ts';

let directory: string;
let bus: Bus;
let warehouse: Warehouse;
let listener: Listener;
let arePortsOpen: boolean;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'footfall-consumer-operations-'));
  const settings = { DATA_DIR: directory, KAFKA_TOPIC: 'events' };
  warehouse = await openWarehouse(settings);
  bus = await openBus(settings);
  arePortsOpen = true;
  const registry = new Registry();
  const logger = createLogger('test', { write: () => {} });
  const consumer = createConsumer({
    bus,
    warehouse,
    logger,
    registry,
    now: Date.now,
    skipsLostRecords: false,
    eventsReadMax: 0,
  });
  const app = createOperationsApp({ bus, warehouse, consumer, logger, registry, now: Date.now });
  listener = await listen(app, { host: '127.0.0.1', port: 0, portSetting: 'CONSUMER_PORT' });
});

afterEach(async () => {
  await listener.drain(0);
  if (arePortsOpen) await closePorts();
  rmSync(directory, { recursive: true, force: true });
});

async function closePorts(): Promise<void> {
  arePortsOpen = false;
  await bus.close();
  await warehouse.close();
}

describe('the operations app of the consumer', () => {
  it('is ready while the bus and the warehouse respond', async () => {
    expect((await fetch(`${listener.url}/readyz`)).status).toBe(200);
  });

  it('names the ports that do not respond, and stays healthy', async () => {
    await closePorts();
    const ready = await fetch(`${listener.url}/readyz`);
    expect(ready.status).toBe(503);
    await expect(ready.json()).resolves.toMatchObject({ status: 'not ready', missing: ['bus', 'warehouse'] });
    expect((await fetch(`${listener.url}/healthz`)).status).toBe(200);
  });

  it('serves its metrics', async () => {
    expect(await (await fetch(`${listener.url}/metrics`)).text()).toContain('footfall_consumer_rows_total 0');
  });

  it('serves no other route', async () => {
    const response = await fetch(`${listener.url}/api/v1/events`, { method: 'POST' });
    expect(response.status).toBe(404);
    await expect(response.json()).resolves.toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
  });
});
