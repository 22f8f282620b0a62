/** Sessions of people: rows of one session merge column by column, so that recording a use cannot undo an end. */
import { generateId, generateToken, hashToken } from '@footfall/auth';
import { dayMs } from '@footfall/schemas';
import { z } from 'zod';
import type { Table, Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import type { StoreBase } from './store-base.ts';
import { hasNotEnded, momentsTable, time } from './stored-values.ts';

/** A session ends if it was not used for 30 days. */
export const sessionIdleMsMax = 30 * dayMs;

const storedSession = z.object({
  sessionId: z.string(),
  personId: z.string(),
  /** SHA-256 in hex. */
  tokenHash: z.string(),
  /** The browser and system that signed in. */
  client: z.string(),
  createdAtMs: z.number(),
  lastUsedAtMs: z.number(),
});
const lastUse = storedSession.pick({ personId: true, lastUsedAtMs: true });
type SessionRow = z.output<typeof storedSession>;
export type SessionRecord = Omit<SessionRow, 'tokenHash'>;

export interface StartedSession {
  session: SessionRecord;
  /** Stored only as a hash. */
  token: string;
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

export const sessionUsesTable = momentsTable('person_sessions', 'session_id', 'last_used_at');
export const sessionEndsTable = momentsTable('person_sessions', 'session_id', 'ended_at');

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

export function sessionsIn({ warehouse, now, append }: StoreBase) {
  return {
    /** Creates a session and its token, which is returned only once. */
    startSession: (personId: string, client: string): Promise<StartedSession> =>
      storeSession({ insert: append }, personId, client, now()),
    /** Lists the sessions that have not ended, newest first. */
    async listSessions(): Promise<SessionRecord[]> {
      return (await readSessions(warehouse, now() - sessionIdleMsMax)).map(toRecord);
    },
    /** Returns the time of each person's last use of a session, ended or not, in epoch milliseconds. */
    async lastUses(): Promise<ReadonlyMap<string, number>> {
      const rows = await readRows(warehouse, lastUse, {
        sql: `SELECT person_id AS personId, max(toUnixTimestamp64Milli(last_used_at)) AS lastUsedAtMs
              FROM person_sessions FINAL WHERE token_hash != '' GROUP BY person_id`,
      });
      return new Map(rows.map(({ personId, lastUsedAtMs }) => [personId, lastUsedAtMs]));
    },
    async endSessions(sessionIds: readonly string[]): Promise<void> {
      const atMs = now();
      await append(
        sessionEndsTable,
        sessionIds.map((id) => ({ id, atMs })),
      );
    },
  };
}

/** Inserts a new session, which is void until its person is stored. */
export async function storeSession(
  warehouse: Pick<Warehouse, 'insert'>,
  personId: string,
  client: string,
  startedAtMs: number,
): Promise<StartedSession> {
  const token = generateToken();
  const session = {
    sessionId: generateId('ses'),
    personId,
    client,
    createdAtMs: startedAtMs,
    lastUsedAtMs: startedAtMs,
  };
  await warehouse.insert(startedSessionsTable, [{ ...session, tokenHash: hashToken(token) }]);
  return { session, token };
}

/** Ends every session of a person but one. */
export async function endOtherSessions(
  warehouse: Warehouse,
  { personId, sessionId }: SessionRecord,
  atMs: number,
): Promise<void> {
  const all = await readSessions(warehouse, 0);
  const others = all.filter((each) => each.personId === personId && each.sessionId !== sessionId);
  await warehouse.insert(
    sessionEndsTable,
    others.map(({ sessionId: id }) => ({ id, atMs })),
  );
}

function toRecord({ tokenHash: _tokenHash, ...session }: SessionRow) {
  return session;
}
