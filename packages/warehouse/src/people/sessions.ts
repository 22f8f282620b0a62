/** Sessions of people in the warehouse. */
import { generateId, generateToken, hashToken, type PersonSessions, sessionIdleMsMax } from '@footfall/auth';
import type { Warehouse } from '../driver/port.ts';
import {
  readSessions,
  sessionEndsTable,
  type SessionRow,
  sessionUsesTable,
  startedSessionsTable,
} from '../schema/tables/person-sessions.ts';
import type { PeopleDeps } from './people-deps.ts';

export function sessionsIn({ warehouse, now, snapshot }: PeopleDeps): PersonSessions {
  return {
    findSession: async (tokenHash) =>
      snapshot.find(({ sessions }) => {
        const found = sessions.get(tokenHash);
        return found && found.session.lastUsedAtMs + sessionIdleMsMax > now() ? found : undefined;
      }),
    async startSession(personId, client) {
      const token = generateToken();
      const startedAtMs = now();
      const session = {
        sessionId: generateId('ses'),
        personId,
        client,
        createdAtMs: startedAtMs,
        lastUsedAtMs: startedAtMs,
      };
      await warehouse.insert(startedSessionsTable, [{ ...session, tokenHash: hashToken(token) }]);
      snapshot.forget();
      return { session, token };
    },
    async listSessions() {
      return (await readSessions(warehouse, now() - sessionIdleMsMax)).map(toRecord);
    },
    async endSessions(sessionIds) {
      await endSessions(warehouse, sessionIds, now());
      snapshot.forget();
    },
    async recordSessionUse(lastUsedMs) {
      await warehouse.insert(
        sessionUsesTable,
        [...lastUsedMs].map(([sessionId, lastUsedAtMs]) => ({ sessionId, lastUsedAtMs })),
      );
      // A shared snapshot is read again within seconds, and is needed until then if the store fails.
      if (!warehouse.isShared) snapshot.forget();
    },
  };
}

/** Ends every session of a person. */
export async function endSessionsOf(warehouse: Warehouse, personId: string, nowMs: number): Promise<void> {
  const sessions = (await readSessions(warehouse, 0)).filter((session) => session.personId === personId);
  await endSessions(
    warehouse,
    sessions.map(({ sessionId }) => sessionId),
    nowMs,
  );
}

async function endSessions(warehouse: Warehouse, sessionIds: readonly string[], endedAtMs: number): Promise<void> {
  await warehouse.insert(
    sessionEndsTable,
    sessionIds.map((sessionId) => ({ sessionId, endedAtMs })),
  );
}

function toRecord({ tokenHash: _tokenHash, ...session }: SessionRow) {
  return session;
}
