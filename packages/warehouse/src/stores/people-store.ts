/** The store of people, their sessions, one-time links and shares. Requests look up sessions and shares in memory. */
import { hashToken, isWellFormedToken } from '@footfall/auth';
import type { WorkspaceRole } from '@footfall/schemas';
import type { Warehouse } from '../driver/port.ts';
import { LastUses } from './last-uses.ts';
import { linkRedemptionIn } from './link-redemption.ts';
import { peopleIn, type PersonRecord, readPeople } from './people.ts';
import { peopleChangesIn } from './people-changes.ts';
import { readSessions, sessionIdleMsMax, type SessionRecord, sessionsIn, sessionUsesTable } from './sessions.ts';
import { readShares, type ShareRecord, sharesIn } from './shares.ts';
import { signInLinksIn } from './sign-in-links.ts';
import type { Snapshot } from './snapshot.ts';
import { createStoreBase, type StoreBase } from './store-base.ts';
import { readWorkspaces } from './workspaces.ts';

/** All methods reject with UNAVAILABLE if the store does not respond, and with NOT_FOUND if they name something that does not exist. */
export interface PeopleStore extends ReturnType<typeof createPeopleStore> {}

/** Roles by the ID of the workspace. */
export type Roles = ReadonlyMap<string, 'owner' | WorkspaceRole>;

/** A session with its person, and their roles in workspaces that exist. */
export interface SessionHolder {
  session: SessionRecord;
  person: PersonRecord;
  roles: Roles;
}

/** All records that determine read access. */
interface Access {
  /** Sessions by the hash of their token. */
  sessions: ReadonlyMap<string, SessionHolder>;
  /** Each share by its ID and by its token. */
  shares: ReadonlyMap<string, ShareRecord>;
}

/** Returns the people store in `warehouse`. Create one per process. */
export function createPeopleStore(warehouse: Warehouse, now: () => number) {
  const { base, snapshot } = createStoreBase(warehouse, now, 'people', () => readAccess(warehouse, now));
  return {
    ...accessIn(base, snapshot),
    ...peopleIn(base),
    ...peopleChangesIn(base),
    ...sessionsIn(base),
    ...signInLinksIn(base),
    ...linkRedemptionIn(base),
    ...sharesIn(base),
    /** Clears the cache: called when another process has changed something. */
    forget: () => snapshot.forget(),
    /** Reads again after the key store of this process has changed a workspace. Resolves once lookups see that. Never rejects. */
    renew: () => snapshot.renew(),
  };
}

function accessIn({ warehouse, now }: StoreBase, snapshot: Snapshot<Access>) {
  const uses = new LastUses(async (each) => {
    await warehouse.insert(sessionUsesTable, each);
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
    /** Resolves with undefined if unknown, revoked or expired, or if its workspace is deleted. */
    findShare: async (idOrToken: string): Promise<ShareRecord | undefined> =>
      snapshot.find(({ shares }) => {
        const share = shares.get(idOrToken);
        return share && (share.expiresAtMs === null || share.expiresAtMs > now()) ? share : undefined;
      }),
  };
}

async function readAccess(warehouse: Pick<Warehouse, 'read'>, now: () => number): Promise<Access> {
  const [people, sessions, shares, workspaces] = await Promise.all([
    readPeople(warehouse),
    readSessions(warehouse, now() - sessionIdleMsMax),
    readShares(warehouse),
    readWorkspaces(warehouse),
  ]);
  const workspaceIds = new Set(workspaces.map(({ workspaceId }) => workspaceId));
  const ofOwners: Roles = new Map([...workspaceIds].map((id) => [id, 'owner'] as const));
  const byPersonId = new Map(
    people.map((person) => {
      const roles = person.isOwner ? ofOwners : rolesOf(person, workspaceIds);
      return [person.personId, { person, roles }] as const;
    }),
  );
  return {
    sessions: new Map(
      sessions.flatMap(({ tokenHash, ...session }) => {
        const found = byPersonId.get(session.personId);
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
