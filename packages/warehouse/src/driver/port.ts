/** The warehouse: ClickHouse, on a server or in the process. */

export type ParameterValue = string | number | boolean | readonly string[];

/** SQL text that is ours and constant; callers' values reach it only as `{name:Type}`. */
export interface Statement {
  sql: string;
  params?: Readonly<Record<string, ParameterValue>>;
}

/** The values that inserts write into a column of each type; the engine makes a column of low cardinality or an enumeration from texts. */
export interface ColumnValues {
  String: string;
  Bool: boolean;
  UInt8: number;
  UInt16: number;
  UInt32: number;
  /** Up to 2^53; as text 16 hexadecimal digits. */
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

/** A table as inserts see it: which columns they write, and how a row gives their values. */
export interface Table<Row> {
  name: string;
  columns: readonly Column<Row>[];
}

/** The limits of one read. */
export interface ReadLimits {
  readSeconds: number;
  readMemoryBytes: number;
  readRows: number;
}

/** Rows, and what it took to find them. */
export interface Measured<Row> {
  rows: Row[];
  elapsedMs: number;
  rowsRead: number;
  bytesRead: number;
  /** The most at one time; null where the driver cannot tell. */
  memoryBytes: number | null;
}

export interface Reader {
  /**
   * Returns the rows of a reading statement, run on a connection that cannot write, within the limits of time and
   * memory. Rejects with UNAVAILABLE over a limit or when too many reads wait. Numbers of every width come as JavaScript
   * numbers, exact up to 2^53: what can be larger (a 64-bit id) is selected as `toString(...)`. Times come as text, UTC.
   */
  read<Row>(statement: Statement): Promise<Row[]>;
  /** The same, measured. */
  measure<Row>(statement: Statement): Promise<Measured<Row>>;
}

/** Reads through it are the product's own: of keys, of the consumer, of the rollups. */
export interface Warehouse extends Reader {
  /** False if this process alone can change what is stored. */
  readonly isShared: boolean;
  /** Reads for API queries, on connections of their own, so that nothing else waits behind them. Workspaces (`params.workspaceId`) take turns. */
  readonly queries: Reader;
  /**
   * Inserts `rows` in one block for each partition of the table, durable once resolved. A second insert with the same token (letters, digits and
   * `_.:-`) does nothing, also after a restart; without a token every call inserts. Rejects with UNAVAILABLE when the engine is short of
   * something that a retry can find again, else with INTERNAL_ERROR; with a token the same insert can be tried again.
   */
  insert<Row>(table: Table<Row>, rows: readonly Row[], token?: string): Promise<void>;
  /** Runs a statement that writes or defines. */
  command(statement: Statement): Promise<void>;
  /**
   * Runs `work` with statements that share a connection, so that a temporary table that one of them creates is there for the
   * next, and for no other session. An embedded engine runs one session at a time.
   */
  session<Result>(work: (session: Pick<Warehouse, 'command'>) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` while no other process runs any under the same name on this store. Rejects with UNAVAILABLE if another process
   * does so for longer than `waitMsMax` (by default 20 seconds), and when it can no longer be told whether one does.
   */
  alone<Result>(name: string, work: () => Promise<Result>, waitMsMax?: number): Promise<Result>;
  /** Rejects with UNAVAILABLE when the engine does not answer. */
  ping(): Promise<void>;
  /** Waits for what runs. */
  close(): Promise<void>;
}
