/** The statistics in a response of the engine's format JSON. */
import type { Measured } from './port.ts';

interface Result<Row> {
  data: Row[];
  statistics?: { elapsed: number; rows_read: number; bytes_read: number };
}

export function measured<Row>({ data, statistics }: Result<Row>): Omit<Measured<Row>, 'memoryBytes'> {
  return {
    rows: data,
    elapsedMs: (statistics?.elapsed ?? 0) * 1000,
    rowsRead: statistics?.rows_read ?? 0,
    bytesRead: statistics?.bytes_read ?? 0,
  };
}

export interface ResultHeaders {
  response_headers: Record<string, unknown>;
}

/** Returns a number of the summary that a server sends with a result; null if it sends none. */
export function summaryValue(
  { response_headers: headers }: ResultHeaders,
  name: 'memory_usage' | 'result_rows',
): number | null {
  const summary = headers['x-clickhouse-summary'];
  if (typeof summary !== 'string') return null;
  const value = Number(new RegExp(`"${name}":"(\\d+)"`).exec(summary)?.[1]);
  return Number.isNaN(value) ? null : value;
}
