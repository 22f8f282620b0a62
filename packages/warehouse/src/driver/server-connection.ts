/** The way to a ClickHouse server: opened with settings that can be trusted, or refused in one line that says which is wrong. */
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { StartError } from '@footfall/errors';
import { engineCode } from './engine-errors.ts';

/** The address of a server, and the user that we connect as. */
export interface ServerAddress {
  /** The URL without user and password. */
  url: string;
  username: string;
  password: string;
  database: string;
}

/** Deadline of each statement while connecting. */
const connectMsMax = 5_000;
/** The first version that all of it was tried on; those before 26.2 do not know the settings that exactly-once rests on. */
const oldestVersion = { year: 26, month: 7 };
/** Below the least that servers are set to keep a connection open (3 s): one that they have closed is not used again. */
const idleSocketMs = 2_500;

const accessDenied = 497;
const authenticationFailures: readonly number[] = [192, 193, 194, 516];

export interface ConnectionLimits {
  /** Connections at once. */
  connectionsMax: number;
  /** The longest time that a connection may be silent while a statement runs. */
  silenceMsMax: number;
}

/** A client of the server's database, which is made when missing. Throws a StartError that names the setting that is wrong. */
export async function connect(address: ServerAddress, limits: ConnectionLimits): Promise<ClickHouseClient> {
  // A request that names a database fails as long as there is none.
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
    // Lists of ids are longer than a URL may be.
    use_multipart_params: true,
    // It would print statements with their values.
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

/** Undefined when what answers is not ClickHouse. */
async function readText(client: ClickHouseClient, query: string): Promise<string | undefined> {
  const answer = await client.query({
    query,
    format: 'JSONCompactEachRow',
    abort_signal: AbortSignal.timeout(connectMsMax),
  });
  const rows: unknown = await answer.json();
  const value: unknown = Array.isArray(rows) && Array.isArray(rows[0]) ? rows[0][0] : undefined;
  return typeof value === 'string' ? value : undefined;
}

function requireVersion(version: string | undefined): void {
  const [, year, month] = (/^(\d+)\.(\d+)/.exec(version ?? '') ?? []).map(Number);
  if (year === undefined || month === undefined) throw new Error('No version');
  const { year: oldestYear, month: oldestMonth } = oldestVersion;
  if (year > oldestYear || (year === oldestYear && month >= oldestMonth)) return;
  throw new StartError(
    `Setting CLICKHOUSE_URL: the server is ClickHouse ${version}; ${oldestYear}.${oldestMonth} or later is needed`,
  );
}

function explainFailedConnect(cause: unknown, { url, username, database }: ServerAddress): StartError {
  if (cause instanceof StartError) return cause;
  const code = engineCode(cause);
  if (authenticationFailures.includes(code)) {
    return new StartError(
      `Setting CLICKHOUSE_PASSWORD: the server does not let user ${username} in; check CLICKHOUSE_USER and CLICKHOUSE_PASSWORD`,
      { cause },
    );
  }
  if (code === accessDenied) {
    return new StartError(
      `Setting CLICKHOUSE_DATABASE: user ${username} may not make or read database ${database}; make it, and grant the user all on it`,
      { cause },
    );
  }
  return new StartError(
    `Setting CLICKHOUSE_URL: no ClickHouse responds at ${url}. It must be the address of the HTTP interface, whose default port is 8123`,
    { cause },
  );
}
