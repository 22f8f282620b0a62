/** All records that decide who may read what, as the snapshot keeps it. */
import type { WorkspaceRole } from '@footfall/schemas';
import type { Warehouse } from '../driver/port.ts';
import type { StoreBase } from './store-base.ts';
import { type PersonRecord, readPeople } from '../schema/tables/people.ts';
import { readSessions, type SessionRecord } from '../schema/tables/person-sessions.ts';
import { readShares, type ShareRecord } from '../schema/tables/shares.ts';
import { readWorkspaces } from '../schema/tables/workspaces.ts';

/** A session ends if it was not used for 30 days. */
export const sessionIdleMsMax = 30 * 86_400_000;

/** Roles by the ID of the workspace. */
export type Roles = ReadonlyMap<string, 'owner' | WorkspaceRole>;

/** A session with its person, and their roles in workspaces that exist. */
export interface SessionHolder {
  session: SessionRecord;
  person: PersonRecord;
  roles: Roles;
}

export interface AccessContents {
  /** Sessions by the hash of their token. */
  sessions: ReadonlyMap<string, SessionHolder>;
  /** Each share by its ID and by its token. */
  shares: ReadonlyMap<string, ShareRecord>;
}

export type PeopleBase = StoreBase<AccessContents>;

export async function readAccess(warehouse: Pick<Warehouse, 'read'>, now: () => number): Promise<AccessContents> {
  const [people, sessions, shares, workspaces] = await Promise.all([
    readPeople(warehouse),
    readSessions(warehouse, now() - sessionIdleMsMax),
    readShares(warehouse),
    readWorkspaces(warehouse),
  ]);
  const workspaceIds = new Set(workspaces.map(({ workspaceId }) => workspaceId));
  const ofOwners: Roles = new Map([...workspaceIds].map((id) => [id, 'owner'] as const));
  const persons = new Map(
    people.map((person) => {
      const roles = person.isOwner ? ofOwners : rolesOf(person, workspaceIds);
      return [person.personId, { person, roles }] as const;
    }),
  );
  return {
    sessions: new Map(
      sessions.flatMap(({ tokenHash, ...session }) => {
        const found = persons.get(session.personId);
        return found ? [[tokenHash, { session, ...found }]] : [];
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
  };
}

/** Returns the roles of a person who is not an owner in those of the workspaces in which they have one. */
function rolesOf({ adminOf, viewerOf }: PersonRecord, workspaceIds: ReadonlySet<string>): Roles {
  const all = [...viewerOf.map((id) => [id, 'viewer'] as const), ...adminOf.map((id) => [id, 'admin'] as const)];
  return new Map(all.filter(([id]) => workspaceIds.has(id)));
}
