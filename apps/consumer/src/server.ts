/** The consumer as a separate process: its settings, its ports, and the apps on them. */
import { type Bus, type BusSettings, busSettingsSchema, openBus } from '@footfall/bus';
import { listen } from '@footfall/http';
import { createRegistry, type Lifetime, listenerDrainMs, type Logger } from '@footfall/process';
import { openWarehouse, type Warehouse, type WarehouseSettings, warehouseSettingsSchema } from '@footfall/warehouse';
import type { z } from 'zod';
import { createConsumer } from './app.ts';
import { consumerSettingsSchema } from './config.ts';
import { createOperationsApp } from './operations-app.ts';

export const consumerServerSettingsSchema = consumerSettingsSchema
  .extend(busSettingsSchema.shape)
  .extend(warehouseSettingsSchema.shape);

export interface ConsumerPorts {
  bus: Bus;
  warehouse: Warehouse;
}

export interface ConsumerServerParts {
  settings: z.output<typeof consumerServerSettingsSchema>;
  ports: ConsumerPorts;
  logger: Logger;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Opens the ports that the settings choose, until the process stops. */
export async function openPorts(
  settings: BusSettings & WarehouseSettings,
  logger: Logger,
  { onStop }: Lifetime,
): Promise<ConsumerPorts> {
  const warehouse = await openWarehouse(settings, { logger });
  onStop('warehouse', () => warehouse.close());
  const bus = await openBus(settings, { logger });
  onStop('bus', () => bus.close());
  return { bus, warehouse };
}

/** Consumes, and serves health, readiness and metrics, until the process stops. */
export async function startOnPorts(
  { settings, ports, logger, now }: ConsumerServerParts,
  { onStop, fail }: Lifetime,
): Promise<void> {
  const registry = createRegistry();
  const consumer = createConsumer({
    ...ports,
    logger,
    registry,
    now,
    skipsLostRecords: settings.KAFKA_OFFSET_RESET === 'earliest',
    eventsReadMax: settings.EVENTS_READ_MAX,
  });
  const app = createOperationsApp({ ...ports, consumer, logger, registry, now, metricsToken: settings.METRICS_TOKEN });
  const { HOST, CONSUMER_PORT } = settings;
  const listener = await listen(app, { host: HOST, port: CONSUMER_PORT, portSetting: 'CONSUMER_PORT' });
  // Closed after the consumer, so that it can be queried until the last batch is stored.
  onStop('listener', () => listener.drain(listenerDrainMs.consumer));

  onStop('consumer', () => consumer.stop());
  consumer.failed.catch(fail);
  await consumer.start();
  logger.info({ url: listener.url }, 'Consuming');
}
