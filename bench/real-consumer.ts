/** The consumer that benchmarks run: the real one, which computes rollups for every workspace. */
import type { Bus } from '@footfall/bus';
import { type Consumer, createConsumer } from '@footfall/consumer';
import { createLogger, createRegistry } from '@footfall/process';
import type { Warehouse } from '@footfall/warehouse';

export function realConsumer(bus: Bus, warehouse: Warehouse): Consumer {
  return createConsumer({
    bus,
    warehouse,
    logger: createLogger('bench'),
    registry: createRegistry(),
    now: Date.now,
    skipsLostRecords: false,
    eventsReadMax: 0,
  });
}
