/** The consumer: writes the events on the bus into the warehouse, each exactly once. */
import type { Bus, Consumption } from '@footfall/bus';
import { unavailable } from '@footfall/errors';
import { type Logger, type Registry, withDeadline } from '@footfall/process';
import type { Warehouse } from '@footfall/warehouse';
import { watchDamagedParts } from './damaged-parts.ts';
import { drained } from './drained.ts';
import { IdMemory } from './duplicates/id-memory.ts';
import { createInstruments } from './partition/instruments.ts';
import { watchLag } from './lag.ts';
import { OwnedPartitions } from './owned-partitions.ts';
import { Outage } from './partition/outage.ts';
import { PartitionWriter } from './partition/partition.ts';
import { keepPurging } from './purges.ts';
import { advanceRollups } from './rollups.ts';

export { consumerSettingsSchema } from './config.ts';
export { requirePositions } from './partition/position.ts';

/** The owner of this partition advances the rollups. */
const rollupPartition = 0;

/** The deadline for batches in progress when the consumer stops; the next owner repeats unfinished ones. */
const leaveMsMax = 10_000;

export interface ConsumerDeps {
  bus: Bus;
  warehouse: Warehouse;
  logger: Logger;
  registry: Registry;
  /** Epoch milliseconds. */
  now: () => number;
  /** True to continue with the oldest available record if records that were never stored are gone from the log. */
  skipsLostRecords: boolean;
  /** Workspaces with up to this many events are read from `events`: until more are stored in total, there are no rollups. */
  eventsReadMax: number;
}

export interface Consumer {
  start(): Promise<void>;
  /** Resolves once everything on the bus at the time of the call is stored, by this process or another. */
  drain(): Promise<void>;
  /** Leaves every partition after the batches in progress have finished. */
  stop(): Promise<void>;
  /** Rejects with UNAVAILABLE while a partition that this process owns cannot be consumed. */
  ping(): Promise<void>;
  /** Rejects when consumption ends with a fault that no retry can fix. */
  readonly failed: Promise<never>;
}

export function createConsumer(deps: ConsumerDeps): Consumer {
  const { bus, logger, now, warehouse } = deps;
  const instruments = createInstruments(deps.registry);
  const owned = new OwnedPartitions(instruments);
  watchLag(bus, (partition) => owned.has(partition), deps.registry);
  watchDamagedParts(warehouse, now, deps.registry);
  const leaving = new AbortController();
  const memory = new IdMemory(warehouse);
  const outage = new Outage(logger, now);
  const partitionDeps = { ...deps, memory, instruments, outage, leaving: leaving.signal };
  const rollupDeps = { ...deps, instruments };
  const stopPurging = keepPurging(warehouse, logger);
  let consumption: Consumption | undefined;
  let fail: (reason: unknown) => void = () => {};
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });

  return {
    failed,
    async start() {
      consumption = await bus.consume(async (assignment) => {
        const { partition } = assignment;
        const revoked = new Promise((resolve) => assignment.revoked.addEventListener('abort', resolve));
        const written = new PartitionWriter(assignment, partitionDeps).run();
        const rolledUp =
          partition === rollupPartition
            ? advanceRollups(rollupDeps, AbortSignal.any([assignment.revoked, leaving.signal]))
            : Promise.resolve();
        owned.add(partition, Promise.allSettled([written, rolledUp]));
        await written.catch((error: unknown) => {
          logger.error({ partition, err: error }, 'A partition cannot be consumed');
          owned.markFailed(partition);
          // Without another partition there is nothing left to consume.
          if (owned.haveAllFailed) fail(error);
        });
        if (!assignment.revoked.aborted) await revoked;
        // Does not wait for the rollups: two concurrent workers do no harm, and the partition's next owner must not wait for a batch.
        owned.remove(partition);
      });
      consumption.finished.catch(fail);
    },
    drain: () => drained(bus, (partition) => owned.failed.includes(partition)),
    async stop() {
      leaving.abort();
      stopPurging();
      await withDeadline(owned.ended(), leaveMsMax, () => {});
      await consumption?.stop();
    },
    async ping() {
      const partitions = owned.failed;
      if (partitions.length > 0) {
        throw unavailable(`Partitions with these numbers cannot be consumed: ${partitions.join(', ')}`);
      }
    },
  };
}
