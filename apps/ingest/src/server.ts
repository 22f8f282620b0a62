/** The ingest app as a separate process: its settings, its ports, and the server on them. */
import { type Bus, type BusSettings, busSettingsSchema, openBus } from '@footfall/bus';
import { listen } from '@footfall/http';
import { createRegistry, type Lifetime, listenerDrainMs, type Logger } from '@footfall/process';
import { openState, type State, type StateSettings, stateSettingsSchema } from '@footfall/state';
import {
  createKeyStore,
  openWarehouse,
  type Warehouse,
  type WarehouseSettings,
  warehouseSettingsSchema,
} from '@footfall/warehouse';
import type { z } from 'zod';
import { createIngestApp, createPipeline, ingestLimits, ingestSettingsSchema, openGeography } from './app.ts';

export const ingestServerSettingsSchema = ingestSettingsSchema
  .extend(busSettingsSchema.shape)
  .extend(stateSettingsSchema.shape)
  .extend(warehouseSettingsSchema.shape);

export interface IngestPorts {
  bus: Bus;
  state: State;
  warehouse: Warehouse;
}

export interface IngestServerParts {
  settings: z.output<typeof ingestServerSettingsSchema>;
  ports: IngestPorts;
  logger: Logger;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Opens the ports that the settings choose, until the process stops. */
export async function openPorts(
  settings: BusSettings & StateSettings & WarehouseSettings,
  { logger, now }: Pick<IngestServerParts, 'logger' | 'now'>,
  { onStop }: Lifetime,
): Promise<IngestPorts> {
  const warehouse = await openWarehouse(settings, { logger });
  onStop('warehouse', () => warehouse.close());
  const bus = await openBus(settings, { logger });
  onStop('bus', () => bus.close());
  const state = await openState(settings, { now, logger });
  onStop('state', () => state.close());
  return { bus, state, warehouse };
}

/** Accepts events until the process stops. */
export async function startOnPorts(
  { settings, ports, logger, now }: IngestServerParts,
  { onStop }: Lifetime,
): Promise<void> {
  const { state, warehouse } = ports;
  const app = createIngestApp({
    ...ports,
    settings,
    limits: ingestLimits,
    keyStore: createKeyStore(warehouse, now),
    pipeline: createPipeline({ geography: openGeography(settings.GEOIP_CITY_DB), state, now }),
    logger,
    registry: createRegistry(),
    now,
  });
  onStop('ingest app', () => app.close());
  const { HOST, INGEST_PORT } = settings;
  const listener = await listen(app.handler, { host: HOST, port: INGEST_PORT, portSetting: 'INGEST_PORT' });
  onStop('listener', () => listener.drain(listenerDrainMs.ingest));
  logger.info({ url: listener.url }, 'Accepting events');
}
