/** The ports of the standalone process, opened according to the settings: in the data directory or on servers. */
import { type Bus, openBus, openBusDirectory } from '@footfall/bus';
import type { Endings, Logger } from '@footfall/process';
import { openState, type State } from '@footfall/state';
import { openWarehouse, type Warehouse } from '@footfall/warehouse';
import { claimDataDir } from './data-dir.ts';
import type { StandaloneSettings } from './settings.ts';

export interface Ports {
  /** An absolute path. */
  dataDir: string;
  adminSocketPath: string;
  bus: Bus;
  warehouse: Warehouse;
  state: State;
}

interface OpenPortsOptions {
  logger: Logger;
  /** Epoch milliseconds. */
  now: () => number;
  endings: Endings;
}

/** Claims the data directory, and opens the ports. `endings` closes what was opened, even after a rejection. */
export async function openPorts(
  settings: StandaloneSettings,
  { logger, now, endings }: OpenPortsOptions,
): Promise<Ports> {
  const { dataDir, adminSocketPath, release } = await claimDataDir(settings.DATA_DIR);
  endings.add('claim on the data directory', release);
  const log = await openBusDirectory(settings, logger);
  if (log) endings.add('log', () => log.close());
  const bus = await openBus(settings, log);
  endings.add('bus', () => bus.close());
  const warehouse = await openWarehouse(settings, { logger });
  endings.add('warehouse', () => warehouse.close());
  const state = await openState(settings, { now, logger, log });
  endings.add('state', () => state.close());
  return { dataDir, adminSocketPath, bus, warehouse, state };
}
