/** Sessions of people in the warehouse. */
import { generateId, generateToken, hashToken, isWellFormedToken } from '@footfall/auth';
import type { Warehouse } from '../driver/port.ts';
import {
  readSessions,
  sessionEndsTable,
  type SessionRecord,
  type SessionRow,
  sessionUsesTable,
  startedSessionsTable,
} from '../schema/tables/person-sessions.ts';
import { LastUses } from './last-uses.ts';
import { type PeopleBase, type SessionHolder, sessionIdleMsMax } from './access-contents.ts';

export function sessionsIn({ warehouse, now, snapshot, append }: PeopleBase) {
  const uses = new LastUses(async (lastUsedMs) => {
    await warehouse.insert(
      sessionUsesTable,
      [...lastUsedMs].map(([sessionId, lastUsedAtMs]) => ({ sessionId, lastUsedAtMs })),
    );
    // A shared snapshot is read again within seconds, and is needed until then if the store fails.
    if (!warehouse.isShared) snapshot.forget();
  });

  return {
    /** Resolves with the session of `token`; undefined if it is malformed, unknown, ended or idle for too long, or if its person is removed. */
    async findSession(token: string): Promise<SessionHolder | undefined> {
      if (!isWellFormedToken(token)) return undefined;
      const tokenHash = hashToken(token);
      const holder = await snapshot.find(({ sessions }) => {
        const found = sessions.get(tokenHash);
        return found && found.session.lastUsedAtMs + sessionIdleMsMax > now() ? found : undefined;
      });
      if (holder) uses.note(holder.session.sessionId, now());
      return holder;
    },
    /** Stores when sessions were last used since the previous successful call. */
    flushLastUsed: () => uses.flush(),
    /** Creates a session and its token, which is returned only once. */
    async startSession(personId: string, client: string): Promise<{ session: SessionRecord; token: string }> {
      const token = generateToken();
      const startedAtMs = now();
      const session = {
        sessionId: generateId('ses'),
        personId,
        client,
        createdAtMs: startedAtMs,
        lastUsedAtMs: startedAtMs,
      };
      await append(startedSessionsTable, [{ ...session, tokenHash: hashToken(token) }]);
      return { session, token };
    },
    /** Lists the sessions that have not ended, newest first. */
    async listSessions(): Promise<SessionRecord[]> {
      return (await readSessions(warehouse, now() - sessionIdleMsMax)).map(toRecord);
    },
    endSessions: (sessionIds: readonly string[]): Promise<void> => append(sessionEndsTable, endsOf(sessionIds, now())),
  };
}

/** Ends every session of a person. */
export async function endSessionsOf(warehouse: Warehouse, personId: string, nowMs: number): Promise<void> {
  const sessions = (await readSessions(warehouse, 0)).filter((session) => session.personId === personId);
  const sessionIds = sessions.map(({ sessionId }) => sessionId);
  await warehouse.insert(sessionEndsTable, endsOf(sessionIds, nowMs));
}

function endsOf(sessionIds: readonly string[], endedAtMs: number) {
  return sessionIds.map((sessionId) => ({ sessionId, endedAtMs }));
}

function toRecord({ tokenHash: _tokenHash, ...session }: SessionRow) {
  return session;
}
