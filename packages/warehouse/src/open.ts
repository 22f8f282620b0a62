/** Opens the warehouse that the settings ask for, repaired and migrated. */
import { StartError } from '@footfall/errors';
import { join } from 'node:path';
import type { WarehouseSettings } from './config.ts';
import { openEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import type { Warehouse } from './port.ts';
import { purgeDeletedWorkspaces } from './purge.ts';

export interface OpenOptions {
  now?: () => number;
  /** False leaves the traces of a kill as they are; only a test that shows what they cost wants that. */
  isRepaired?: boolean;
}

/** The warehouse, ready for use. Throws a StartError that says what is wrong with the settings, the directory or the platform. */
export async function openWarehouse(settings: WarehouseSettings, options: OpenOptions = {}): Promise<Warehouse> {
  if (settings.CLICKHOUSE_URL !== undefined) {
    throw new StartError(
      'Setting CLICKHOUSE_URL: a ClickHouse server is not supported yet; leave it out to use the embedded one',
    );
  }
  const warehouse = await openEmbedded({
    path: join(settings.DATA_DIR, 'clickhouse'),
    isRepaired: options.isRepaired ?? true,
  });
  try {
    await migrate(warehouse, options.now ?? Date.now);
    await purgeDeletedWorkspaces(warehouse);
    return warehouse;
  } catch (error) {
    await warehouse.close();
    throw error;
  }
}
