/** Settings of the warehouse. */
import { boundSetting } from '@footfall/process/settings';
import { sharedSettings } from '@footfall/process/shared-settings';
import { z } from 'zod';
import type { ServerAddress } from './driver/server/connection.ts';
import { eventsReadMaxDefault } from './queries/source.ts';

/** A name that needs no quotes in SQL. */
const databasePattern = /^[A-Za-z_]\w{0,62}$/;

export const warehouseSettingsSchema = z.object({
  DATA_DIR: sharedSettings.DATA_DIR,
  /** A ClickHouse server's HTTP interface, instead of the embedded engine. The URL can contain user, password and database: `http://user:password@host:8123/database`. */
  CLICKHOUSE_URL: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as http://127.0.0.1:8123' })
    .refine(
      isServerUrl,
      'must have nothing but a database after host and port, and special characters of the password as %XX',
    )
    .optional(),
  /** These three take precedence over the URL. */
  CLICKHOUSE_USER: z.string().optional(),
  CLICKHOUSE_PASSWORD: z.string().optional(),
  CLICKHOUSE_DATABASE: z
    .string()
    .regex(databasePattern, 'must be 1 to 63 letters, digits and underscores, and not start with a digit')
    .optional(),
});
/** Settings of the query app, and of the consumer, which keeps the rollups up to date. */
export const sourceSettingsSchema = z.object({
  /** Workspaces with more events are read from rollups; with 0, all of them are. */
  EVENTS_READ_MAX: boundSetting.default(eventsReadMaxDefault),
});

export type WarehouseSettings = z.output<typeof warehouseSettingsSchema>;

const defaultDatabase = 'footfall';

/** Returns the address of the server that the settings name; undefined without one. */
export function serverAddress(settings: WarehouseSettings): ServerAddress | undefined {
  if (settings.CLICKHOUSE_URL === undefined) return undefined;
  const { protocol, host, username, password } = new URL(settings.CLICKHOUSE_URL);
  return {
    url: `${protocol}//${host}`,
    username: settings.CLICKHOUSE_USER ?? (decodeURIComponent(username) || 'default'),
    password: settings.CLICKHOUSE_PASSWORD ?? decodeURIComponent(password),
    database: settings.CLICKHOUSE_DATABASE ?? (databaseOf(settings.CLICKHOUSE_URL) || defaultDatabase),
  };
}

function isServerUrl(url: string): boolean {
  try {
    const { search, hash, username, password } = new URL(url);
    decodeURIComponent(username + password);
    return search + hash === '' && databaseOf(url) !== undefined;
  } catch {
    return false;
  }
}

/** Returns the database in a URL, empty without one; undefined if the path is not the name of a database. */
function databaseOf(url: string): string | undefined {
  const name = new URL(url).pathname.slice(1);
  return name === '' || databasePattern.test(name) ? name : undefined;
}
