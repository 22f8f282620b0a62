/** The connection to a ClickHouse server: opened with fixed settings, or refused with a message that says which setting is wrong. */
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { StartError } from '@footfall/errors';
import { engineCode, isDenied } from '../engine-errors.ts';

/** The address of a server, and the user for its connections. */
export interface ServerAddress {
  /** The URL without user and password. */
  url: string;
  username: string;
  password: string;
  database: string;
}

/** The deadline of each statement while connecting. */
const connectMsMax = 5_000;
/** The oldest version that was tested; versions before 26.2 do not have the settings on which exactly-once depends. */
const oldestVersion = { year: 26, month: 7 };
/** The time for which an idle connection is kept: less than the 3 s of some servers, so that a closed one is not used again. */
const idleSocketMs = 2_500;

const authenticationFailures: readonly number[] = [192, 193, 194, 516];

export interface ConnectionLimits {
  /** The most connections at the same time. */
  connectionsMax: number;
  /** The longest time that a connection may be silent while a statement runs. */
  silenceMsMax: number;
}

/** Resolves with a client of the server's database, which is created if it is missing. Rejects with a StartError that names the wrong setting. */
export async function connect(address: ServerAddress, limits: ConnectionLimits): Promise<ClickHouseClient> {
  // A request that names a database fails until that database exists.
  const outside = createServerClient(address, { connectionsMax: 1, silenceMsMax: connectMsMax }, 'default');
  try {
    requireVersion(await readText(outside, 'SELECT version() AS text'));
    await ensureDatabase(outside, address.database);
  } catch (error) {
    throw explainFailedConnect(error, address);
  } finally {
    await outside.close();
  }
  return createServerClient(address, limits, address.database);
}

function createServerClient(address: ServerAddress, limits: ConnectionLimits, database: string): ClickHouseClient {
  const { url, username, password } = address;
  return createClient({
    url,
    username,
    password,
    database,
    max_open_connections: limits.connectionsMax,
    request_timeout: limits.silenceMsMax,
    keep_alive: { enabled: true, idle_socket_ttl: idleSocketMs, eagerly_destroy_stale_sockets: true },
    // Lists of IDs are too long for a URL.
    use_multipart_params: true,
    // The client would log statements with their values.
    log: { level: ClickHouseLogLevel.OFF },
  });
}

async function ensureDatabase(client: ClickHouseClient, database: string): Promise<void> {
  const found = await readText(
    client,
    `SELECT toString(count()) AS text FROM system.databases WHERE name = '${database}'`,
  );
  if (found !== '0') return;
  await client.command({
    query: `CREATE DATABASE IF NOT EXISTS ${database}`,
    abort_signal: AbortSignal.timeout(connectMsMax),
  });
}

/** Resolves with the text that `query` returns; undefined if the response is not from ClickHouse. */
async function readText(client: ClickHouseClient, query: string): Promise<string | undefined> {
  const response = await client.query({
    query,
    format: 'JSONCompactEachRow',
    abort_signal: AbortSignal.timeout(connectMsMax),
  });
  const rows: unknown = await response.json();
  const value: unknown = Array.isArray(rows) && Array.isArray(rows[0]) ? rows[0][0] : undefined;
  return typeof value === 'string' ? value : undefined;
}

function requireVersion(version: string | undefined): void {
  const [, year, month] = (/^(\d+)\.(\d+)/.exec(version ?? '') ?? []).map(Number);
  if (year === undefined || month === undefined) throw new Error('The response has no version');
  const { year: oldestYear, month: oldestMonth } = oldestVersion;
  if (year > oldestYear || (year === oldestYear && month >= oldestMonth)) return;
  throw new StartError(
    `Setting CLICKHOUSE_URL: the server is ClickHouse ${version}; ${oldestYear}.${oldestMonth} or later is needed`,
  );
}

function explainFailedConnect(cause: unknown, { url, username, database }: ServerAddress): StartError {
  if (cause instanceof StartError) return cause;
  if (authenticationFailures.includes(engineCode(cause))) {
    return new StartError(
      `Setting CLICKHOUSE_PASSWORD: the server rejects the password of user ${username}; check CLICKHOUSE_USER and CLICKHOUSE_PASSWORD`,
      { cause },
    );
  }
  if (isDenied(cause)) {
    return new StartError(
      `Setting CLICKHOUSE_DATABASE: user ${username} cannot create or read database ${database}: create it, and grant the user all privileges on it`,
      { cause },
    );
  }
  return new StartError(
    `Setting CLICKHOUSE_URL: no ClickHouse responds at ${url}. It must be the address of the HTTP interface, whose default port is 8123`,
    { cause },
  );
}
