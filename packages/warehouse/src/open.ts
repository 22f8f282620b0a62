/** Opens the warehouse that the settings ask for, repaired, migrated and checked. */
import { join } from 'node:path';
import { serverAddress, type WarehouseSettings } from './config.ts';
import { openEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import type { Warehouse } from './port.ts';
import { purgeDeletedWorkspaces } from './purge.ts';
import { checkSchema } from './schema-check.ts';
import { openServer } from './server.ts';
import { findDamaged, refuseDamaged, startCheckLimits } from './parts/require-whole.ts';

export interface OpenOptions {
  now?: () => number;
  /** False leaves the traces of a kill as they are; only a test that shows what they cost wants that. */
  isRepaired?: boolean;
}

/** The warehouse, ready for use. Throws a StartError that says what is wrong with the settings, the server, the tables, the directory or the platform. */
export async function openWarehouse(settings: WarehouseSettings, options: OpenOptions = {}): Promise<Warehouse> {
  const warehouse = await openDriver(settings, options);
  try {
    // First of all: a migration would take a table that has lost its rows for an empty one.
    await requireWhole(warehouse, settings, options);
    await migrate(warehouse, options.now ?? Date.now);
    await checkSchema(warehouse);
    await purgeDeletedWorkspaces(warehouse);
    return warehouse;
  } catch (error) {
    await warehouse.close();
    throw error;
  }
}

async function requireWhole(
  warehouse: Warehouse,
  settings: WarehouseSettings,
  { isRepaired = true }: OpenOptions,
): Promise<void> {
  const isEmbedded = serverAddress(settings) === undefined;
  if (isEmbedded && !isRepaired) return;
  refuseDamaged(await findDamaged(warehouse, { isEmbedded, limits: isEmbedded ? startCheckLimits : undefined }));
}

function openDriver(settings: WarehouseSettings, options: OpenOptions): Promise<Warehouse> {
  const address = serverAddress(settings);
  if (address) return openServer(address);
  return openEmbedded({ path: join(settings.DATA_DIR, 'clickhouse'), isRepaired: options.isRepaired ?? true });
}
