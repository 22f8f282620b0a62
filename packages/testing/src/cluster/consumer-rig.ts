/** The consumer as a process of its own that ends itself at a named point. Reads where from RIG_FAULT, as JSON. */
import { busSettingsSchema, openBus } from '@footfall/bus';
import { loadSettings, processEnvironment } from '@footfall/process/settings';
import { consumerSettingsSchema, createConsumer, createConsumerHost, type FaultPoint } from '@footfall/consumer';
import { listen, serverLimits } from '@footfall/http';
import { createLogger, createRegistry, type Lifetime, runUntilSignal } from '@footfall/process';
import { openWarehouse, warehouseSettingsSchema } from '@footfall/warehouse';

export interface ConsumerFault {
  point: FaultPoint;
  /** The how-manieth time the point is passed. */
  pass: number;
  /** `stays`: the process lives, and never gets past the point. */
  by: 'SIGKILL' | 'stays';
}

const settingsSchema = consumerSettingsSchema.extend(busSettingsSchema.shape).extend(warehouseSettingsSchema.shape);
const fault = JSON.parse(process.env['RIG_FAULT'] ?? 'null') as ConsumerFault | null;
const logger = createLogger('consumer rig');

async function start({ onStop, fail }: Lifetime): Promise<void> {
  const settings = loadSettings(settingsSchema, processEnvironment());
  const registry = createRegistry();
  const warehouse = await openWarehouse(settings);
  onStop('warehouse', () => warehouse.close());
  const bus = await openBus(settings);
  onStop('bus', () => bus.close());
  let passes = 0;
  const consumer = createConsumer({
    bus,
    warehouse,
    logger,
    registry,
    fault: async (point) => {
      if (fault?.point !== point || ++passes < fault.pass) return;
      process.stdout.write(`at ${point}\n`);
      if (fault.by === 'SIGKILL') process.kill(process.pid, 'SIGKILL');
      await new Promise(() => {});
    },
  });
  const { HOST, CONSUMER_PORT } = settings;
  const host = createConsumerHost({ bus, warehouse, consumer, logger, registry });
  const listener = await listen(host, { host: HOST, port: CONSUMER_PORT, portSetting: 'CONSUMER_PORT' }, serverLimits);
  onStop('listener', () => listener.drain(1_000));
  onStop('consumer', () => consumer.stop());
  consumer.failed.catch(fail);
  await consumer.start();
}

await runUntilSignal(start, { logger });
