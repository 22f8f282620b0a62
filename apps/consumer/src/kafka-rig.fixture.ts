/** Consumers on Kafka and a ClickHouse server, with a separate topic and database. */
import { type Bus, busSettingsSchema, type BusSettings, openBus } from '@footfall/bus';
import { AppError } from '@footfall/errors';
import type { EnrichedEvent } from '@footfall/schemas';
import { Registry } from '@footfall/process';
import { ownNamespace, type Servers, until } from '@footfall/test-servers';
import { openWarehouse, type Warehouse, warehouseSettingsSchema, type WarehouseSettings } from '@footfall/warehouse';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import type { Consumer } from './app.ts';
import { consumerOn, type ConsumerOptions, countStored, type Stored } from './consumer.fixture.ts';
import { outgoing } from './event.fixture.ts';
import { readDeadLetters } from './partition/dead-letters.ts';

const publishedAtOnce = 1_000;

/** A consumer with separate ports and memory, as in another process. */
export interface RunningConsumer {
  consumer: Consumer;
  /** Resolves with the sum of an instrument over its labels. */
  number(instrument: string): Promise<number>;
  /** Leaves the group, and closes the ports. */
  stop(): Promise<void>;
}

export interface KafkaRig {
  settings: BusSettings & WarehouseSettings;
  bus: Bus;
  warehouse: Warehouse;
  admin: Admin;
  groupId: string;
  /** Publishes events, and retries those that a busy broker did not acknowledge, like clients; the consumer drops duplicates. */
  publish(...events: readonly EnrichedEvent[]): Promise<void>;
  /** The settings can, for example, route `CLICKHOUSE_URL` through a proxy. */
  start(options?: ConsumerOptions, settings?: Partial<WarehouseSettings>): Promise<RunningConsumer>;
  /** Resolves once the group has stored and committed everything on the bus. */
  allStored(): Promise<void>;
  /** Stores everything on the bus with a new consumer, which has no state in memory. */
  storeAll(options?: ConsumerOptions): Promise<void>;
  stored(): Promise<Stored>;
  /** Resolves with the reasons of the dead letters. */
  deadLetters(): Promise<string[]>;
  remove(): Promise<void>;
}

export async function openKafkaRig(
  servers: Required<Pick<Servers, 'KAFKA_BROKERS' | 'CLICKHOUSE_URL'>>,
  partitions: number,
): Promise<KafkaRig> {
  const namespace = ownNamespace(servers);
  const given = { ...namespace.settings, KAFKA_PARTITIONS: String(partitions) };
  const settings = { ...busSettingsSchema.parse(given), ...warehouseSettingsSchema.parse(given) };
  const kafka = new Kafka({ brokers: servers.KAFKA_BROKERS.split(','), logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const warehouse = await openWarehouse(settings);
  const bus = await openBus(settings);
  const running = new Set<RunningConsumer>();

  async function start(
    options: ConsumerOptions = {},
    overrides: Partial<WarehouseSettings> = {},
  ): Promise<RunningConsumer> {
    const opened = { bus: await openBus(settings), warehouse: await openWarehouse({ ...settings, ...overrides }) };
    const registry = new Registry();
    const consumer = consumerOn(opened, { registry, ...options });
    consumer.failed.catch(() => {});
    const one: RunningConsumer = {
      consumer,
      number: (instrument) => sumOf(registry, instrument),
      async stop() {
        running.delete(one);
        await consumer.stop();
        await opened.bus.close();
        await opened.warehouse.close();
      },
    };
    running.add(one);
    await consumer.start();
    return one;
  }

  const rig: KafkaRig = {
    settings,
    bus,
    warehouse,
    admin,
    groupId: `${settings.KAFKA_TOPIC}.footfall-consumer`,
    async publish(...events) {
      // In chunks of a request's size, because a busy broker needs time.
      for (let at = 0; at < events.length; at += publishedAtOnce) {
        const records = events.slice(at, at + publishedAtOnce).map(outgoing);
        await until(() => bus.publish('events', records).then(() => true, isUnavailable));
      }
    },
    start,
    async allStored() {
      let lag = Number.NaN;
      const isStored = async () => {
        lag = await lagOf(bus);
        return lag === 0;
      };
      await until(
        () => isStored().catch(isUnavailable),
        () => lag,
      );
    },
    async storeAll(options) {
      const one = await start(options);
      await rig.allStored();
      await one.stop();
    },
    stored: () => countStored(warehouse),
    async deadLetters() {
      return (await readDeadLetters(bus, 1_000)).map(({ reason }) => reason);
    },
    async remove() {
      await Promise.all([...running].map((one) => one.stop()));
      await bus.close();
      await admin.disconnect();
      await warehouse.close();
      await namespace.remove();
    },
  };
  return rig;
}

/** Resolves with the number of records that the group has not committed yet, or has only planned to store. */
export async function lagOf(bus: Bus): Promise<number> {
  const logs = await bus.partitions();
  return logs.reduce(
    (sum, { startOffset, endOffset, committed }) => sum + endOffset - (committed?.offset ?? startOffset),
    0,
  );
}

/** Returns false if Kafka did not respond in time, so that the caller retries. Throws any other error. */
function isUnavailable(error: unknown): false {
  if (error instanceof AppError && error.code === 'UNAVAILABLE') return false;
  throw error;
}

async function sumOf(registry: Registry, instrument: string): Promise<number> {
  const metric = await registry.getSingleMetric(instrument)?.get();
  return metric?.values.reduce((sum, { value }) => sum + value, 0) ?? 0;
}
