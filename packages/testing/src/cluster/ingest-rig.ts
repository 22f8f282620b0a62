/** The ingest app as a separate process, with a fault in a handler: an event of the type `fault` leaves an unhandled rejection. */
import { Authenticator } from '@footfall/auth';
import { busSettingsSchema, openBus } from '@footfall/bus';
import { loadSettings, processEnvironment } from '@footfall/process/settings';
import { listen, serverLimits } from '@footfall/http';
import { createIngestApp, createPipeline, ingestLimits, ingestSettingsSchema } from '@footfall/ingest';
import { openState, stateSettingsSchema } from '@footfall/state';
import { createLogger, createRegistry, type Lifetime, runUntilSignal } from '@footfall/process';
import { createKeyStore, openWarehouse, warehouseSettingsSchema } from '@footfall/warehouse';

const settingsSchema = ingestSettingsSchema
  .extend(busSettingsSchema.shape)
  .extend(stateSettingsSchema.shape)
  .extend(warehouseSettingsSchema.shape);
const logger = createLogger('ingest rig');

async function start({ onStop }: Lifetime): Promise<void> {
  const settings = loadSettings(settingsSchema, processEnvironment());
  const warehouse = await openWarehouse(settings);
  onStop('warehouse', () => warehouse.close());
  const bus = await openBus(settings);
  onStop('bus', () => bus.close());
  const state = await openState(settings, { now: Date.now, logger });
  onStop('state', () => state.close());
  const nowhere = { locate: () => ({ country: 'ZZ', city: '' }) };
  const pipeline = createPipeline({ geography: nowhere, state, now: Date.now });
  const app = createIngestApp({
    settings,
    limits: ingestLimits,
    bus,
    state,
    warehouse,
    authenticator: new Authenticator(createKeyStore(warehouse)),
    pipeline: {
      ...pipeline,
      async enrich(arrivals, inTurns) {
        if (arrivals.some(({ event }) => event.type === 'fault')) {
          void Promise.reject(new Error('nobody handles this'));
          throw new Error('a fault in a handler');
        }
        return pipeline.enrich(arrivals, inTurns);
      },
    },
    logger,
    registry: createRegistry(),
    now: Date.now,
  });
  onStop('ingest app', () => app.close());
  const { HOST, INGEST_PORT } = settings;
  const listener = await listen(
    app.handler,
    { host: HOST, port: INGEST_PORT, portSetting: 'INGEST_PORT' },
    serverLimits,
  );
  onStop('listener', () => listener.drain(10_000));
}

await runUntilSignal(start, { logger });
