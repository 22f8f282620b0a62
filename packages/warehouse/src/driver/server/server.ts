/** The warehouse on a ClickHouse server, over HTTP. Every statement has limits, a deadline and the settings on which exactly-once depends. */
import type { ClickHouseClient, ExecParams } from '@clickhouse/client';
import { unavailable } from '@footfall/errors';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { mapServerError } from '../engine-errors.ts';
import { deduplicationSettings, writeSettings } from '../insert-settings.ts';
import { encodeNative } from './native.ts';
import type { Measured, ReadLimits, Statement, Table, Warehouse } from '../port.ts';
import { longReads, longReadsAtOnceMax, ownReads, type ReaderLimits, readerLimits } from '../read-settings.ts';
import { Semaphore } from '../semaphore.ts';
import { Turns } from '../turns.ts';
import { connect, type ServerAddress } from './connection.ts';
import { readBefore } from './deadline.ts';
import { lockLimits, withServerLock } from './lock.ts';
import { abortGraceMs, readGraceMs, requireOwnResponse, ServerReads } from './reads.ts';

export interface ServerLimits extends ReaderLimits {
  writesAtOnceMax: number;
  insertMsMax: number;
  commandMsMax: number;
  pingMsMax: number;
}

const defaultLimits: ServerLimits = {
  ...readerLimits,
  queriesAtOnceMax: 8,
  readsAtOnceMax: 8,
  writesAtOnceMax: 8,
  insertMsMax: 30_000,
  // A migration can rewrite whole tables.
  commandMsMax: 600_000,
  pingMsMax: 3_000,
};

const writesWaitingMax = 256;
const pingsMax = 1;
/** One connection holds a lock, another one checks it: for a migration, a rebuild, and each of the four kinds of stores. */
const lockConnections = 2 * 6;

/** Opens the database of a server. Rejects with a StartError that names the wrong setting. */
export async function openServer(address: ServerAddress, options: Partial<ServerLimits> = {}): Promise<Warehouse> {
  const limits = { ...defaultLimits, ...options };
  const client = await connect(address, {
    connectionsMax:
      limits.queriesAtOnceMax +
      limits.readsAtOnceMax +
      longReadsAtOnceMax +
      limits.writesAtOnceMax +
      pingsMax +
      lockConnections,
    silenceMsMax: Math.max(limits.insertMsMax, limits.commandMsMax, readMsMax(longReads(limits))),
  });
  return new ServerWarehouse(client, address.database, limits);
}

function readMsMax({ readSeconds }: ReadLimits): number {
  return readSeconds * 1000 + readGraceMs;
}

class ServerWarehouse implements Warehouse {
  readonly isShared = true;
  readonly queries: ServerReads;
  readonly longReads: ServerReads;
  readonly #client: ClickHouseClient;
  readonly #database: string;
  readonly #limits: ServerLimits;
  readonly #reads: ServerReads;
  readonly #writes: Semaphore;
  readonly #turns = new Turns();
  /** Separate from the reads, so that a ping depends on the server and not on their queue. */
  readonly #pings: ServerReads;

  constructor(client: ClickHouseClient, database: string, limits: ServerLimits) {
    this.#client = client;
    this.#database = database;
    this.#limits = limits;
    const waiting = { waitingMax: limits.readsWaitingMax, waitMsMax: limits.readWaitMsMax };
    const reads = (of: ReadLimits, atOnceMax: number) =>
      new ServerReads(client, of, readMsMax(of), { ...waiting, atOnceMax });
    this.queries = reads(limits, limits.queriesAtOnceMax);
    this.longReads = reads(longReads(limits), longReadsAtOnceMax);
    this.#reads = reads(ownReads(limits), limits.readsAtOnceMax);
    this.#pings = new ServerReads(client, limits, limits.pingMsMax, {
      atOnceMax: pingsMax,
      waitingMax: limits.readsWaitingMax,
      waitMsMax: limits.pingMsMax,
    });
    this.#writes = new Semaphore({
      atOnceMax: limits.writesAtOnceMax,
      waitingMax: writesWaitingMax,
      waitMsMax: limits.insertMsMax,
      runMsMax: Math.max(limits.insertMsMax, limits.commandMsMax) + abortGraceMs,
    });
  }

  read<Row>(statement: Statement): Promise<Row[]> {
    return this.#reads.read(statement);
  }

  measure<Row>(statement: Statement): Promise<Measured<Row>> {
    return this.#reads.measure(statement);
  }

  async insert<Row>(table: Table<Row>, rows: readonly Row[], token?: string): Promise<void> {
    if (rows.length === 0) return;
    const query = `INSERT INTO ${table.name} (${table.columns.map(({ name }) => name).join(', ')}) FORMAT Native`;
    // As a stream, because the client accepts bytes in no other way.
    const values = Readable.from([encodeNative(table, rows)], { objectMode: false });
    const settings = deduplicationSettings(token);
    await this.#write({ query, values, clickhouse_settings: settings }, this.#limits.insertMsMax);
  }

  session<Result>(work: (session: Pick<Warehouse, 'command'>) => Promise<Result>): Promise<Result> {
    const id = randomUUID();
    return work({ command: (statement) => this.command(statement, id) });
  }

  /** Statements of one session share temporary tables. */
  async command({ sql, params = {} }: Statement, sessionId?: string): Promise<void> {
    const session = sessionId === undefined ? {} : { session_id: sessionId };
    const settings = { session_timezone: 'UTC' };
    const request = { query: sql, query_params: params, clickhouse_settings: settings, ...session };
    await this.#write(request, this.#limits.commandMsMax);
  }

  /** Only the call whose turn it is in this process asks the server for the lock, so that waiting calls send nothing. */
  alone<Result>(name: string, work: () => Promise<Result>, waitMsMax = lockLimits.waitMsMax): Promise<Result> {
    const deadlineMs = performance.now() + waitMsMax;
    const locked = () => {
      const limits = { ...lockLimits, waitMsMax: deadlineMs - performance.now() };
      return withServerLock(this.#client, `footfall:${this.#database}:${name}`, limits, work);
    };
    return this.#turns.take(name, locked, waitMsMax);
  }

  async ping(): Promise<void> {
    try {
      await this.#pings.read({ sql: 'SELECT 1' });
    } catch (error) {
      throw unavailable('The store does not respond', { cause: error });
    }
  }

  async close(): Promise<void> {
    const all = [this.queries, this.longReads, this.#reads, this.#writes, this.#pings];
    await Promise.all(all.map((one) => one.close()));
    await this.#client.close();
  }

  /** Resolves once the server has confirmed the statement. */
  async #write(request: ExecParams & { values?: Readable }, deadlineMs: number): Promise<void> {
    const work = async () => {
      const deadline = AbortSignal.timeout(deadlineMs);
      const response = await this.#client.exec({
        ...request,
        clickhouse_settings: { ...writeSettings, ...request.clickhouse_settings, wait_end_of_query: 1 },
        abort_signal: deadline,
      });
      await readBefore(
        deadline,
        () => response.stream.destroy(),
        () => text(response.stream),
      );
      requireOwnResponse(response);
    };
    try {
      await this.#writes.run(work);
    } catch (error) {
      throw mapServerError(error);
    }
  }
}
