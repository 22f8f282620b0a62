/** The consumer as a separate process: opens its ports and consumes until a signal. */
import { busSettingsSchema, openBus } from '@footfall/bus';
import { processEnvironment } from '@footfall/process/settings';
import { listen, serverLimits } from '@footfall/http';
import {
  createLogger,
  createRegistry,
  drainDeadlineMs,
  type Lifetime,
  runUntilSignal,
  startWithSettings,
} from '@footfall/process';
import { openWarehouse, warehouseSettingsSchema } from '@footfall/warehouse';
import { createConsumer } from './app.ts';
import { consumerSettingsSchema } from './config.ts';
import { createOperationsApp } from './operations-app.ts';

const settingsSchema = consumerSettingsSchema.extend(busSettingsSchema.shape).extend(warehouseSettingsSchema.shape);
const logger = createLogger('consumer');
const now = Date.now;

async function start({ onStop, fail }: Lifetime): Promise<void> {
  const settings = startWithSettings(settingsSchema, processEnvironment(), logger);
  const registry = createRegistry();
  const warehouse = await openWarehouse(settings, { now });
  onStop('warehouse', () => warehouse.close());
  const bus = await openBus(settings);
  onStop('bus', () => bus.close());

  const consumer = createConsumer({
    bus,
    warehouse,
    logger,
    registry,
    now,
    skipsLostRecords: settings.KAFKA_OFFSET_RESET === 'earliest',
    eventsReadMax: settings.EVENTS_READ_MAX,
  });
  const app = createOperationsApp({
    bus,
    warehouse,
    consumer,
    logger,
    registry,
    metricsToken: settings.METRICS_TOKEN,
  });
  const { HOST, CONSUMER_PORT } = settings;
  const listener = await listen(app, { host: HOST, port: CONSUMER_PORT, portSetting: 'CONSUMER_PORT' }, serverLimits);
  // Closed after the consumer, so that it can be queried until the last batch is stored.
  onStop('listener', () => listener.drain(drainDeadlineMs / 10));

  onStop('consumer', () => consumer.stop());
  consumer.failed.catch(fail);
  await consumer.start();
  logger.info({ url: listener.url }, 'consuming');
}

await runUntilSignal(start, { logger });
