/** The table of people's sessions: rows of one session merge column by column, so that recording a use cannot undo an end. */
import { z } from 'zod';
import type { Table, Warehouse } from '../../driver/port.ts';
import { readRows } from '../../driver/read-rows.ts';
import { bounded, hasNotEnded, time } from './stored-values.ts';

export interface SessionRecord {
  sessionId: string;
  personId: string;
  /** The browser and system that signed in. */
  client: string;
  createdAtMs: number;
  lastUsedAtMs: number;
}

export interface SessionRow extends SessionRecord {
  /** SHA-256 in hex. */
  tokenHash: string;
}

export const startedSessionsTable: Table<SessionRow> = {
  name: 'person_sessions',
  columns: [
    { name: 'session_id', type: 'String', value: (row) => row.sessionId },
    { name: 'person_id', type: 'String', value: (row) => row.personId },
    { name: 'token_hash', type: 'String', value: (row) => row.tokenHash },
    { name: 'client', type: 'String', value: (row) => row.client },
    { name: 'created_at', type: time, value: (row) => row.createdAtMs },
    { name: 'last_used_at', type: time, value: (row) => row.lastUsedAtMs },
  ],
};

export const sessionUsesTable: Table<{ sessionId: string; lastUsedAtMs: number }> = {
  name: 'person_sessions',
  columns: [
    { name: 'session_id', type: 'String', value: (row) => row.sessionId },
    { name: 'last_used_at', type: time, value: (row) => bounded(row.lastUsedAtMs) },
  ],
};

export const sessionEndsTable: Table<{ sessionId: string; endedAtMs: number }> = {
  name: 'person_sessions',
  columns: [
    { name: 'session_id', type: 'String', value: (row) => row.sessionId },
    { name: 'ended_at', type: time, value: (row) => bounded(row.endedAtMs) },
  ],
};

const storedSession = z.object({
  sessionId: z.string(),
  personId: z.string(),
  tokenHash: z.string(),
  client: z.string(),
  createdAtMs: z.number(),
  lastUsedAtMs: z.number(),
});

/** Selects the sessions that have not ended and were used after `usedAfterMs`, newest first. */
export function readSessions(warehouse: Pick<Warehouse, 'read'>, usedAfterMs: number): Promise<SessionRow[]> {
  return readRows(warehouse, storedSession, {
    // A row without a token is what is left if the session's own row was lost with a damaged part.
    sql: `SELECT session_id AS sessionId, person_id AS personId, token_hash AS tokenHash, client,
            toUnixTimestamp64Milli(created_at) AS createdAtMs, toUnixTimestamp64Milli(last_used_at) AS lastUsedAtMs
          FROM person_sessions FINAL
          WHERE token_hash != '' AND ${hasNotEnded} AND lastUsedAtMs > {usedAfterMs:Int64}
          ORDER BY created_at DESC, session_id`,
    params: { usedAfterMs },
  });
}
