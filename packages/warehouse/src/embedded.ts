/** The embedded driver of the warehouse: takes turns on the engine's connections, within limits. */
import type { ClickHouseClient } from '@clickhouse/client';
import { AppError } from '@footfall/errors';
import { statfs } from 'node:fs/promises';
import { database, type Engine, openEngine } from './embedded-engine.ts';
import { mapEngineError } from './engine-errors.ts';
import { deduplicationSettings, insertSettings } from './insert-settings.ts';
import { Lane, type LaneLimits } from './lane.ts';
import { measured } from './measured.ts';
import type { Measured, ReadLimits, Statement, Table, Warehouse } from './port.ts';
import { encodeRows } from './rows.ts';

export interface EmbeddedLimits extends ReadLimits {
  /** Reads that may wait, on each of the two reading connections. */
  readsWaitingMax: number;
  readWaitMsMax: number;
  /** Space on the disk below which nothing is inserted, besides four times what is inserted. */
  freeBytesMin: number;
}

const defaultLimits: EmbeddedLimits = {
  readSeconds: 10,
  readMemoryBytes: 1_073_741_824,
  readRows: 1_000_000,
  readsWaitingMax: 64,
  readWaitMsMax: 10_000,
  // A part that the disk fills up under can be acknowledged and be broken when the engine opens again.
  freeBytesMin: 33_554_432,
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
/** Writes are not cut short: whoever gave up could not know whether they took effect. */
const writeLimits: LaneLimits = { waitingMax: 256, waitMsMax: 60_000, turnMsMax: 3_600_000 };

const retryAfterSeconds = 10;

/** Opens, or makes, the engine in a directory. Throws a StartError when the directory is in use (exit code 2) or cannot be written, or the platform has no engine. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Warehouse> {
  const limits = { ...defaultLimits, ...options.limits };
  return new EmbeddedWarehouse(await openEngine(options.path, options.isRepaired ?? true, limits), limits);
}

class EmbeddedWarehouse implements Warehouse {
  readonly #engine: Engine;
  readonly #limits: EmbeddedLimits;
  readonly #writes = new Lane(writeLimits);
  /** What was last begun under each name. */
  readonly #alone = new Map<string, Promise<unknown>>();
  readonly #boundReads: Lane;
  readonly #constantReads: Lane;

  constructor(engine: Engine, limits: EmbeddedLimits) {
    this.#engine = engine;
    this.#limits = limits;
    const laneLimits: LaneLimits = {
      waitingMax: limits.readsWaitingMax,
      waitMsMax: limits.readWaitMsMax,
      turnMsMax: limits.readSeconds * 1000 + readGraceMs,
    };
    this.#boundReads = new Lane(laneLimits);
    this.#constantReads = new Lane(laneLimits);
  }

  read<Row>(statement: Statement): Promise<Row[]> {
    return this.#ask(statement, async (reader, query) => {
      const answer = await reader.query({ ...query, format: 'JSONEachRow' });
      return answer.json<Row>();
    });
  }

  measure<Row>(statement: Statement): Promise<Measured<Row>> {
    return this.#ask(statement, async (reader, query) => {
      const answer = await reader.query({ ...query, format: 'JSON' });
      return { ...measured(await answer.json<Row>()), memoryBytes: null };
    });
  }

  async insert<Row>(table: Table<Row>, rows: readonly Row[], token?: string): Promise<void> {
    if (rows.length === 0) return;
    const settings = { ...insertSettings, ...deduplicationSettings(token) };
    const values = encodeRows(table, rows);
    await takeTurn(this.#writes, async () => {
      await this.#requireSpace(values.length);
      await this.#engine.writer.insert({
        table: `${database}.${table.name}`,
        columns: table.columns.map(({ name }) => name),
        values,
        format: 'JSONCompactEachRow',
        settings,
      });
    });
  }

  async command({ sql, params }: Statement): Promise<void> {
    const { writer } = this.#engine;
    await takeTurn(this.#writes, () => (params ? writer.queryBindAsync(sql, params) : writer.queryAsync(sql)));
  }

  /** The directory belongs to this process alone. */
  async alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const running = (this.#alone.get(name) ?? Promise.resolve()).then(work);
    this.#alone.set(
      name,
      running.catch(() => {}),
    );
    return running;
  }

  async ping(): Promise<void> {
    try {
      await this.read({ sql: 'SELECT 1' });
    } catch (error) {
      throw new AppError('UNAVAILABLE', 'The store does not answer', { cause: error, retryAfterSeconds });
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#writes.close(), this.#boundReads.close(), this.#constantReads.close()]);
    await this.#engine.close();
  }

  /** Asks on the connection for statements with values, or on the one for those without, in turn. */
  #ask<Answer>(
    { sql, params }: Statement,
    ask: (reader: ClickHouseClient, query: BoundQuery) => Promise<Answer>,
  ): Promise<Answer> {
    const { boundReader, constantReader } = this.#engine;
    return params && Object.keys(params).length > 0
      ? takeTurn(this.#boundReads, () => ask(boundReader, { query: sql, query_params: params }))
      : takeTurn(this.#constantReads, () => ask(constantReader, { query: sql }));
  }

  async #requireSpace(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#engine.directory);
    if (bavail * bsize >= this.#limits.freeBytesMin + 4 * bytes) return;
    throw new AppError('UNAVAILABLE', 'The store has no space left', { retryAfterSeconds });
  }
}

interface BoundQuery {
  query: string;
  query_params?: NonNullable<Statement['params']>;
}

async function takeTurn<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> {
  try {
    return await lane.run(work);
  } catch (error) {
    throw mapEngineError(error);
  }
}
