/**
 * The rate of events through Kafka into ClickHouse, with one consumer process and with two, the time to drain a burst, and the
 * delay until events of a steady load can be read.
 * Needs KAFKA_BROKERS and CLICKHOUSE_URL, and a build; uses a separate topic and database for each run.
 * Usage: pnpm --filter @footfall/bench on-servers [--events N] [--burst N] [--partitions N] [--rounds N] [--steady EVENTS_PER_SECOND] [--seconds N] [--json]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Bus, openBus, type OutgoingRecord } from '@footfall/bus';
import { encodeEvent, eventKey } from '@footfall/schemas';
import { cpuSecondsOf, memoryOf } from '@footfall/test-servers/process-figures';
import { median, quantile } from './finding.ts';
import { generateEvents } from './generate-events.ts';
import { openStore, type Store } from './store.ts';

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '500000' },
    burst: { type: 'string', default: '200000' },
    partitions: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    steady: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '30' },
    json: { type: 'boolean', default: false },
  },
});
const consumerMain = fileURLToPath(new URL('../../apps/consumer/dist/main.js', import.meta.url));
const recordsAtOnce = 5_000;
const batchesPerSecond = 20;
/** Events that are stored before a burst or a steady load begins. */
const eventsBefore = 1_000;
const nowMs = Date.now();
const say = (text: string) => options.json || console.log(text);

/** The topic and the database of one run. */
interface Run {
  environment: Record<string, string>;
  bus: Bus;
  store: Store;
}

async function openRun(): Promise<Run> {
  const name = `bench_${randomUUID().slice(0, 8)}`;
  const { KAFKA_BROKERS, CLICKHOUSE_URL } = process.env;
  if (KAFKA_BROKERS === undefined || CLICKHOUSE_URL === undefined)
    throw new Error('Set KAFKA_BROKERS and CLICKHOUSE_URL');
  const store = await openStore(name, CLICKHOUSE_URL);
  const settings = {
    ...store.settings,
    KAFKA_BROKERS,
    KAFKA_TOPIC: name,
    KAFKA_PARTITIONS: Number(options.partitions),
  };
  const environment = Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, String(value)]));
  return { environment, bus: await openBus(settings), store };
}

async function closeRun({ bus, store }: Run): Promise<void> {
  await store.close(false);
  await bus.close();
}

/** Yields enriched events as ingest publishes them, in batches. */
function* records(count: number, seed: number, batchRecords = recordsAtOnce): Generator<OutgoingRecord[]> {
  const traffic = { seed, workspaceId: 'ws_0123456789abcdef', events: count, startMs: nowMs - 3_600_000, endMs: nowMs };
  let batch: OutgoingRecord[] = [];
  let left = count;
  for (const event of generateEvents(traffic)) {
    if (left-- === 0) break;
    const key = eventKey(event);
    batch.push({ key, value: encodeEvent({ ...event, receivedAt: nowMs }) });
    if (batch.length < batchRecords) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Publishes events that were generated before the clock starts; returns the milliseconds it took. */
async function publish(bus: Bus, count: number, seed: number): Promise<number> {
  const batches = [...records(count, seed)];
  const began = performance.now();
  for (const batch of batches) await bus.publish('events', batch);
  return performance.now() - began;
}

async function lag(bus: Bus): Promise<number> {
  const partitions = await bus.partitions();
  return partitions.reduce((sum, { endOffset, committed }) => sum + endOffset - (committed?.offset ?? 0), 0);
}

async function storedEvents({ store }: Run): Promise<number> {
  const [row] = await store.warehouse.read<{ n: number }>({ sql: 'SELECT count() AS n FROM events' });
  return row?.n ?? 0;
}

/** With the variables of the Docker image. */
function startConsumer(environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [consumerMain], {
    env: {
      ...process.env,
      ...environment,
      CONSUMER_PORT: '0',
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '131072',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function stop(consumer: ChildProcess): Promise<void> {
  consumer.kill('SIGTERM');
  if (consumer.exitCode === null) await once(consumer, 'exit');
}

const cpuSeconds = ({ pid = 0 }: ChildProcess) => cpuSecondsOf(pid).all;
const residentMiB = ({ pid = 0 }: ChildProcess) => Math.round(memoryOf(pid).residentBytes / 2 ** 20);

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await delay(50);
}

/** Timed from the first stored event, so that starting and joining the group are not included. */
async function drain(run: Run, consumers: number, events: number) {
  const processes = Array.from({ length: consumers }, () => startConsumer(run.environment));
  try {
    await until(async () => (await storedEvents(run)) > 0);
    const before = await storedEvents(run);
    const cpuBefore = processes.map(cpuSeconds);
    const began = performance.now();
    await until(async () => (await storedEvents(run)) >= events);
    const seconds = (performance.now() - began) / 1000;
    const cpu = processes.reduce((sum, one, index) => sum + cpuSeconds(one) - (cpuBefore[index] ?? 0), 0);
    return {
      eventsPerSecond: Math.round((events - before) / seconds),
      cpuUsPerEvent: Number(((cpu * 1e6) / (events - before)).toFixed(1)),
      residentMiB: Math.max(...processes.map(residentMiB)),
    };
  } finally {
    await Promise.all(processes.map(stop));
  }
}

async function drained(consumers: number, events: number) {
  const run = await openRun();
  try {
    const publishedPerSecond = Math.round((events * 1000) / (await publish(run.bus, events, consumers)));
    return { publishedPerSecond, ...(await drain(run, consumers, events)) };
  } finally {
    await closeRun(run);
  }
}

/** Runs `work` with a consumer that has stored `eventsBefore`. */
async function withConsumer<Result>(work: (run: Run) => Promise<Result>): Promise<Result> {
  const run = await openRun();
  const consumer = startConsumer(run.environment);
  try {
    await publish(run.bus, eventsBefore, 1);
    await until(async () => (await storedEvents(run)) === eventsBefore);
    return await work(run);
  } finally {
    await stop(consumer);
    await closeRun(run);
  }
}

/** A burst while one consumer runs: the highest lag, and the time until it has caught up. */
async function burst(run: Run, events: number) {
  let lagMax = 0;
  const publishing = { isOver: false };
  const published = publish(run.bus, events, 2).finally(() => (publishing.isOver = true));
  while (!publishing.isOver) lagMax = Math.max(lagMax, await lag(run.bus));
  const publishedMs = await published;
  const began = performance.now();
  await until(async () => (await storedEvents(run)) === eventsBefore + events);
  return {
    events,
    publishedSeconds: Number((publishedMs / 1000).toFixed(1)),
    lagMax,
    drainedSeconds: Number(((performance.now() - began) / 1000).toFixed(1)),
  };
}

/** Events at a steady pace, and the delay from being durable to being readable for each: at most the time when it was seen. */
async function steady(run: Run, eventsPerSecond: number, seconds: number) {
  const batches = [...records(eventsPerSecond * seconds, 2, eventsPerSecond / batchesPerSecond)];
  const acknowledgedAtMs: number[] = [];
  const began = performance.now();
  const sent = Promise.all(
    batches.map(async (batch, index) => {
      await delay((index * 1000) / batchesPerSecond);
      await run.bus.publish(
        'events',
        batch.map((record) => ({ ...record, value: withBatch(record.value, index) })),
      );
      acknowledgedAtMs[index] = performance.now() - began;
    }),
  );
  const seen = new Map<number, number>();
  const agesMs: number[] = [];
  const total = batches.reduce((sum, batch) => sum + batch.length, 0);
  while (agesMs.length < total) {
    const stored = await run.store.warehouse.read<{ batch: number; n: number }>({
      sql: `SELECT toUInt32(hostname) AS batch, count() AS n FROM events WHERE hostname != {other:String} GROUP BY batch`,
      params: { other: 'www.example.com' },
    });
    const seenAtMs = performance.now() - began;
    for (const { batch, n } of stored) {
      const ageMs = Math.max(0, seenAtMs - (acknowledgedAtMs[batch] ?? seenAtMs));
      for (let count = seen.get(batch) ?? 0; count < n; count += 1) agesMs.push(ageMs);
      seen.set(batch, n);
    }
  }
  await sent;
  const within2s = agesMs.filter((ageMs) => ageMs <= 2_000).length / agesMs.length;
  return {
    eventsPerSecond,
    events: total,
    within2s,
    p50Ms: Math.round(quantile(agesMs, 0.5)),
    p95Ms: Math.round(quantile(agesMs, 0.95)),
    maxMs: Math.round(quantile(agesMs, 1)),
  };
}

/** Returns the event with the number of its batch as hostname, to recognize it. */
function withBatch(value: Uint8Array, batch: number): Uint8Array {
  return Buffer.from(Buffer.from(value).toString().replace('www.example.com', String(batch)));
}

const events = Number(options.events);
const rounds: Record<'one' | 'two', Awaited<ReturnType<typeof drained>>[]> = { one: [], two: [] };
for (let round = 0; round < Number(options.rounds); round += 1) {
  for (const [name, consumers] of [['one', 1] as const, ['two', 2] as const]) {
    const figures = await drained(consumers, events);
    rounds[name].push(figures);
    say(`${name.padEnd(3)} ${JSON.stringify(figures)}`);
  }
}
const speed = (name: 'one' | 'two') => median(rounds[name].map(({ eventsPerSecond }) => eventsPerSecond));
const burstFigures = await withConsumer((run) => burst(run, Number(options.burst)));
say(`burst ${JSON.stringify(burstFigures)}`);
const steadyFigures = await withConsumer((run) => steady(run, Number(options.steady), Number(options.seconds)));
say(`steady ${JSON.stringify(steadyFigures)}`);
say(`one consumer ${speed('one')} events/s, two ${speed('two')}: ratio ${(speed('two') / speed('one')).toFixed(2)}`);
if (options.json) console.log(JSON.stringify({ rounds, burst: burstFigures, steady: steadyFigures }));
