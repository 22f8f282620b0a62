/** ClickHouse inside the process, on chdb: one connection that writes, two that can only read. */
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { AppError, StartError } from '@footfall/errors';
import type { Session } from 'chdb';
import { explainFailedOpen, prepareDirectory } from './embedded-directory.ts';
import { mapEngineError } from './engine-errors.ts';
import { Lane, type LaneLimits } from './lane.ts';
import type { Statement, Table, Warehouse } from './port.ts';
import { repairTables } from './repair.ts';
import { encodeRows } from './rows.ts';

export const database = 'footfall';

/** What one read may take, and how much may wait. */
export interface EmbeddedLimits {
  readSeconds: number;
  readMemoryBytes: number;
  readsWaitingMax: number;
  readWaitMsMax: number;
}

export const embeddedLimits: EmbeddedLimits = {
  readSeconds: 10,
  readMemoryBytes: 1_073_741_824,
  readsWaitingMax: 64,
  readWaitMsMax: 10_000,
};

export interface EmbeddedOptions {
  /** The engine's own directory. */
  path: string;
  /** False leaves the traces of a kill as they are; only a test that shows what they cost wants that. */
  isRepaired?: boolean;
  limits?: Partial<EmbeddedLimits>;
}

/** The engine stops a read at its time limit; this is how much later its caller is answered if it does not. */
const readGraceMs = 2_000;
/** Writes are never cut short: a caller that gave up could not know whether they took effect. */
const writeLimits: LaneLimits = { waitingMax: 256, waitMsMax: 60_000, turnMsMax: 3_600_000 };

/** Bounds of the whole process, and caches far below the engine's defaults, which are made for servers. */
const engineArguments = [
  '--max_server_memory_usage=3221225472',
  '--mark_cache_size=67108864',
  '--index_mark_cache_size=16777216',
  '--primary_index_cache_size=67108864',
  // Tables are there when the directory is open, so that it can be repaired.
  '--async_load_databases=0',
];

/** Their defaults differ from version to version, and exactly-once rests on them. */
const insertSettings = {
  async_insert: 0,
  insert_deduplicate: 1,
  deduplicate_blocks_in_dependent_materialized_views: 1,
  materialized_views_ignore_errors: 0,
};
const tokenPattern = /^[\w.:-]{1,200}$/;

type Engine = typeof import('chdb') & typeof import('chdb/connection');

/** Opens, or makes, the engine in a directory. Throws a StartError when the directory is in use (exit code 2) or cannot be written, or the platform has no engine. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Warehouse> {
  const engine = await loadEngine();
  const directory = prepareDirectory(options.path);
  const limits = { ...embeddedLimits, ...options.limits };
  const writer = openWriter(engine, directory);
  const readers: ClickHouseClient[] = [];
  try {
    if (options.isRepaired !== false) repairTables(writer);
    readers.push(await openReader(engine, directory, limits), await openReader(engine, directory, limits));
  } catch (error) {
    await closeAll(engine, writer, readers);
    throw error;
  }
  const [bound, constant] = readers;
  if (!bound || !constant) throw new Error('A reader is missing');
  return new EmbeddedWarehouse(engine, limits, { writer, bound, constant });
}

async function loadEngine(): Promise<Engine> {
  try {
    return { ...(await import('chdb')), ...(await import('chdb/connection')) };
  } catch (error) {
    throw new StartError(
      `No embedded ClickHouse for ${process.platform} ${process.arch}: it runs on Linux with glibc and on macOS; set CLICKHOUSE_URL to use a server`,
      { cause: error },
    );
  }
}

function openWriter(engine: Engine, directory: string): Session {
  let session;
  try {
    session = new engine.Session(directory, { connectionArgs: engineArguments });
  } catch (error) {
    throw explainFailedOpen(directory, error);
  }
  session.query(`CREATE DATABASE IF NOT EXISTS ${database}`);
  session.query(`USE ${database}`);
  session.query(`SET session_timezone = 'UTC', async_insert = 0, deduplicate_insert = 'enable',
    deduplicate_blocks_in_dependent_materialized_views = 1, materialized_views_ignore_errors = 0`);
  return session;
}

/** `readonly` comes last: from then on the connection can neither write nor change its limits. */
async function openReader(engine: Engine, directory: string, limits: EmbeddedLimits): Promise<ClickHouseClient> {
  const connection: unknown = engine.createChdbConnection({ path: directory });
  if (!isConnection(connection)) throw new Error('The engine does not fit its client');
  const client = createClient({ connection });
  await client.command({ query: `USE ${database}` });
  await client.command({
    query: `SET session_timezone = 'UTC', output_format_json_quote_64bit_integers = 0,
      max_execution_time = ${limits.readSeconds}, max_memory_usage = ${limits.readMemoryBytes}, readonly = 1`,
  });
  return client;
}

type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>;

/** Both packages declare this interface, each with classes of its own, so the compiler takes them for two. */
function isConnection(value: unknown): value is Connection {
  const methods = ['query', 'command', 'exec', 'insert', 'ping', 'close'];
  return typeof value === 'object' && value !== null && methods.every((method) => method in value);
}

async function closeAll(engine: Engine, writer: Session, readers: readonly ClickHouseClient[]): Promise<void> {
  for (const reader of readers) await reader.close();
  writer.close();
  await engine.drainPending();
}

interface Connections {
  writer: Session;
  /** For statements with values: the engine runs one of those at a time in the whole process. */
  bound: ClickHouseClient;
  /** For statements without: they never wait behind a slow one of the others. */
  constant: ClickHouseClient;
}

class EmbeddedWarehouse implements Warehouse {
  readonly #engine: Engine;
  readonly #connections: Connections;
  readonly #writes = new Lane(writeLimits);
  readonly #boundReads: Lane;
  readonly #constantReads: Lane;

  constructor(engine: Engine, limits: EmbeddedLimits, connections: Connections) {
    this.#engine = engine;
    this.#connections = connections;
    const laneLimits: LaneLimits = {
      waitingMax: limits.readsWaitingMax,
      waitMsMax: limits.readWaitMsMax,
      turnMsMax: limits.readSeconds * 1000 + readGraceMs,
    };
    this.#boundReads = new Lane(laneLimits);
    this.#constantReads = new Lane(laneLimits);
  }

  async read<Row>({ sql, params }: Statement): Promise<Row[]> {
    const { bound, constant } = this.#connections;
    if (!params || Object.keys(params).length === 0) {
      return this.#constantReads.run(() => readRows<Row>(constant, { query: sql }));
    }
    return this.#boundReads.run(() => readRows<Row>(bound, { query: sql, query_params: params }));
  }

  async insert<Row>(table: Table<Row>, rows: readonly Row[], token?: string): Promise<void> {
    if (rows.length === 0) return;
    if (token !== undefined && !tokenPattern.test(token))
      throw new AppError('INTERNAL_ERROR', 'Not a token for an insert');
    const deduplication =
      token === undefined
        ? { deduplicate_insert: 'disable' }
        : { deduplicate_insert: 'enable', insert_deduplication_token: token };
    const values = encodeRows(table, rows);
    await this.#write(() =>
      this.#connections.writer.insert({
        table: `${database}.${table.name}`,
        columns: table.columns,
        values,
        format: 'JSONCompactEachRow',
        settings: { ...insertSettings, ...deduplication },
      }),
    );
  }

  async command({ sql, params }: Statement): Promise<void> {
    const { writer } = this.#connections;
    await this.#write(() => (params ? writer.queryBindAsync(sql, params) : writer.queryAsync(sql)));
  }

  async ping(): Promise<void> {
    await this.read({ sql: 'SELECT 1' });
  }

  async close(): Promise<void> {
    await Promise.all([this.#writes.close(), this.#boundReads.close(), this.#constantReads.close()]);
    const { writer, bound, constant } = this.#connections;
    await closeAll(this.#engine, writer, [bound, constant]);
  }

  async #write(work: () => Promise<unknown>): Promise<void> {
    try {
      await this.#writes.run(work);
    } catch (error) {
      throw mapEngineError(error);
    }
  }
}

async function readRows<Row>(
  client: ClickHouseClient,
  statement: { query: string; query_params?: NonNullable<Statement['params']> },
): Promise<Row[]> {
  try {
    const answer = await client.query({ ...statement, format: 'JSONEachRow' });
    return await answer.json<Row>();
  } catch (error) {
    throw mapEngineError(error);
  }
}
