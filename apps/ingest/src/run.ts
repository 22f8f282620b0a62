/** Runs the ingest app by itself: opens the ports, listens, drains at SIGTERM. */
import { Authenticator } from '@footfall/auth';
import { busSettingsSchema, openBus } from '@footfall/bus';
import { processEnvironment } from '@footfall/process/settings';
import { listen, serverLimits } from '@footfall/http';
import { openState, stateSettingsSchema } from '@footfall/state';
import {
  createLogger,
  createRegistry,
  drainDeadlineMs,
  type Lifetime,
  runUntilSignal,
  startWithSettings,
} from '@footfall/process';
import { createKeyStore, openWarehouse, warehouseSettingsSchema } from '@footfall/warehouse';
import { createIngestApp, createPipeline, ingestLimits, ingestSettingsSchema, openGeography } from './app.ts';

const settingsSchema = ingestSettingsSchema
  .extend(busSettingsSchema.shape)
  .extend(stateSettingsSchema.shape)
  .extend(warehouseSettingsSchema.shape);
const logger = createLogger('ingest');
const now = Date.now;

async function start({ onStop }: Lifetime): Promise<void> {
  const settings = startWithSettings(settingsSchema, processEnvironment(), logger);
  const warehouse = await openWarehouse(settings, { now });
  onStop('warehouse', () => warehouse.close());
  const bus = await openBus(settings);
  onStop('bus', () => bus.close());
  const state = await openState(settings, { now, logger });
  onStop('state', () => state.close());

  const app = createIngestApp({
    settings,
    limits: ingestLimits,
    bus,
    state,
    warehouse,
    authenticator: new Authenticator(createKeyStore(warehouse, now), now),
    pipeline: createPipeline({ geography: await openGeography(settings.GEOIP_CITY_DB), state, now }),
    logger,
    registry: createRegistry(),
    now,
  });
  onStop('ingest app', () => app.close());
  const { HOST, INGEST_PORT } = settings;
  const listener = await listen(
    app.handler,
    { host: HOST, port: INGEST_PORT, portSetting: 'INGEST_PORT' },
    serverLimits,
  );
  // Before the deadline of the whole process, so that the ports can still close.
  onStop('listener', () => listener.drain(drainDeadlineMs / 2));
  logger.info({ url: listener.url }, 'accepting events');
}

await runUntilSignal(start, { logger });
