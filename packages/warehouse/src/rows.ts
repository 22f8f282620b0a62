/** Rows as the engine's JSONCompactEachRow: an array of values a line. */
import type { Table } from './port.ts';

/** The rows of one insert as bytes. */
export function encodeRows<Row>(table: Table<Row>, rows: readonly Row[]): Buffer {
  let text = '';
  for (const row of rows) text += `${JSON.stringify(table.values(row))}\n`;
  return Buffer.from(text);
}
