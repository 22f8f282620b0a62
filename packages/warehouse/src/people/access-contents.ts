/** All records that decide who may read what, as the snapshot keeps it. */
import { type PersonRecord, type SessionRecord, sessionIdleMsMax, type ShareRecord } from '@footfall/auth';
import type { Warehouse } from '../driver/port.ts';
import { readPeople } from '../schema/tables/people.ts';
import { readSessions } from '../schema/tables/person-sessions.ts';
import { readShares } from '../schema/tables/shares.ts';
import { readWorkspaces } from '../schema/tables/workspaces.ts';

export interface AccessContents {
  /** Sessions by the hash of their token. */
  sessions: ReadonlyMap<string, { session: SessionRecord; person: PersonRecord }>;
  /** Each share by its ID and by its token. */
  shares: ReadonlyMap<string, ShareRecord>;
  workspaceIds: ReadonlySet<string>;
}

export async function readAccess(warehouse: Pick<Warehouse, 'read'>, now: () => number): Promise<AccessContents> {
  const [people, sessions, shares, workspaces] = await Promise.all([
    readPeople(warehouse),
    readSessions(warehouse, now() - sessionIdleMsMax),
    readShares(warehouse),
    readWorkspaces(warehouse),
  ]);
  const persons = new Map(people.map((person) => [person.personId, person]));
  const workspaceIds = new Set(workspaces.map(({ workspaceId }) => workspaceId));
  return {
    sessions: new Map(
      sessions.flatMap(({ tokenHash, ...session }) => {
        const person = persons.get(session.personId);
        return person ? [[tokenHash, { session, person }]] : [];
      }),
    ),
    shares: new Map(
      shares
        .filter(({ workspaceId }) => workspaceIds.has(workspaceId))
        .flatMap((share) => [
          [share.shareId, share],
          [share.token, share],
        ]),
    ),
    workspaceIds,
  };
}
