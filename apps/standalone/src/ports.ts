/** The ports of the standalone process, opened according to the settings: in the data directory or on servers. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Bus, logPath, openBus } from '@footfall/bus';
import { StartError } from '@footfall/errors';
import type { Lifetime, Logger } from '@footfall/process';
import { credentialsFile } from '@footfall/schemas';
import { openState, type State } from '@footfall/state';
import { openWarehouse, type Warehouse, warehousePath } from '@footfall/warehouse';
import { lockDataDir } from './data-dir.ts';
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
}

/**
 * Throws a StartError if the log has stored events in a warehouse that is gone. A new, empty one would accept no key, and browsers do not
 * resend events that are refused for their key.
 */
async function requireWarehouse(dataDir: string, bus: Pick<Bus, 'partitions'>): Promise<void> {
  const path = warehousePath(dataDir);
  if (existsSync(path) && readdirSync(path).length > 0) return;
  const stored = (await bus.partitions()).reduce((sum, { committed }) => sum + (committed?.offset ?? 0), 0);
  if (stored === 0) return;
  const log = logPath(dataDir);
  const away = `${log} and ${join(dataDir, credentialsFile)}`;
  throw new StartError(
    `${log} says that ${stored.toLocaleString('en')} records were processed, but ${path} is missing or empty. Restore it from a backup, or move ${away} away to start with an empty installation`,
  );
}

/**
 * Throws a StartError if the embedded log, which a start on Kafka does not read, has events that are not stored yet. They were
 * acknowledged, and no client resends them.
 */
async function requireStored(dataDir: string, settings: StandaloneSettings): Promise<void> {
  const path = logPath(dataDir);
  if (!existsSync(path)) return;
  const log = await openBus({ ...settings, KAFKA_BROKERS: undefined });
  const partitions = await log.partitions();
  await log.close();
  const waiting = partitions.reduce((sum, { endOffset, committed }) => sum + endOffset - (committed?.offset ?? 0), 0);
  if (waiting === 0) return;
  throw new StartError(
    `Setting KAFKA_BROKERS: ${path} has ${waiting.toLocaleString('en')} accepted events that are not stored yet. Start Footfall once without KAFKA_BROKERS, and stop it with SIGTERM, which stores them`,
  );
}

/** Locks the data directory and opens the ports until the process stops. */
export async function openPorts(
  settings: StandaloneSettings,
  { logger, now }: OpenPortsOptions,
  { onStop }: Lifetime,
): Promise<Ports> {
  const { dataDir, adminSocketPath, release } = await lockDataDir(settings.DATA_DIR);
  onStop('lock on the data directory', release);
  if (settings.KAFKA_BROKERS !== undefined) await requireStored(dataDir, settings);
  const bus = await openBus(settings, { logger });
  onStop('bus', () => bus.close());
  if (bus.directory && settings.CLICKHOUSE_URL === undefined) await requireWarehouse(dataDir, bus);
  const warehouse = await openWarehouse(settings, { logger });
  onStop('warehouse', () => warehouse.close());
  const state = await openState(settings, { now, logger, log: bus.directory });
  onStop('state', () => state.close());
  return { dataDir, adminSocketPath, bus, warehouse, state };
}
