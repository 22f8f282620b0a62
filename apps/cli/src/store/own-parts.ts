/** Opens the stores of a Footfall on this machine, or its servers. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Bus, type BusSettings, openBus } from '@footfall/bus';
import { AppError, StartError } from '@footfall/errors';
import { openWarehouse, type Warehouse, type WarehouseSettings } from '@footfall/warehouse';
import { CommandError } from '../terminal/command-error.ts';

/** Returns the result of `use`; the warehouse is open until then. Rejects with a CommandError if a Footfall runs on the same directory, none ever did, or the store refuses. */
export async function withWarehouse<Result>(
  settings: WarehouseSettings,
  use: (warehouse: Warehouse) => Promise<Result>,
): Promise<Result> {
  requireData(settings, { clickhouse: settings.CLICKHOUSE_URL });
  const warehouse = await openOwn(settings, () => openWarehouse(settings));
  try {
    return await use(warehouse);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // An operator may see details that callers of the API may not.
    const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
    throw new CommandError(`${error.message}${cause}`);
  } finally {
    await warehouse.close();
  }
}

/** Like `withWarehouse`, with the bus. */
export function withPorts<Result>(
  settings: BusSettings & WarehouseSettings,
  use: (ports: { bus: Bus; warehouse: Warehouse }) => Promise<Result>,
): Promise<Result> {
  requireData(settings, { bus: settings.KAFKA_BROKERS, clickhouse: settings.CLICKHOUSE_URL });
  return withWarehouse(settings, (warehouse) => withBus(settings, (bus) => use({ bus, warehouse })));
}

/** Like `withWarehouse`, with only the bus. */
export async function withBus<Result>(settings: BusSettings, use: (bus: Bus) => Promise<Result>): Promise<Result> {
  requireData(settings, { bus: settings.KAFKA_BROKERS });
  const bus = await openOwn(settings, () => openBus(settings));
  try {
    return await use(bus);
  } finally {
    await bus.close();
  }
}

/** Throws a CommandError if an embedded part does not exist or has no files: opening it would create an empty one. `servers` maps each part to the address of the server that replaces it. */
export function requireData({ DATA_DIR }: { DATA_DIR: string }, servers: Record<string, unknown>): void {
  for (const part of Object.keys(servers).filter((name) => servers[name] === undefined)) {
    const path = join(DATA_DIR, part);
    if (!existsSync(path)) throw noData(`there is no ${path}`);
    if (readdirSync(path).length === 0) throw noData(`${path} is empty`);
  }
}

function noData(found: string): CommandError {
  return new CommandError(
    `${found}: set DATA_DIR or the addresses of the servers to the values that Footfall runs with`,
  );
}

export async function openOwn<Part>({ DATA_DIR }: { DATA_DIR: string }, open: () => Promise<Part>): Promise<Part> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof StartError) || error.exitCode !== 2) throw error;
    throw heldError(DATA_DIR);
  }
}

/** The error of a command that must open an embedded store itself while a Footfall has it open. */
export function heldError(dataDir: string): CommandError {
  return new CommandError(
    `Footfall is running on ${dataDir}. Stop it first: only one process at a time can open its store`,
  );
}
