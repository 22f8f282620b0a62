/** The standalone process after the loss of its newest part, of its whole warehouse, or of the end of its log; and on another log than before. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bus, openBus } from '@footfall/bus';
import { encodeEvent } from '@footfall/schemas';
import { enrichedEvent } from '@footfall/schemas/fixture';
import { freePort } from '@footfall/test-servers';
import { openStores, openWarehouse } from '@footfall/warehouse';
import { type Product, startProduct } from './in-process.fixture.ts';

const events = 50;
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'footfall-standalone-damage-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

function start(further: Record<string, string> = {}): Promise<Product> {
  return startProduct({ DATA_DIR: dataDir, ...further });
}

async function read<Row>(sql: string): Promise<Row[]> {
  const warehouse = await openWarehouse({ DATA_DIR: dataDir });
  const rows = await warehouse.read<Row>({ sql });
  await warehouse.close();
  return rows;
}

async function sendEvents(product: Product): Promise<void> {
  const response = await fetch(`${product.ingestUrl}/api/v1/events`, {
    method: 'POST',
    headers: { 'X-API-Key': product.credentials.secretKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      events: Array.from({ length: events }, () => ({ type: '$pageview', url: 'https://example.com/' })),
    }),
  });
  expect(response.status).toBe(202);
  await product.drain();
}

it('G3 restores the newest events from the log if the directory of their part is gone', async () => {
  const first = await start();
  await sendEvents(first);
  await first.stop();
  const parts = await read<{ path: string }>(
    "SELECT path FROM system.parts WHERE active AND table = 'events' AND database = currentDatabase()",
  );
  expect(parts).toHaveLength(1);
  for (const { path } of parts) rmSync(path, { recursive: true });
  expect(await read('SELECT count() AS n FROM events')).toEqual([{ n: 0 }]);
  await (await start()).stop();
  expect(await read('SELECT count() AS n, uniqExact(offset) AS offsets FROM events')).toEqual([
    { n: events, offsets: events },
  ]);
});

async function useBus<Result>(use: (bus: Bus) => Promise<Result>): Promise<Result> {
  const bus = await openBus({ DATA_DIR: dataDir, KAFKA_TOPIC: 'events' });
  try {
    return await use(bus);
  } finally {
    await bus.close();
  }
}

async function publish(count: number): Promise<void> {
  const value = encodeEvent(enrichedEvent());
  const records = Array.from({ length: count }, () => ({ key: 'a', value }));
  await useBus((log) => log.publish('events', records));
}

describe('a start on Kafka after one on the embedded log', () => {
  it('G3 is refused while the log has accepted events that are not stored, and names their number', async () => {
    const first = await start();
    await sendEvents(first);
    await first.stop();
    const KAFKA_BROKERS = `127.0.0.1:${await freePort()}`;
    await expect(start({ KAFKA_BROKERS })).rejects.toThrow(/^Setting KAFKA_BROKERS: no broker/);

    // Like a process that was killed before it had stored them.
    await publish(3);
    await expect(start({ KAFKA_BROKERS })).rejects.toMatchObject({
      name: 'StartError',
      message: `Setting KAFKA_BROKERS: ${dataDir}/bus has 3 accepted events that are not stored yet. Start Footfall once without KAFKA_BROKERS, and stop it with SIGTERM, which stores them`,
    });
    await (await start()).stop();
    await expect(start({ KAFKA_BROKERS })).rejects.toThrow(/^Setting KAFKA_BROKERS: no broker/);
  });

  it('leaves no log behind if there was none', async () => {
    const KAFKA_BROKERS = `127.0.0.1:${await freePort()}`;
    await expect(start({ KAFKA_BROKERS })).rejects.toThrow(/^Setting KAFKA_BROKERS: no broker/);
    expect(existsSync(join(dataDir, 'bus'))).toBe(false);
  });
});

describe('a start with an older log than the warehouse', () => {
  const bus = () => join(dataDir, 'bus');

  it('G3 is refused before it accepts events, and after the log has new events at the offsets of stored ones', async () => {
    const first = await start();
    await sendEvents(first);
    await first.stop();
    cpSync(bus(), `${bus()}.old`, { recursive: true });
    const second = await start();
    await sendEvents(second);
    await second.stop();
    rmSync(bus(), { recursive: true });
    renameSync(`${bus()}.old`, bus());
    await expect(start()).rejects.toThrow(
      `Partition 0 of the log ends at offset ${events}, but offsets below ${2 * events} were already read: the log has lost its end. Restore the log`,
    );
    expect(await useBus((log) => log.partitions())).toMatchObject([{ endOffset: events }]);

    // Like a process that accepted events nevertheless.
    await publish(events + 3);
    await expect(start()).rejects.toThrow(
      `Partition 0 of the log has another event at offset ${2 * events - 1} than the one stored from there: the log lost its end and was written again. Restore the log`,
    );
    expect(await read('SELECT count() AS n FROM events')).toEqual([{ n: 2 * events }]);
  });
});

it('G3 is refused if the directory of a table is gone, each time, until it is restored', async () => {
  const first = await start();
  const { credentials } = first;
  await sendEvents(first);
  await first.stop();
  const link = join(dataDir, 'clickhouse/data/footfall/api_keys');
  const directory = realpathSync(link);
  // As after a restore that was interrupted.
  renameSync(directory, `${directory}.moved`);
  const refusal = {
    exitCode: 1,
    message: `${dataDir}/clickhouse is incomplete: ${directory} is missing, the directory of api_keys. Restore all of DATA_DIR from a backup, into an empty directory`,
  };
  await expect(read('SELECT 1')).rejects.toMatchObject(refusal);
  await expect(start()).rejects.toMatchObject(refusal);
  renameSync(`${directory}.moved`, directory);
  const second = await start();
  expect(second).toMatchObject({ credentials, validKeys: { publicKey: true, secretKey: true } });
  await second.stop();
});

describe('a start without the directory of the warehouse', () => {
  const clickhouse = () => join(dataDir, 'clickhouse');

  it('G3 is refused if events were stored, each time, until it is restored', async () => {
    const first = await start();
    const { workspaceId } = first.credentials;
    await sendEvents(first);
    await first.stop();
    renameSync(clickhouse(), `${clickhouse()}.moved`);
    const refusal = {
      exitCode: 1,
      message: `${dataDir}/bus says that ${events} records were processed, but ${dataDir}/clickhouse is missing or empty. Restore it from a backup, or move ${dataDir}/bus and ${dataDir}/credentials.json away to start with an empty installation`,
    };
    await expect(start()).rejects.toMatchObject(refusal);
    // As if a file system were not mounted there.
    mkdirSync(clickhouse());
    await expect(start()).rejects.toMatchObject(refusal);
    rmdirSync(clickhouse());
    renameSync(`${clickhouse()}.moved`, clickhouse());

    const warehouse = await openWarehouse({ DATA_DIR: dataDir });
    await openStores(warehouse, Date.now).keyStore.deleteWorkspace(workspaceId);
    await warehouse.close();
    // The store has no workspace and no event any more, but is not lost.
    await (await start()).stop();
  });

  it('counts as the first one after one that was killed before it had created the warehouse', async () => {
    const bus = await openBus({ DATA_DIR: dataDir, KAFKA_TOPIC: 'events' });
    await bus.close();
    const product = await start();
    expect(product.validKeys).toEqual({ publicKey: true, secretKey: true });
    await product.stop();
  });
});
