/** Reads on a ClickHouse server: each with limits and a deadline, a number of them at the same time. */
import type { ClickHouseClient, ClickHouseSettings, ResultSet } from '@clickhouse/client';
import { readBefore } from './deadline.ts';
import { mapServerError } from '../engine-errors.ts';
import { spreadLists } from './long-lists.ts';
import { measured, type ResultHeaders, summaryValue } from '../measured.ts';
import type { Measured, Reader, ReadLimits, Statement } from '../port.ts';
import { readSettings } from '../read-settings.ts';
import { Semaphore, type SemaphoreLimits } from '../semaphore.ts';
import { turnOwnerOf } from '../turn-owner.ts';

/** The server stops a read at its time limit; if it does not, the read is rejected this much later. */
export const readGraceMs = 2_000;
/** The time within which a statement ends after it was aborted at its deadline. */
export const abortGraceMs = 1_000;

/** The server collects a result of up to this many bytes in memory, and a larger one in a file, which a full disk leaves empty. */
const resultBytesInMemory = 16 * 1024 * 1024;

/** With `readonly`, a statement can neither write nor change its limits. Without `wait_end_of_query`, an error could follow the first rows. */
const serverSettings = {
  readonly: '1',
  wait_end_of_query: 1,
  http_response_buffer_size: String(resultBytesInMemory),
  cancel_http_readonly_queries_on_client_close: 1,
} as const;

export class ServerReads implements Reader {
  readonly #client: ClickHouseClient;
  readonly #settings: ClickHouseSettings;
  readonly #deadlineMs: number;
  readonly #semaphore: Semaphore;

  constructor(
    client: ClickHouseClient,
    limits: ReadLimits,
    deadlineMs: number,
    waiting: Omit<SemaphoreLimits, 'runMsMax'>,
  ) {
    this.#client = client;
    this.#settings = { ...readSettings(limits), ...serverSettings };
    this.#deadlineMs = deadlineMs;
    this.#semaphore = new Semaphore({ ...waiting, runMsMax: deadlineMs + abortGraceMs });
  }

  async read<Row>(statement: Statement): Promise<Row[]> {
    const { rows } = await this.#run(statement, 'JSONEachRow', async (result) => ({ rows: await result.json<Row>() }));
    return rows;
  }

  measure<Row>(statement: Statement): Promise<Measured<Row>> {
    return this.#run(statement, 'JSON', async (result) => ({
      ...measured(await result.json<Row>()),
      memoryBytes: summaryValue(result, 'memory_usage'),
    }));
  }

  /** Refuses further calls; resolves once all earlier ones have ended. */
  close(): Promise<void> {
    return this.#semaphore.close();
  }

  async #run<Format extends 'JSON' | 'JSONEachRow', Result extends { rows: unknown[] }>(
    statement: Statement,
    format: Format,
    take: (result: ResultSet<Format>) => Promise<Result>,
  ): Promise<Result> {
    const request = async () => {
      const { sql, params } = spreadLists(statement);
      const deadline = AbortSignal.timeout(this.#deadlineMs);
      const result = await this.#client.query<Format>({
        query: sql,
        query_params: params,
        format,
        clickhouse_settings: this.#settings,
        abort_signal: deadline,
      });
      const taken = await readBefore(
        deadline,
        () => result.close(),
        () => take(result),
      );
      requireOwnResponse(result);
      requireAllRows(result, taken.rows.length);
      return taken;
    };
    try {
      return await this.#semaphore.run(request, turnOwnerOf(statement));
    } catch (error) {
      throw mapServerError(error);
    }
  }
}

/** Throws if the body has fewer rows than the server found: it could not store them while they were collected. */
function requireAllRows(result: ResultHeaders, received: number): void {
  const found = summaryValue(result, 'result_rows');
  if (found !== null && found !== received) throw new Error(`${received} of ${found} rows were received`);
}

/** Throws if the response is not from the server: the page of a proxy, such as a maintenance notice, is no acknowledgement and has no rows. */
export function requireOwnResponse(response: ResultHeaders & { query_id: string }): void {
  if (response.response_headers['x-clickhouse-query-id'] !== response.query_id)
    throw new Error('The response is not from the server');
}
