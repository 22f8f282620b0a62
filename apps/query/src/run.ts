/** Runs the query app as a separate process, until a signal. */
import { processEnvironment } from '@footfall/process/settings';
import { hostUrl, reachableUrl } from '@footfall/process/server-url';
import { listen } from '@footfall/http';
import { openState, stateSettingsSchema } from '@footfall/state';
import {
  createLogger,
  createRegistry,
  type Lifetime,
  listenerDrainMs,
  runUntilSignal,
  startWithSettings,
} from '@footfall/process';
import { openStores, openWarehouse, queries, warehouseSettingsSchema } from '@footfall/warehouse';
import { createQueryApp } from './app.ts';
import { querySettingsSchema } from './config.ts';

const logger = createLogger('query');

async function start({ onStop }: Lifetime): Promise<void> {
  const schema = querySettingsSchema.extend(warehouseSettingsSchema.shape).extend(stateSettingsSchema.shape);
  const settings = startWithSettings(schema, processEnvironment(), logger);
  const now = Date.now;
  const warehouse = await openWarehouse(settings, { logger });
  onStop('warehouse', () => warehouse.close());
  const state = await openState(settings, { now, logger });
  onStop('state', () => state.close());
  const app = createQueryApp({
    ...openStores(warehouse, now),
    settings,
    warehouse,
    state,
    logger,
    registry: createRegistry(),
    ingestUrl: settings.INGEST_URL ?? reachableUrl(hostUrl(settings.HOST, settings.INGEST_PORT)),
    queries,
    now,
  });
  onStop('query app', () => app.close());
  const { HOST, API_PORT } = settings;
  const listener = await listen(app.handler, { host: HOST, port: API_PORT, portSetting: 'API_PORT' });
  onStop('listener', () => listener.drain(listenerDrainMs.query));
  logger.info(`The analytics API listens at ${listener.url}`);
}

await runUntilSignal(start, { logger });
