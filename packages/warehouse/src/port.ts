/** The warehouse: ClickHouse, on a server or in the process. */

export type ParameterValue = string | number | boolean | readonly string[];

/** SQL text that is ours and constant; callers' values reach it only as `{name:Type}`. */
export interface Statement {
  sql: string;
  params?: Readonly<Record<string, ParameterValue>>;
}

/** A table as inserts see it: its columns in order, and how a row gives their values (timestamps as text, 64-bit numbers above 2^53 as text). */
export interface Table<Row> {
  name: string;
  columns: readonly string[];
  values(row: Row): readonly unknown[];
}

export interface Warehouse {
  /**
   * Rows of a reading statement, on a connection that cannot write, within the limits of time and memory. Rejects
   * with UNAVAILABLE over a limit or when too many reads wait. Numbers of every width come as JavaScript numbers,
   * exact up to 2^53: what can be larger (a 64-bit id) is selected as `toString(...)`. Times come as text, UTC.
   */
  read<Row>(statement: Statement): Promise<Row[]>;
  /**
   * Inserts `rows` in one block for each partition of the table, durable once resolved. A second insert with the same token (letters, digits and
   * `_.:-`) does nothing, also after a restart; without a token every call inserts. Rejects with UNAVAILABLE when the engine is short of
   * something that a retry can find again, else with INTERNAL_ERROR; with a token the same insert can be tried again.
   */
  insert<Row>(table: Table<Row>, rows: readonly Row[], token?: string): Promise<void>;
  /** Runs a statement that writes or defines. */
  command(statement: Statement): Promise<void>;
  /** Rejects with UNAVAILABLE when the engine does not answer. */
  ping(): Promise<void>;
  /** Waits for what runs. */
  close(): Promise<void>;
}
