/** The statistics in a response of the engine's format JSON. */
import type { Measured } from './port.ts';

interface Answer<Row> {
  data: Row[];
  statistics?: { elapsed: number; rows_read: number; bytes_read: number };
}

export function measured<Row>({ data, statistics }: Answer<Row>): Omit<Measured<Row>, 'memoryBytes'> {
  return {
    rows: data,
    elapsedMs: (statistics?.elapsed ?? 0) * 1000,
    rowsRead: statistics?.rows_read ?? 0,
    bytesRead: statistics?.bytes_read ?? 0,
  };
}

/** Returns `memory_usage` from the summary header of a server; null if it has none. */
export function memoryOf(header: unknown): number | null {
  if (typeof header !== 'string') return null;
  const bytes = Number(/"memory_usage":"(\d+)"/.exec(header)?.[1]);
  return Number.isNaN(bytes) ? null : bytes;
}
