/**
 * The speed at which the consumer moves events from the bus into `events` (decode, drop duplicates, encode, insert, check),
 * against inserts of prepared Native blocks of the same rows. The bus is in memory, the server is real.
 * Needs CLICKHOUSE_URL and a build; uses a separate database.
 * Usage: pnpm --filter @footfall/bench consumer [--batches N] [--partitions N] [--rounds N] [--json]
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { BusRecord } from '@footfall/bus';
import { batchLimits } from '@footfall/consumer/limits';
import { blankEvent, encodeEvent } from '@footfall/schemas';
import { requestClickHouse } from '@footfall/test-servers';
import { encodeNative, type EventRow, eventsTable } from '@footfall/warehouse';
import { median } from './finding.ts';
import { generateEvents } from './generate-events.ts';
import { createMemoryBus } from './memory-bus.ts';
import { realConsumer } from './real-consumer.ts';
import { openStore } from './store.ts';

const { values: options } = parseArgs({
  options: {
    batches: { type: 'string', default: '6' },
    partitions: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '7' },
    json: { type: 'boolean', default: false },
  },
});
const { CLICKHOUSE_URL } = process.env;
if (CLICKHOUSE_URL === undefined) throw new Error('Set CLICKHOUSE_URL');
const database = `bench_${randomUUID().slice(0, 8)}`;
const store = await openStore(database, CLICKHOUSE_URL);
const { warehouse } = store;
const partitions = [...Array(Number(options.partitions)).keys()];
const batches = Number(options.batches);
const rowsEach = batches * batchLimits.rowsMax;
const nowMs = Date.now();

/** Each partition's events, in order. */
const rows: EventRow[][] = partitions.map((partition) => {
  const traffic = { workspaceId: 'ws_0123456789abcdef', events: rowsEach, startMs: nowMs - 3_600_000, endMs: nowMs };
  return [...generateEvents({ ...traffic, seed: partition })]
    .slice(0, rowsEach)
    .map((event, offset) => ({ ...event, partition, offset, receivedAt: nowMs }));
});
const records: BusRecord[][] = rows.map((list) =>
  list.map(({ topicId: _topicId, partition: _partition, offset, ...event }) => ({
    offset,
    // Ingest writes the fields in the order of a blank event.
    value: encodeEvent({ ...blankEvent(), ...event }),
  })),
);

/** The CPU time of this process per stored event, in microseconds, by round. */
const cpuUs: number[] = [];

/** Returns the milliseconds in which the consumer stores every event. */
async function consumed(): Promise<number> {
  const logs = records.map((log) => ({ startOffset: 0, records: log }));
  const bus = createMemoryBus(randomUUID(), logs);
  const consumer = realConsumer(bus, warehouse);
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  await consumer.start();
  await consumer.drain();
  const tookMs = performance.now() - began;
  const cpu = process.cpuUsage(cpuBefore);
  cpuUs.push((cpu.user + cpu.system) / (rowsEach * partitions.length));
  await consumer.stop();
  return tookMs;
}

const blocks = rows.map((list) =>
  Array.from({ length: batches }, (_, index) =>
    encodeNative(eventsTable, list.slice(index * batchLimits.rowsMax, (index + 1) * batchLimits.rowsMax)),
  ),
);

/** Returns the milliseconds in which prepared blocks are stored, with as many at once as there are partitions, like the consumer. */
async function insertedReady(): Promise<number> {
  const began = performance.now();
  await Promise.all(
    blocks.map(async (list) => {
      for (const block of list) await insertBlock(block);
    }),
  );
  return performance.now() - began;
}

async function insertBlock(block: Buffer): Promise<void> {
  const columns = eventsTable.columns.map(({ name }) => name).join(', ');
  await requestClickHouse(CLICKHOUSE_URL ?? '', block, {
    database,
    query: `INSERT INTO events (${columns}) FORMAT Native`,
    async_insert: '0',
    deduplicate_insert: 'enable',
    insert_deduplication_token: randomUUID(),
    wait_end_of_query: '1',
  });
}

async function rowsPerSecond(contender: () => Promise<number>): Promise<number> {
  await warehouse.command({ sql: 'TRUNCATE TABLE events' });
  const tookMs = await contender();
  const [stored] = await warehouse.read<{ n: number }>({ sql: 'SELECT count() AS n FROM events' });
  if (stored?.n !== rowsEach * partitions.length) throw new Error(`${stored?.n} rows are stored`);
  return Math.round((stored.n * 1000) / tookMs);
}

try {
  // The first round warms both up.
  const found = { consumer: [] as number[], ready: [] as number[] };
  for (let round = 0; round <= Number(options.rounds); round += 1) {
    const speeds = { consumer: await rowsPerSecond(consumed), ready: await rowsPerSecond(insertedReady) };
    if (round === 0) continue;
    found.consumer.push(speeds.consumer);
    found.ready.push(speeds.ready);
    if (!options.json) console.log(JSON.stringify(speeds));
  }
  const [consumer, ready] = [median(found.consumer), median(found.ready)];
  const ratio = Number((consumer / ready).toFixed(2));
  const cpuUsPerEvent = Number(median(cpuUs.slice(1)).toFixed(1));
  if (options.json)
    console.log(JSON.stringify({ rowsMax: batchLimits.rowsMax, consumer, ready, ratio, cpuUsPerEvent, rounds: found }));
  else
    console.log(
      `batches of ${batchLimits.rowsMax}, ${partitions.length} at once: consumer ${consumer} rows/s, ready blocks ${ready}: ratio ${ratio}; CPU ${cpuUsPerEvent} µs per event`,
    );
} finally {
  await store.close(false);
}
