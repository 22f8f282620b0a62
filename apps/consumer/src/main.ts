/** The consumer as a process of its own: opens its ports, consumes until a signal. */
import { busSettingsSchema, openBus } from '@footfall/bus';
import { loadSettings, processEnvironment } from '@footfall/config';
import { runUntilSignal } from '@footfall/http';
import { createLogger, createRegistry } from '@footfall/telemetry';
import { openWarehouse, warehouseSettingsSchema } from '@footfall/warehouse';
import { createConsumer } from './app.ts';

const logger = createLogger('consumer');

await runUntilSignal(
  async ({ onStop, fail }) => {
    const settings = loadSettings(busSettingsSchema.extend(warehouseSettingsSchema.shape), processEnvironment());
    const warehouse = await openWarehouse(settings);
    onStop('warehouse', () => warehouse.close());
    const bus = await openBus(settings);
    onStop('bus', () => bus.close());
    const consumer = createConsumer({ bus, warehouse, logger, registry: createRegistry() });
    onStop('consumer', () => consumer.stop());
    consumer.failed.catch(fail);
    await consumer.start();
    logger.info('consuming');
  },
  { logger },
);
