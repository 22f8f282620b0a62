/** Opens the warehouse that the settings name, repaired, migrated and checked. */
import { join } from 'node:path';
import type { DirectoryLogger } from '@footfall/data-directory';
import { serverAddress, type WarehouseSettings } from './config.ts';
import { openEmbedded } from './driver/embedded/embedded.ts';
import { explainDenial } from './schema/failed-migration.ts';
import { migrate } from './schema/migrate.ts';
import type { FoundParts } from './parts/damaged-part.ts';
import { repairParts } from './parts/repair-parts.ts';
import { findDamaged, fullCheckLimits, requireWhole } from './parts/require-whole.ts';
import type { Warehouse } from './driver/port.ts';
import { checkSchema } from './schema/schema-check.ts';
import { openServer } from './driver/server/server.ts';

/** Returns the path of the embedded engine's store. */
export function warehousePath(dataDir: string): string {
  return join(dataDir, 'clickhouse');
}

export interface OpenOptions {
  /** Logs migrations, when the embedded engine's directory cannot be written, and when it can again. */
  logger?: DirectoryLogger;
}

/** Resolves with the warehouse, ready for use. Rejects with a StartError that says what is wrong with the settings, the server, its grants, the tables, a migration, the directory or the platform. */
export async function openWarehouse(settings: WarehouseSettings, options: OpenOptions = {}): Promise<Warehouse> {
  const warehouse = await openDriver(settings, options);
  try {
    // Must run before migrations, which would treat a table that lost its rows as empty.
    await requireWhole(warehouse, Date.now);
    await migrate(warehouse, Date.now, options.logger);
    await checkSchema(warehouse);
    return warehouse;
  } catch (error) {
    await warehouse.close();
    throw explainDenial(error);
  }
}

/**
 * Reads every part of the store, without a deadline, and detaches the damaged ones unless `isDryRun`. Returns
 * all of them, and those that other parts replace. Rejects with a StartError as `openWarehouse` does, but not for damaged parts.
 */
export async function repairWarehouse(
  settings: WarehouseSettings,
  { isDryRun, onProgress }: { isDryRun: boolean; onProgress?: (bytesDone: number, bytes: number) => void },
): Promise<FoundParts> {
  const warehouse = await openDriver(settings);
  try {
    const found = await findDamaged(warehouse, { limits: fullCheckLimits, now: Date.now, onProgress });
    if (!isDryRun) await repairParts(warehouse, found.damaged, Date.now);
    return found;
  } finally {
    await warehouse.close();
  }
}

function openDriver(settings: WarehouseSettings, { logger }: OpenOptions = {}): Promise<Warehouse> {
  const address = serverAddress(settings);
  return address ? openServer(address) : openEmbedded({ path: warehousePath(settings.DATA_DIR), logger });
}
