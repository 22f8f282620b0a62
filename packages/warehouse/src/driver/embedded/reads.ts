/** Reading connections of the embedded engine: each runs one statement at a time, and its callers take turns. */
import type { ClickHouseClient } from '@clickhouse/client';
import type { HeldFile } from '@footfall/data-directory';
import { mapEngineError } from '../engine-errors.ts';
import { bindValues } from './bind-values.ts';
import { measured } from '../measured.ts';
import type { Measured, Reader, Statement } from '../port.ts';
import { Semaphore, type SemaphoreLimits } from '../semaphore.ts';
import { turnOwnerOf } from '../turn-owner.ts';

export class EmbeddedReads implements Reader {
  readonly #free: ClickHouseClient[];
  readonly #file: HeldFile;
  readonly #semaphore: Semaphore;

  /** Reads are refused while `file` is not at its path. */
  constructor(connections: readonly ClickHouseClient[], file: HeldFile, limits: Omit<SemaphoreLimits, 'atOnceMax'>) {
    this.#free = [...connections];
    this.#file = file;
    this.#semaphore = new Semaphore({ ...limits, atOnceMax: connections.length });
  }

  read<Row>(statement: Statement): Promise<Row[]> {
    return this.#run(statement, async (connection, query) => {
      const result = await connection.query({ query, format: 'JSONEachRow' });
      return result.json<Row>();
    });
  }

  measure<Row>(statement: Statement): Promise<Measured<Row>> {
    return this.#run(statement, async (connection, query) => {
      const result = await connection.query({ query, format: 'JSON' });
      return { ...measured(await result.json<Row>()), memoryBytes: null };
    });
  }

  /** Refuses further calls; resolves once all earlier ones have ended. */
  close(): Promise<void> {
    return this.#semaphore.close();
  }

  async #run<Result>(
    statement: Statement,
    work: (connection: ClickHouseClient, query: string) => Promise<Result>,
  ): Promise<Result> {
    try {
      this.#file.requireInPlace();
      const query = bindValues(statement);
      return await this.#semaphore.run(() => this.#onConnection((one) => work(one, query)), turnOwnerOf(statement));
    } catch (error) {
      throw mapEngineError(error);
    }
  }

  async #onConnection<Result>(work: (connection: ClickHouseClient) => Promise<Result>): Promise<Result> {
    const connection = this.#free.pop();
    if (!connection) throw new Error('There are more running statements than connections');
    try {
      return await work(connection);
    } finally {
      this.#free.push(connection);
    }
  }
}
