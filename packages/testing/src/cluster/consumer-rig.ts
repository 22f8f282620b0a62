/** The consumer as a process of its own that ends itself between two calls of its ports. Reads where from RIG_FAULT, as JSON. */
import { busSettingsSchema, openBus } from '@footfall/bus';
import { loadSettings, processEnvironment } from '@footfall/process/settings';
import { consumerSettingsSchema, createConsumer, createConsumerHost } from '@footfall/consumer';
import { listen } from '@footfall/http';
import { createLogger, createRegistry, type Lifetime, runUntilSignal } from '@footfall/process';
import { actAt, type Around, wrapPort } from '@footfall/test-servers';
import { openWarehouse, warehouseSettingsSchema } from '@footfall/warehouse';

/** After which call of a port: the commit of a planned range, its insert, the commit that it is done. */
const calls = {
  planned: '^commit .*"metadata":"\\{',
  inserted: '^insert events ',
  committed: '^commit .*"metadata":""',
};

export interface ConsumerFault {
  point: keyof typeof calls;
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
  const around: Around =
    fault === null
      ? (_call, proceed) => proceed()
      : actAt({ moment: 'after', call: calls[fault.point], pass: fault.pass }, () => {
          process.stdout.write(`at ${fault.point}\n`);
          if (fault.by === 'SIGKILL') process.kill(process.pid, 'SIGKILL');
          return new Promise(() => {});
        });
  const consumer = createConsumer({
    bus: wrapPort(bus, around),
    warehouse: wrapPort(warehouse, around),
    logger,
    registry,
  });
  const { HOST, CONSUMER_PORT } = settings;
  const host = createConsumerHost({ bus, warehouse, consumer, logger, registry });
  const listener = await listen(host, { host: HOST, port: CONSUMER_PORT, portSetting: 'CONSUMER_PORT' });
  onStop('listener', () => listener.drain(1_000));
  onStop('consumer', () => consumer.stop());
  consumer.failed.catch(fail);
  await consumer.start();
}

await runUntilSignal(start, { logger });
