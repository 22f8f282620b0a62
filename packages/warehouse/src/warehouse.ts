/** The warehouse: ClickHouse, on a server or in the process. */

export type ParameterValue = string | number | boolean | readonly string[];

/** SQL text that is ours and constant; callers' values reach it only as `{name:Type}`. */
export interface Statement {
  sql: string;
  params?: Readonly<Record<string, ParameterValue>>;
}

/** A table as inserts see it: its columns in order, and how a row gives their values (timestamps as text, 64-bit numbers as text). */
export interface Table<Row> {
  name: string;
  columns: readonly string[];
  values(row: Row): readonly unknown[];
}

export interface Warehouse {
  /** Rows of a reading statement, on a connection that cannot write, within the limits of time and memory. Rejects with UNAVAILABLE over a limit or when too many reads wait. */
  read<Row>(statement: Statement): Promise<Row[]>;
  /** Inserts `rows` in one block, durable once resolved. A second insert with the same token does nothing. */
  insert<Row>(table: Table<Row>, rows: readonly Row[], token?: string): Promise<void>;
  /** Runs a statement that writes or defines. */
  command(statement: Statement): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
