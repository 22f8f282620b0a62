/** Opens the warehouse that the settings ask for, repaired, migrated and checked. */
import { join } from 'node:path';
import type { DirectoryLogger } from '@footfall/data-directory';
import { serverAddress, type WarehouseSettings } from './config.ts';
import { openEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import type { Warehouse } from './port.ts';
import { purgeDeletedWorkspaces } from './purge.ts';
import { checkSchema } from './schema-check.ts';
import { openServer } from './server.ts';

export interface OpenOptions {
  now?: () => number;
  /** False leaves the traces of a kill as they are; only a test that shows what they cost wants that. */
  isRepaired?: boolean;
  /** Told when the embedded engine's directory cannot be written, and when it can again. */
  logger?: DirectoryLogger;
}

/** The warehouse, ready for use. Throws a StartError that says what is wrong with the settings, the server, the tables, the directory or the platform. */
export async function openWarehouse(settings: WarehouseSettings, options: OpenOptions = {}): Promise<Warehouse> {
  const warehouse = await openDriver(settings, options);
  try {
    await migrate(warehouse, options.now ?? Date.now);
    await checkSchema(warehouse);
    await purgeDeletedWorkspaces(warehouse);
    return warehouse;
  } catch (error) {
    await warehouse.close();
    throw error;
  }
}

function openDriver(settings: WarehouseSettings, options: OpenOptions): Promise<Warehouse> {
  const address = serverAddress(settings);
  if (address) return openServer(address);
  return openEmbedded({
    path: join(settings.DATA_DIR, 'clickhouse'),
    isRepaired: options.isRepaired ?? true,
    logger: options.logger,
  });
}
