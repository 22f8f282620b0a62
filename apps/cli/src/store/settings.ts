/** The settings of commands that work on the store, and the parts that they have opened in DATA_DIR. */
import { busSettingsSchema, logPath } from '@footfall/bus';
import type { JobPorts } from '@footfall/consumer/jobs';
import { type Environment, loadSettings } from '@footfall/process/settings';
import { sourceSettingsSchema, warehousePath, warehouseSettingsSchema } from '@footfall/warehouse';
import { z } from 'zod';

export type Need = keyof JobPorts;

const schemas = { bus: busSettingsSchema, warehouse: warehouseSettingsSchema, eventsReadMax: sourceSettingsSchema };
const schema = z.object({
  ...schemas.bus.shape,
  ...schemas.warehouse.shape,
  ...schemas.eventsReadMax.shape,
});
export type StoreSettings = z.output<typeof schema>;

/** Reads the settings of `needs`; all others have their defaults, so that no error in them stops a command that does not use them. Throws a StartError that names the first invalid one. */
export function loadStoreSettings(environment: Environment, needs: readonly Need[]): StoreSettings {
  const names = new Set(needs.flatMap((need) => Object.keys(schemas[need].shape)));
  return loadSettings(schema, Object.fromEntries(Object.entries(environment).filter(([name]) => names.has(name))));
}

/** Returns the paths of those of `needs` that are embedded. */
export function embeddedPaths(settings: StoreSettings, needs: readonly Need[]): string[] {
  const { DATA_DIR, KAFKA_BROKERS, CLICKHOUSE_URL } = settings;
  return [
    ...(needs.includes('bus') && KAFKA_BROKERS === undefined ? [logPath(DATA_DIR)] : []),
    ...(needs.includes('warehouse') && CLICKHOUSE_URL === undefined ? [warehousePath(DATA_DIR)] : []),
  ];
}
