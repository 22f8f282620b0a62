/** The consumer: writes what is on the bus into the warehouse, each event exactly once. */
import type { Bus, Consumption, PartitionClaim } from '@footfall/bus';
import type { Logger, Registry } from '@footfall/telemetry';
import type { Warehouse } from '@footfall/warehouse';
import { createInstruments } from './instruments.ts';
import { type FaultPoint, type PartitionDeps, PartitionWriter } from './partition.ts';

export type { FaultPoint } from './partition.ts';

/** The group under which consumers commit their offsets. */
const consumerGroup = 'footfall-consumer';

export interface ConsumerDeps {
  bus: Bus;
  warehouse: Warehouse;
  logger: Logger;
  registry: Registry;
  now?: () => number;
  /** For tests that stop the process at a named point. */
  fault?: (point: FaultPoint) => void | Promise<void>;
  /** For tests that prove what a safeguard is for, by leaving it out. */
  safeguards?: { plannedRange: boolean };
}

export interface Consumer {
  start(): Promise<void>;
  /** Resolves once everything on the bus at the time of the call is stored. */
  drain(): Promise<void>;
  /** Leaves every partition, finishing the step under way. */
  stop(): Promise<void>;
  /** Rejects when consuming ends by a fault that no retry mends. */
  readonly failed: Promise<never>;
}

export function createConsumer(deps: ConsumerDeps): Consumer {
  const { bus, logger } = deps;
  const progress = new Progress();
  const partitionDeps: PartitionDeps = {
    bus,
    warehouse: deps.warehouse,
    logger,
    instruments: createInstruments(deps.registry),
    now: deps.now ?? Date.now,
    fault: deps.fault ?? (() => {}),
    plansRanges: deps.safeguards?.plannedRange ?? true,
    onCaughtUp: (partition, nextOffset) => progress.caughtUp(partition, nextOffset),
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
        progress.hold(claim);
        await new PartitionWriter(claim, partitionDeps).run();
        progress.release(claim.partition);
      });
      consumption.finished.catch(fail);
    },
    drain: () => progress.drained(),
    async stop() {
      await consumption?.stop();
    },
  };
}

/** How far the held partitions are, for those who wait until all is stored. */
class Progress {
  readonly #claims = new Map<number, PartitionClaim>();
  readonly #waiters = new Set<{ partition: number; offset: number; resolve: () => void }>();

  hold(claim: PartitionClaim): void {
    this.#claims.set(claim.partition, claim);
  }

  release(partition: number): void {
    this.#claims.delete(partition);
    this.caughtUp(partition, Number.POSITIVE_INFINITY);
  }

  caughtUp(partition: number, nextOffset: number): void {
    for (const waiter of this.#waiters) {
      if (waiter.partition !== partition || waiter.offset > nextOffset) continue;
      this.#waiters.delete(waiter);
      waiter.resolve();
    }
  }

  async drained(): Promise<void> {
    const targets = await Promise.all(
      [...this.#claims.values()].map(async (claim) => ({
        partition: claim.partition,
        offset: await claim.endOffset(),
      })),
    );
    await Promise.all(
      targets.map((target) => new Promise<void>((resolve) => this.#waiters.add({ ...target, resolve }))),
    );
  }
}
