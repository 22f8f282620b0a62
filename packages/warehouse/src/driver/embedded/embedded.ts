/** The embedded driver of the warehouse: reads and writes on the engine's connections, within limits. */
import type { ClickHouseClient } from '@clickhouse/client';
import { unavailable } from '@footfall/errors';
import { type DirectoryLogger, HeldFile } from '@footfall/data-directory';
import { join } from 'node:path';
import { lockFile } from './directory.ts';
import { database, type Engine, openEngine } from './engine.ts';
import { mapEngineError } from '../engine-errors.ts';
import { EmbeddedReads } from './reads.ts';
import { deduplicationSettings } from '../insert-settings.ts';
import type { Measured, ReadLimits, Statement, Table, Warehouse } from '../port.ts';
import { longReads, longReadsAtOnceMax, ownReads, type ReaderLimits, readerLimits } from '../read-settings.ts';
import { encodeRows } from '../rows.ts';
import { Semaphore } from '../semaphore.ts';
import { Turns } from '../turns.ts';

export interface EmbeddedLimits extends ReaderLimits {
  /** The free space on the disk below which nothing is inserted, in addition to four times the size of the insert. */
  freeBytesMin: number;
}

const defaultLimits: EmbeddedLimits = {
  ...readerLimits,
  queriesAtOnceMax: 4,
  readsAtOnceMax: 3,
  // A part that is written while the disk becomes full can be acknowledged, but damaged when the engine opens again.
  freeBytesMin: 33_554_432,
};

export interface EmbeddedOptions {
  /** The engine's own directory. */
  path: string;
  limits?: Partial<EmbeddedLimits>;
  logger?: DirectoryLogger | undefined;
}

/** The engine stops a read at its time limit; if it does not, the read is rejected this much later. */
const readGraceMs = 2_000;
/** Limits of exclusive work: a client receives its response before its deadline, usually 30 s. The work itself can be a migration, which takes hours. */
/** The longest wait of a session: another one takes as long as a rollup batch. */
const sessionWaitMsMax = 3_600_000;
/** Writes are not aborted, because a caller could not know whether they took effect. */
const writeLimits = { atOnceMax: 1, waitingMax: 256, waitMsMax: 60_000, runMsMax: 3_600_000 };

/** Opens or creates the engine in a directory. Rejects with a StartError if the directory is in use (exit code 2) or cannot be written, or if there is no engine for the platform. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Warehouse> {
  const limits = { ...defaultLimits, ...options.limits };
  const engine = await openEngine(options.path);
  const file = new HeldFile(join(engine.directory, lockFile), {
    freeBytesMin: limits.freeBytesMin,
    logger: options.logger,
  });
  const openReaders = async (count: number, readLimits: ReadLimits) => {
    const connections: ClickHouseClient[] = [];
    while (connections.length < count) connections.push(await engine.openReader(readLimits));
    return new EmbeddedReads(connections, file, {
      waitingMax: limits.readsWaitingMax,
      waitMsMax: limits.readWaitMsMax,
      runMsMax: readLimits.readSeconds * 1000 + readGraceMs,
    });
  };
  return new EmbeddedWarehouse(engine, file, {
    own: await openReaders(limits.readsAtOnceMax, ownReads(limits)),
    queries: await openReaders(limits.queriesAtOnceMax, limits),
    long: await openReaders(longReadsAtOnceMax, longReads(limits)),
  });
}

class EmbeddedWarehouse implements Warehouse {
  readonly isShared = false;
  readonly queries: EmbeddedReads;
  readonly longReads: EmbeddedReads;
  readonly #engine: Engine;
  /** Stays open while the engine runs. */
  readonly #file: HeldFile;
  readonly #writes = new Semaphore(writeLimits);
  readonly #turns = new Turns();
  readonly #reads: EmbeddedReads;

  constructor(engine: Engine, file: HeldFile, reads: Record<'own' | 'queries' | 'long', EmbeddedReads>) {
    this.queries = reads.queries;
    this.longReads = reads.long;
    this.#engine = engine;
    this.#file = file;
    this.#reads = reads.own;
  }

  read<Row>(statement: Statement): Promise<Row[]> {
    return this.#reads.read(statement);
  }

  measure<Row>(statement: Statement): Promise<Measured<Row>> {
    return this.#reads.measure(statement);
  }

  async insert<Row>(table: Table<Row>, rows: readonly Row[], token?: string): Promise<void> {
    if (rows.length === 0) return;
    const settings = deduplicationSettings(token);
    await this.#write(async () => {
      const values = await encodeRows(table, rows);
      this.#file.requireSpace(4 * values.length);
      await this.#engine.writer.insert({
        table: `${database}.${table.name}`,
        columns: table.columns.map(({ name }) => name),
        values,
        format: 'JSONCompactEachRow',
        settings,
      });
      // The engine opens files by their paths: if the directory was moved, the new part may be lost or in another directory.
      this.#file.requireInPlace();
    });
  }

  async command({ sql, params }: Statement): Promise<void> {
    const { writer } = this.#engine;
    await this.#write(async () => {
      this.#file.requireInPlace();
      await (params ? writer.queryBindAsync(sql, params) : writer.queryAsync(sql));
    });
  }

  /** One session at a time, because the engine has one connection that writes. */
  session<Result>(work: (session: Pick<Warehouse, 'command'>) => Promise<Result>): Promise<Result> {
    return this.alone('session', () => work(this), sessionWaitMsMax);
  }

  /** A queue in memory is enough, because only this process uses the directory. */
  alone<Result>(name: string, work: () => Promise<Result>, waitMsMax?: number): Promise<Result> {
    return this.#turns.take(name, work, waitMsMax);
  }

  async ping(): Promise<void> {
    this.#file.requireSpace();
    try {
      await this.read({ sql: 'SELECT 1' });
    } catch (error) {
      throw unavailable('The store does not respond', { cause: error });
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#writes, this.#reads, this.queries, this.longReads].map((one) => one.close()));
    await this.#engine.close();
  }

  async #write(work: () => Promise<unknown>): Promise<void> {
    try {
      await this.#writes.run(work);
    } catch (error) {
      throw mapEngineError(error);
    }
  }
}
