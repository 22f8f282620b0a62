/** A log and a warehouse with stored events, and ways to damage them, for tests of reconciling. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bus, openBus, busSettingsSchema, type BusSettings } from '@footfall/bus';
import type { EnrichedEvent } from '@footfall/schemas';
import { type Around, ownNamespace, type Servers } from '@footfall/test-servers';
import {
  eventsTable,
  type EventRow,
  openWarehouse,
  type Warehouse,
  type WarehouseSettings,
  warehouseSettingsSchema,
} from '@footfall/warehouse';
import { Kafka, logLevel } from 'kafkajs';
import { consumerOn } from '../consumer.fixture.ts';
import { decodeRecords } from '../partition/batch.ts';
import { outgoing } from '../event.fixture.ts';
import { reconcile, type ReconcileOptions } from './reconcile.ts';

/** Topic ID, partition and offset, as text. */
export type Position = string;

interface StoreOptions {
  /** Wraps both ports, see `wrapPort`. */
  around?: Around;
  whileRunning?: () => Promise<void>;
}

export interface Rig {
  settings: BusSettings & WarehouseSettings;
  bus: Bus;
  warehouse: Warehouse;
  publish(events: readonly EnrichedEvent[]): Promise<void>;
  /** Runs a consumer until everything published is stored. */
  store(options?: StoreOptions): Promise<void>;
  /** Returns all rows of `events`, each as one text, in order. */
  rows(): Promise<string[]>;
  /** Returns the record at each offset of the log, whether or not it has a row, without dead letters. */
  logged(): Promise<Map<Position, EventRow>>;
  removeRows(rows: readonly EventRow[]): Promise<void>;
  insertRows(rows: readonly EventRow[]): Promise<void>;
  reconcile(options?: Partial<ReconcileOptions>): ReturnType<typeof reconcile>;
  /** Makes Kafka delete the records before `offsets`, by partition; the embedded log deletes them automatically. */
  trim(offsets: ReadonlyMap<number, number>): Promise<void>;
  /** Closes both ports, like the end of a process; `open` opens them again. */
  close(): Promise<void>;
  open(): Promise<void>;
  remove(): Promise<void>;
}

export const positionOf = ({ topicId, partition, offset }: EventRow): Position =>
  [topicId, partition, offset].join('/');

/** Opens a rig on `servers`, or on the embedded drivers if there are none. */
export async function openRig(servers: Servers): Promise<Rig> {
  const directory = mkdtempSync(join(tmpdir(), 'footfall-reconcile-'));
  const target = ownNamespace(servers);
  const given = { ...target.settings, DATA_DIR: directory };
  const settings = { ...busSettingsSchema.parse(given), ...warehouseSettingsSchema.parse(given) };
  const open = async () => {
    rig.warehouse = await openWarehouse(settings);
    rig.bus = await openBus(settings);
  };
  const close = async () => {
    await rig.bus.close();
    await rig.warehouse.close();
  };
  const warehouse = await openWarehouse(settings);
  const rig: Rig = {
    settings,
    warehouse,
    bus: await openBus(settings),
    publish: (events) => rig.bus.publish('events', events.map(outgoing)),
    store: (options = {}) => store(rig, options),
    async rows() {
      const rows = await rig.warehouse.read({
        sql: 'SELECT *, incarnation AS topicId FROM events ORDER BY incarnation, partition, offset',
      });
      return rows.map((row) => JSON.stringify(row));
    },
    logged: () => readLog(rig.bus),
    async removeRows(rows) {
      if (rows.length === 0) return;
      await rig.warehouse.command({
        sql: `ALTER TABLE events DELETE WHERE concat(incarnation, '/', toString(partition), '/', toString(offset))
                IN (${rows.map((row) => `'${positionOf(row)}'`).join(', ')}) SETTINGS mutations_sync = 2`,
      });
    },
    insertRows: (rows) => rig.warehouse.insert(eventsTable, rows),
    reconcile: (options) => reconcile({ bus: rig.bus, warehouse: rig.warehouse, repairs: false, ...options }),
    trim: (offsets) => trim(settings, offsets),
    close,
    open,
    async remove() {
      await close();
      await target.remove();
      rmSync(directory, { recursive: true });
    },
  };
  return rig;
}

async function store(rig: Rig, { whileRunning, around }: StoreOptions): Promise<void> {
  const consumer = consumerOn(rig, { around });
  await consumer.start();
  try {
    await whileRunning?.();
    await Promise.race([consumer.drain(), consumer.failed]);
  } finally {
    await consumer.stop();
  }
}

async function trim(
  { KAFKA_BROKERS, KAFKA_TOPIC: topic }: BusSettings,
  offsets: ReadonlyMap<number, number>,
): Promise<void> {
  if (KAFKA_BROKERS === undefined) return;
  const admin = new Kafka({ brokers: KAFKA_BROKERS.split(','), logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    // Without fetching the topic first, the client does not know the leaders of its partitions.
    await admin.fetchTopicOffsets(topic);
    const partitions = [...offsets].map(([partition, offset]) => ({ partition, offset: String(offset) }));
    await admin.deleteTopicRecords({ topic, partitions });
  } finally {
    await admin.disconnect();
  }
}

async function readLog(bus: Bus): Promise<Map<Position, EventRow>> {
  const found = new Map<Position, EventRow>();
  for (const log of await bus.partitions()) {
    for (let next = log.startOffset; next < log.endOffset;) {
      const records = await log.read(next, { recordsMax: 5_000, bytesMax: 16 << 20, waitMs: 5_000 });
      const { rows } = await decodeRecords(records, log);
      for (const row of rows) found.set(positionOf(row), row);
      next += records.length;
    }
  }
  return found;
}
