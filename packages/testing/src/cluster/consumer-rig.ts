/** The consumer as a separate process that ends itself between two calls of its ports. */
import { busSettingsSchema, openBus } from '@footfall/bus';
import { loadSettings, processEnvironment } from '@footfall/process/settings';
import { consumerSettingsSchema, createConsumer, createOperationsApp } from '@footfall/consumer';
import { listen, serverLimits } from '@footfall/http';
import { createLogger, createRegistry, type Lifetime, runUntilSignal } from '@footfall/process';
import { type Around, wrapPort } from '@footfall/test-servers';
import { openWarehouse, warehouseSettingsSchema } from '@footfall/warehouse';
import { endingAround } from '../kill/process-end.ts';
import { rigOptions } from '../kill/rig-options.ts';
import { rollUpForEver } from '../roll-up.ts';

const settingsSchema = consumerSettingsSchema.extend(busSettingsSchema.shape).extend(warehouseSettingsSchema.shape);
const { end, rollsUp } = rigOptions();
const around: Around = end ? endingAround(end) : (_call, proceed) => proceed();
const logger = createLogger('consumer rig');

async function start({ onStop, fail }: Lifetime): Promise<void> {
  const settings = loadSettings(settingsSchema, processEnvironment());
  const registry = createRegistry();
  const warehouse = wrapPort(await openWarehouse(settings), around);
  onStop('warehouse', () => warehouse.close());
  const bus = wrapPort(await openBus(settings), around);
  onStop('bus', () => bus.close());
  const { EVENTS_READ_MAX: eventsReadMax } = settings;
  const consumer = createConsumer({
    bus,
    warehouse,
    logger,
    registry,
    now: Date.now,
    skipsLostRecords: false,
    eventsReadMax,
  });
  const { HOST, CONSUMER_PORT } = settings;
  const app = createOperationsApp({ bus, warehouse, consumer, logger, registry });
  const listener = await listen(app, { host: HOST, port: CONSUMER_PORT, portSetting: 'CONSUMER_PORT' }, serverLimits);
  onStop('listener', () => listener.drain(1_000));
  onStop('consumer', () => consumer.stop());
  consumer.failed.catch(fail);
  await consumer.start();
  if (rollsUp) void rollUpForEver(warehouse, bus);
}

await runUntilSignal(start, { logger });
