/** Sessions of people in the warehouse. */
import { generateId, generateToken, hashToken, type PersonSessions, sessionIdleMsMax } from '@footfall/auth';
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
      snapshot.find(({ sessions, workspaceIds }) => {
        const found = sessions.get(tokenHash);
        if (!found || found.session.lastUsedAtMs + sessionIdleMsMax <= now()) return undefined;
        return { ...found, workspaceIds };
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
      const endedAtMs = now();
      await warehouse.insert(
        sessionEndsTable,
        sessionIds.map((sessionId) => ({ sessionId, endedAtMs })),
      );
      snapshot.forget();
    },
    recordSessionUse: (lastUsedMs) =>
      warehouse.insert(
        sessionUsesTable,
        [...lastUsedMs].map(([sessionId, lastUsedAtMs]) => ({ sessionId, lastUsedAtMs })),
      ),
  };
}

function toRecord({ tokenHash: _tokenHash, ...session }: SessionRow) {
  return session;
}
