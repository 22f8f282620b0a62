/** The stored forms of times and missing values: never, and none. */
import { z } from 'zod';
import type { Table } from '../driver/port.ts';
import { clickhouseTime } from '../driver/time.ts';

export const time = "DateTime64(3, 'UTC')";

/** The latest time that a table can store; means never. */
const neverMs = Date.UTC(2299, 11, 31);

/** The SQL condition that a row with the column `ended_at` has not ended. */
export const hasNotEnded = `ended_at >= '${clickhouseTime(neverMs)}'`;

/** Epoch milliseconds that a table can store; null means never. */
export const bounded = (epochMs: number | null) => Math.min(Math.max(epochMs ?? neverMs, 0), neverMs);

/** Parses a stored end; null means never. */
export const storedEnd = z.number().transform((epochMs) => (epochMs >= neverMs ? null : epochMs));

/** Parses a stored use; null means never. */
export const storedUse = z.number().transform((epochMs) => (epochMs === 0 ? null : epochMs));

export const isoOrNull = (epochMs: number | null) => (epochMs === null ? null : new Date(epochMs).toISOString());

/** Parses a stored text; an empty one becomes null. */
export const optionalText = z.string().transform((text) => (text === '' ? null : text));

/** An event of a key, a session or another record, at a time in epoch milliseconds. */
export interface Moment {
  id: string;
  atMs: number;
}

/** Returns a table into which only an ID and one time are inserted: the whole row, or a part of one, which the engine merges from rows of the same ID, column by column, in whatever order they are written. */
export function momentsTable(name: string, idColumn: string, timeColumn: string): Table<Moment> {
  return {
    name,
    columns: [
      { name: idColumn, type: 'String', value: ({ id }) => id },
      { name: timeColumn, type: time, value: ({ atMs }) => bounded(atMs) },
    ],
  };
}
