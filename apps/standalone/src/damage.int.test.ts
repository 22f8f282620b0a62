/** The standalone process after its store was damaged: it refuses to start, or has everything. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { busSettingsSchema, openBus } from '@footfall/bus';
import { createConsumer } from '@footfall/consumer';
import { enrichedEvent } from '@footfall/schemas/fixture';
import { createLogger, Registry } from '@footfall/telemetry';
import { openWarehouse } from '@footfall/warehouse';
import { standaloneSettingsSchema, startStandalone } from './standalone.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'footfall-standalone-damage-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const logger = createLogger('test', 'silent', false);
const settings = (fields: Record<string, string> = {}) =>
  standaloneSettingsSchema.parse({ DATA_DIR: dataDir, API_PORT: '0', INGEST_PORT: '0', ...fields });

/** Stores `count` events in one insert and returns the directories of all parts of events, oldest first. */
async function store(count: number): Promise<string[]> {
  const bus = await openBus(busSettingsSchema.parse({ DATA_DIR: dataDir }));
  const warehouse = await openWarehouse({ DATA_DIR: dataDir });
  await warehouse.command({ sql: 'ALTER TABLE events MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 1' });
  const events = Array.from({ length: count }, () => enrichedEvent({ id: crypto.randomUUID() }));
  await bus.publish(
    'events',
    events.map((event) => ({ key: event.visitorId, value: Buffer.from(JSON.stringify(event)) })),
  );
  const consumer = createConsumer({ bus, warehouse, logger, registry: new Registry() });
  await consumer.start();
  await consumer.drain();
  await consumer.stop();
  const parts = await warehouse.read<{ path: string }>({
    sql: `SELECT path FROM system.parts WHERE active AND database = currentDatabase() AND table = 'events' ORDER BY min_block_number`,
  });
  await bus.close();
  await warehouse.close();
  return parts.map(({ path }) => path);
}

const countEvents = async () => {
  const warehouse = await openWarehouse({ DATA_DIR: dataDir });
  const [row] = await warehouse.read<{ n: number }>({ sql: 'SELECT uniqExact(offset) AS n FROM events' });
  await warehouse.close();
  return row?.n;
};

it('G3 restores the newest events from the log if the directory of their part is gone', async () => {
  await store(30);
  const newest = (await store(20)).at(-1) ?? '';
  rmSync(newest, { recursive: true });
  const product = await startStandalone(settings(), { logger });
  await product.stop();
  expect(await countEvents()).toBe(50);
});

it('G3 refuses to start if the directory of an older part is gone', async () => {
  const [oldest = ''] = await store(30);
  await store(20);
  rmSync(oldest, { recursive: true });
  await expect(startStandalone(settings(), { logger })).rejects.toThrow(
    /^Table events: part \d+_\d+_\d+_\d+ is damaged: it was inserted, and is not on the disk any more\. Run footfall repair/,
  );
});
