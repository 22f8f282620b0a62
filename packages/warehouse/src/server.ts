/** The warehouse on a ClickHouse server, over HTTP: every statement with its limits, its deadline and the settings that exactly-once rests on. */
import type { ClickHouseClient, ClickHouseSettings, ResultSet } from '@clickhouse/client';
import { AppError } from '@footfall/errors';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ServerAddress } from './config.ts';
import { mapServerError } from './engine-errors.ts';
import { deduplicationSettings, insertSettings } from './insert-settings.ts';
import { Lane } from './lane.ts';
import { spreadLists } from './long-lists.ts';
import { encodeNative } from './native.ts';
import { measured, memoryOf } from './measured.ts';
import type { Measured, ReadLimits, Statement, Table, Warehouse } from './port.ts';
import { connect } from './server-connection.ts';
import { withServerLock } from './server-lock.ts';
import { encodeValues } from './values-form.ts';

export interface ServerLimits extends ReadLimits {
  /** Statements at once: reads with values, reads without, and writes. */
  readsMax: number;
  constantReadsMax: number;
  writesMax: number;
  /** Reads that may wait, of either kind. */
  readsWaitingMax: number;
  readWaitMsMax: number;
  insertMsMax: number;
  commandMsMax: number;
  pingMsMax: number;
}

const defaultLimits: ServerLimits = {
  readSeconds: 10,
  readMemoryBytes: 1_073_741_824,
  readRows: 1_000_000,
  readsMax: 8,
  constantReadsMax: 4,
  writesMax: 8,
  readsWaitingMax: 64,
  readWaitMsMax: 10_000,
  insertMsMax: 30_000,
  // Removing a workspace's events rewrites what they lie in.
  commandMsMax: 600_000,
  pingMsMax: 3_000,
};

/** The server stops a read at its time limit; this is how much later its caller is answered if it does not. */
const readGraceMs = 2_000;
/** By then a statement that was aborted at its own deadline has ended. */
const abortGraceMs = 1_000;
const writesWaitingMax = 256;
const pingsMax = 1;
/** A lock is held on one connection and looked at on another. */
const lockConnections = 2;
const retryAfterSeconds = 10;

/** Opens the database of a server. Throws a StartError that names the setting that is wrong. */
export async function openServer(address: ServerAddress, options: Partial<ServerLimits> = {}): Promise<Warehouse> {
  const limits = { ...defaultLimits, ...options };
  const client = await connect(address, {
    connectionsMax: limits.readsMax + limits.constantReadsMax + limits.writesMax + pingsMax + lockConnections,
    silenceMsMax: Math.max(limits.insertMsMax, limits.commandMsMax, limits.readSeconds * 1000 + readGraceMs),
  });
  return new ServerWarehouse(client, address.database, limits);
}

class ServerWarehouse implements Warehouse {
  readonly #client: ClickHouseClient;
  readonly #database: string;
  readonly #limits: ServerLimits;
  readonly #readSettings: ClickHouseSettings;
  readonly #boundReads: Lane;
  readonly #constantReads: Lane;
  readonly #writes: Lane;
  /** Apart from the reads, so that it tells of the server and not of them. */
  readonly #pings: Lane;

  constructor(client: ClickHouseClient, database: string, limits: ServerLimits) {
    this.#client = client;
    this.#database = database;
    this.#limits = limits;
    this.#readSettings = readSettings(limits);
    const reads = {
      waitingMax: limits.readsWaitingMax,
      waitMsMax: limits.readWaitMsMax,
      turnMsMax: limits.readSeconds * 1000 + readGraceMs + abortGraceMs,
    };
    this.#boundReads = new Lane({ ...reads, atOnceMax: limits.readsMax });
    this.#constantReads = new Lane({ ...reads, atOnceMax: limits.constantReadsMax });
    this.#writes = new Lane({
      atOnceMax: limits.writesMax,
      waitingMax: writesWaitingMax,
      waitMsMax: limits.insertMsMax,
      turnMsMax: Math.max(limits.insertMsMax, limits.commandMsMax) + abortGraceMs,
    });
    this.#pings = new Lane({
      waitingMax: limits.readsWaitingMax,
      waitMsMax: limits.pingMsMax,
      turnMsMax: limits.pingMsMax + abortGraceMs,
    });
  }

  read<Row>(statement: Statement): Promise<Row[]> {
    const lane = hasValues(statement) ? this.#boundReads : this.#constantReads;
    return this.#read<Row>(statement, lane, this.#limits.readSeconds * 1000 + readGraceMs);
  }

  measure<Row>(statement: Statement): Promise<Measured<Row>> {
    const lane = hasValues(statement) ? this.#boundReads : this.#constantReads;
    return this.#ask(statement, 'JSON', lane, this.#limits.readSeconds * 1000 + readGraceMs, async (answer) => ({
      ...measured(await answer.json<Row>()),
      memoryBytes: memoryOf(answer.response_headers['x-clickhouse-summary']),
    }));
  }

  async insert<Row>(table: Table<Row>, rows: readonly Row[], token?: string): Promise<void> {
    if (rows.length === 0) return;
    const settings = { ...insertSettings, ...deduplicationSettings(token) };
    const body = encodeNative(table, rows);
    const query = `INSERT INTO ${table.name} (${table.columns.map(({ name }) => name).join(', ')}) FORMAT Native`;
    await this.#write(query, settings, this.#limits.insertMsMax, { body, headers: {} });
  }

  async command(statement: Statement): Promise<void> {
    const { sql, params } = spreadLists(statement);
    const settings = { ...insertSettings, insert_deduplicate: 0, session_timezone: 'UTC' } as const;
    await this.#write(
      sql,
      settings,
      this.#limits.commandMsMax,
      hasValues({ params }) ? encodeValues(params) : undefined,
    );
  }

  alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    return withServerLock(this.#client, `footfall:${this.#database}:${name}`, work);
  }

  async ping(): Promise<void> {
    try {
      await this.#read({ sql: 'SELECT 1' }, this.#pings, this.#limits.pingMsMax);
    } catch (error) {
      throw new AppError('UNAVAILABLE', 'The store does not answer', { cause: error, retryAfterSeconds });
    }
  }

  async close(): Promise<void> {
    const lanes = [this.#boundReads, this.#constantReads, this.#writes, this.#pings];
    await Promise.all(lanes.map((lane) => lane.close()));
    await this.#client.close();
  }

  /** Resolves once the server has said that it is done. */
  async #write(
    query: string,
    settings: ClickHouseSettings,
    deadlineMs: number,
    content?: { body: Buffer; headers: Record<string, string> },
  ): Promise<void> {
    await takeTurn(this.#writes, async () => {
      const deadline = AbortSignal.timeout(deadlineMs);
      const answer = await this.#client.exec({
        query,
        // As a stream, because the client takes bytes in no other way.
        ...(content && { values: Readable.from([content.body], { objectMode: false }), http_headers: content.headers }),
        clickhouse_settings: { ...settings, wait_end_of_query: 1 },
        abort_signal: deadline,
      });
      deadline.addEventListener('abort', () => answer.stream.destroy());
      await text(answer.stream);
      requireOwnAnswer(answer);
    });
  }

  #read<Row>(statement: Statement, lane: Lane, deadlineMs: number): Promise<Row[]> {
    return this.#ask(statement, 'JSONEachRow', lane, deadlineMs, (answer) => answer.json<Row>());
  }

  #ask<Format extends 'JSON' | 'JSONEachRow', Answer>(
    statement: Statement,
    format: Format,
    lane: Lane,
    deadlineMs: number,
    take: (answer: ResultSet<Format>) => Promise<Answer>,
  ): Promise<Answer> {
    const { sql, params } = spreadLists(statement);
    return takeTurn(lane, async () => {
      const deadline = AbortSignal.timeout(deadlineMs);
      const answer = await this.#client.query<Format>({
        query: sql,
        query_params: params,
        format,
        clickhouse_settings: this.#readSettings,
        abort_signal: deadline,
      });
      // The client itself watches over an answer only until it begins.
      deadline.addEventListener('abort', () => answer.close());
      const taken = await take(answer);
      requireOwnAnswer(answer);
      return taken;
    });
  }
}

/** A page of something on the way, a maintenance notice say, is no acknowledgement and has no rows. */
function requireOwnAnswer(answer: { query_id: string; response_headers: Record<string, unknown> }): void {
  if (answer.response_headers['x-clickhouse-query-id'] !== answer.query_id) throw new Error("Not the server's answer");
}

/** With `readonly`, a statement can neither write nor change its limits; without waiting for the end, an error would come in the middle of the rows. */
function readSettings(limits: ReadLimits): ClickHouseSettings {
  return {
    readonly: '1',
    max_execution_time: limits.readSeconds,
    timeout_overflow_mode: 'throw',
    max_memory_usage: String(limits.readMemoryBytes),
    max_result_rows: String(limits.readRows),
    result_overflow_mode: 'throw',
    output_format_json_quote_64bit_integers: 0,
    session_timezone: 'UTC',
    wait_end_of_query: 1,
    cancel_http_readonly_queries_on_client_close: 1,
  };
}

function hasValues({ params }: Pick<Statement, 'params'>): boolean {
  return params !== undefined && Object.keys(params).length > 0;
}

async function takeTurn<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> {
  try {
    return await lane.run(work);
  } catch (error) {
    throw mapServerError(error);
  }
}
