/** A warehouse for one benchmark: a database of the server, or a directory of the embedded engine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openWarehouse, type Warehouse, type WarehouseSettings } from '@footfall/warehouse';

export interface Store {
  warehouse: Warehouse;
  /** The settings with which it is opened. */
  settings: WarehouseSettings;
  /** Resolves with the milliseconds of CPU time of the engine and this process. */
  cpuMs(): Promise<number>;
  /** Resolves when no merge is in progress, or after a minute. */
  settle(): Promise<void>;
  /** Closes it, and removes it unless it is kept. */
  close(isKept: boolean): Promise<void>;
}

/** The open stores, to be closed when the process receives a signal. */
const open = new Set<Store>();

const settleMsMax = 60_000;

/** `name` is that of the database, or of a temporary directory. */
export async function openStore(name: string, clickhouseUrl: string | undefined): Promise<Store> {
  const store = await (clickhouseUrl === undefined ? openTemporary(name) : openDatabase(name, clickhouseUrl));
  open.add(store);
  return {
    ...store,
    async close(isKept) {
      open.delete(store);
      await store.close(isKept);
    },
  };
}

function openTemporary(name: string): Promise<Store> {
  const directory = mkdtempSync(join(tmpdir(), `footfall-${name}-`));
  return openWith({ DATA_DIR: directory }, async (warehouse) => {
    await warehouse.close();
    rmSync(directory, { recursive: true, force: true });
  });
}

function openDatabase(name: string, clickhouseUrl: string): Promise<Store> {
  return openWith(serverSettings(name, clickhouseUrl), async (warehouse) => {
    await warehouse.command({ sql: `DROP DATABASE ${name} SYNC` });
    await warehouse.close();
  });
}

/** Opens the store at `location`: a data directory if it contains a slash, otherwise a database. It is never removed. */
export function openStoreAt(location: string, clickhouseUrl: string | undefined): Promise<Store> {
  return openWith(settingsAt(location, clickhouseUrl), (warehouse) => warehouse.close());
}

function settingsAt(location: string, clickhouseUrl: string | undefined): WarehouseSettings {
  if (location.includes('/')) return { DATA_DIR: location };
  if (clickhouseUrl === undefined) throw new Error(`${location} is a database: CLICKHOUSE_URL must name its server`);
  return serverSettings(location, clickhouseUrl);
}

/** Returns the name and version of the store's engine. */
export async function engineOf({ warehouse, settings }: Store): Promise<string> {
  const [row] = await warehouse.read<{ version: string }>({ sql: 'SELECT version() AS version' });
  return `${settings.CLICKHOUSE_URL === undefined ? 'embedded ClickHouse' : 'ClickHouse server'} ${row?.version ?? ''}`;
}

const serverSettings = (database: string, clickhouseUrl: string): WarehouseSettings => ({
  CLICKHOUSE_URL: clickhouseUrl,
  CLICKHOUSE_DATABASE: database,
  DATA_DIR: './unused',
});

/** Removes every open store. */
export async function closeStores(): Promise<void> {
  await Promise.all([...open].map((store) => store.close(false)));
}

/** `remove` also closes it. */
async function openWith(settings: WarehouseSettings, remove: (warehouse: Warehouse) => Promise<void>): Promise<Store> {
  const warehouse = await openWarehouse(settings);
  return {
    warehouse,
    settings,
    async cpuMs() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000 + (settings.CLICKHOUSE_URL === undefined ? 0 : await engineCpuMs(warehouse));
    },
    settle: () => settled(warehouse),
    close: (isKept) => (isKept ? warehouse.close() : remove(warehouse)),
  };
}

async function engineCpuMs(warehouse: Warehouse): Promise<number> {
  const [row] = await warehouse.read<{ us: number }>({
    sql: `SELECT sum(value) AS us FROM system.events WHERE event IN ('UserTimeMicroseconds', 'SystemTimeMicroseconds')`,
  });
  return (row?.us ?? 0) / 1000;
}

async function settled(warehouse: Warehouse): Promise<void> {
  const deadline = performance.now() + settleMsMax;
  for (let quiet = 0; quiet < 3 && performance.now() < deadline; await delay(500)) {
    const [row] = await warehouse.read<{ n: number }>({
      sql: 'SELECT count() AS n FROM system.merges WHERE database = currentDatabase()',
    });
    quiet = row?.n === 0 ? quiet + 1 : 0;
  }
}
