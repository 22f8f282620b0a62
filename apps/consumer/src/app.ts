/** The consumer: writes what is on the bus into the warehouse, each event exactly once. */
import type { Bus, Consumption } from '@footfall/bus';
import { AppError } from '@footfall/errors';
import type { Logger, Registry } from '@footfall/process';
import type { Warehouse } from '@footfall/warehouse';
import { setTimeout as delay } from 'node:timers/promises';
import { watchDamagedParts } from './damaged-parts.ts';
import { drained } from './drained.ts';
import { Holdings } from './holdings.ts';
import { IdMemory } from './duplicates/id-memory.ts';
import { createInstruments } from './partition/instruments.ts';
import { watchLag } from './lag.ts';
import { type PartitionDeps, PartitionWriter } from './partition/partition.ts';
import { consumerGroup } from './partition/planned-range.ts';
import { rollUp } from './roll-up.ts';

export { consumerSettingsSchema } from './config.ts';
export { createConsumerHost } from './host.ts';
export { consumerGroup } from './partition/planned-range.ts';

/** The owner of this partition keeps the rollups. */
const rollUpPartition = 0;

/** How long the batches under way may take when the consumer stops; what is not done then is repeated by the next holder. */
const leaveMsMax = 10_000;

export interface ConsumerDeps {
  bus: Bus;
  warehouse: Warehouse;
  logger: Logger;
  registry: Registry;
  now?: () => number;
  /** Whether to go on with the oldest record there is when records that were never stored are gone from the log. */
  skipsLostRecords?: boolean;
  /** Up to this many events a workspace is answered from `events`: until more are stored in all, nothing is rolled up. */
  eventsReadMax?: number;
}

export interface Consumer {
  start(): Promise<void>;
  /** Resolves once everything on the bus at the time of the call is stored, by this process or another of the group. */
  drain(): Promise<void>;
  /** Leaves every partition, finishing the batches under way. */
  stop(): Promise<void>;
  /** Rejects with UNAVAILABLE while a partition that this process holds cannot be consumed. */
  ping(): Promise<void>;
  /** Rejects when consuming ends by a fault that no retry mends. */
  readonly failed: Promise<never>;
}

export function createConsumer(deps: ConsumerDeps): Consumer {
  const { bus, logger, warehouse } = deps;
  const instruments = createInstruments(deps.registry);
  const holdings = new Holdings(instruments);
  watchLag(bus, consumerGroup, (partition) => holdings.holds(partition), deps.registry);
  watchDamagedParts(warehouse, deps.registry);
  const leaving = new AbortController();
  const partitionDeps: PartitionDeps = {
    bus,
    warehouse,
    memory: new IdMemory(warehouse),
    logger,
    instruments,
    now: deps.now ?? Date.now,
    skipsLostRecords: deps.skipsLostRecords ?? false,
    leaving: leaving.signal,
  };
  const rollUpDeps = {
    bus,
    group: consumerGroup,
    warehouse,
    logger,
    instruments,
    now: partitionDeps.now,
    eventsReadMax: deps.eventsReadMax ?? 0,
  };
  let consumption: Consumption | undefined;
  let fail: (reason: unknown) => void = () => {};
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });

  return {
    failed,
    async start() {
      consumption = await bus.consume(consumerGroup, async (claim) => {
        const revoked = new Promise((resolve) => claim.revoked.addEventListener('abort', resolve));
        const written = new PartitionWriter(claim, partitionDeps).run();
        const rolledUp =
          claim.partition === rollUpPartition
            ? rollUp(rollUpDeps, AbortSignal.any([claim.revoked, leaving.signal]))
            : Promise.resolve();
        holdings.hold(claim, Promise.allSettled([written, rolledUp]));
        await written.catch((error: unknown) => {
          logger.error({ partition: claim.partition, err: error }, 'A partition cannot be consumed; others go on');
          holdings.giveUp(claim);
          // Without any other there is nothing to go on with.
          if (holdings.areAllGivenUp) fail(error);
        });
        if (!claim.revoked.aborted) await revoked;
        await rolledUp;
        holdings.release(claim);
      });
      consumption.finished.catch(fail);
    },
    drain: () => drained(bus, consumerGroup, (partition) => holdings.givenUp.includes(partition)),
    async stop() {
      leaving.abort();
      await Promise.race([holdings.written(), delay(leaveMsMax, undefined, { ref: false })]);
      await consumption?.stop();
    },
    async ping() {
      const partitions = holdings.givenUp;
      if (partitions.length > 0) {
        throw new AppError('UNAVAILABLE', `Partitions that cannot be consumed: ${partitions.join(', ')}`);
      }
    },
  };
}
