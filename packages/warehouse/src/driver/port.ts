/** The warehouse: ClickHouse, on a server or in the process. */

export type ParameterValue = string | number | boolean | readonly string[];

/** SQL text that callers cannot influence; their values are bound as `{name:Type}`. */
export interface Statement {
  sql: string;
  params?: Readonly<Record<string, ParameterValue>>;
}

/** The values that inserts write into a column of each type. The engine converts texts for a low-cardinality column or an enumeration. */
export interface ColumnValues {
  String: string;
  Bool: boolean;
  UInt8: number;
  UInt16: number;
  UInt32: number;
  /** A number up to 2^53, or a text of 16 hexadecimal digits. */
  UInt64: number | string;
  Int16: number;
  Int32: number;
  UUID: string;
  /** Epoch milliseconds, from 1970 on. */
  "DateTime64(3, 'UTC')": number;
  'Array(String)': readonly string[];
}
export type ColumnType = keyof ColumnValues;
export type ColumnOf<Row, Type extends ColumnType> = {
  [Each in Type]: { name: string; type: Each; value(row: Row): ColumnValues[Each] };
}[Type];
export type Column<Row> = ColumnOf<Row, ColumnType>;

/** A table for inserts: the columns that they write, and how to get their values from a row. */
export interface Table<Row> {
  name: string;
  columns: readonly Column<Row>[];
}

/** The limits of one read. */
export interface ReadLimits {
  readSeconds: number;
  readMemoryBytes: number;
  readRows: number;
  /** The size of the result in the engine's memory, about that of its text; 0 for no limit. */
  resultBytes: number;
}

/** Rows, and the cost of reading them. */
export interface Measured<Row> {
  rows: Row[];
  elapsedMs: number;
  rowsRead: number;
  bytesRead: number;
  /** The peak; null if the driver does not know it. */
  memoryBytes: number | null;
}

export interface Reader {
  /**
   * Resolves with the rows of a reading statement, which runs on a connection that cannot write, within the limits of time,
   * memory and the result's size. Rejects with UNAVAILABLE above a limit, or if too many reads wait. Numbers of every width are JavaScript
   * numbers, exact up to 2^53: larger ones (64-bit IDs) must be selected as `toString(...)`. Times are text, in UTC.
   */
  read<Row>(statement: Statement): Promise<Row[]>;
  /** The same, measured. */
  measure<Row>(statement: Statement): Promise<Measured<Row>>;
}

/** Its own reads are those of the product itself, such as keys, the consumer and the rollups. */
export interface Warehouse extends Reader {
  /** False if only this process can change the stored data. */
  readonly isShared: boolean;
  /** Reads for API queries, on separate connections, so that nothing else waits behind them. Only here a result is limited to `resultBytesMax`. Workspaces (`params.workspaceId`) take turns. */
  readonly queries: Reader;
  /** Reads of everything that is stored, such as those of `reconcile`: one at a time, each within an hour. */
  readonly longReads: Reader;
  /**
   * Inserts `rows` in one block for each partition of the table. Resolves once they are durable. A second insert with the same token (letters,
   * digits and `_.:-`) does nothing, even after a restart; without a token every call inserts. Rejects with UNAVAILABLE if a retry can help,
   * else with INTERNAL_ERROR. With a token, the same insert can be retried.
   */
  insert<Row>(table: Table<Row>, rows: readonly Row[], token?: string): Promise<void>;
  /** Runs a statement that writes or defines. Its values must be short, because a server receives them in the URL. */
  command(statement: Statement): Promise<void>;
  /**
   * Runs `work` with statements that share a connection, so that a temporary table that one of them creates exists for the next ones,
   * but not for other sessions. An embedded engine runs one session at a time.
   */
  session<Result>(work: (session: Pick<Warehouse, 'command'>) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` while no other caller, in this or another process, runs work under the same name on this store. Rejects with
   * UNAVAILABLE if it does not begin within `waitMsMax` (by default 20 seconds), and, on a server, if exclusion can no longer be guaranteed.
   */
  alone<Result>(name: string, work: () => Promise<Result>, waitMsMax?: number): Promise<Result>;
  /** Rejects with UNAVAILABLE if the engine does not respond. */
  ping(): Promise<void>;
  /** Waits for the calls in progress. */
  close(): Promise<void>;
}
