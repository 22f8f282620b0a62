/** The store of people, their sessions, one-time links and shares; the warehouse implements it. */
import type { WorkspaceRole } from '@footfall/schemas';

/** A session ends if it was not used for 30 days. */
export const sessionIdleMsMax = 30 * 86_400_000;
/** The lifetime of a sign-in link, made on the server or by the owner. */
export const signInLinkMs = 86_400_000;
export const invitationMs = 7 * 86_400_000;

export interface PersonRecord {
  personId: string;
  /** Lower case; null until the owner has set one. */
  email: string | null;
  name: string;
  isOwner: boolean;
  /** IDs of workspaces; some may have been deleted. */
  adminOf: readonly string[];
  viewerOf: readonly string[];
  /** The result of `hashPassword`. */
  passwordHash: string | null;
  /** Epoch milliseconds, like all times here. */
  createdAtMs: number;
}

export interface SessionRecord {
  sessionId: string;
  personId: string;
  /** The browser and system that signed in. */
  client: string;
  createdAtMs: number;
  lastUsedAtMs: number;
}

/** The owner's link makes the first owner, an invitation adds a person with a role, and a sign-in link signs in an existing person. */
export const linkKinds = ['owner', 'invitation', 'sign-in'] as const;
export type LinkKind = (typeof linkKinds)[number];
export const linkRoles = ['owner', 'admin', 'viewer', 'member'] as const;

export interface LinkRecord {
  linkId: string;
  kind: LinkKind;
  /** Only for a sign-in link. */
  personId: string | null;
  email: string | null;
  name: string | null;
  role: (typeof linkRoles)[number];
  /** Only for an invitation as admin or viewer. */
  workspaceId: string | null;
  createdAtMs: number;
  expiresAtMs: number;
}

export interface ShareRecord {
  shareId: string;
  workspaceId: string;
  /** Stored in plain text, because people copy the link again. */
  token: string;
  /** The key that signs grants. */
  secret: string;
  name: string;
  passwordHash: string | null;
  /** Filters, as the analytics API writes them, that narrow every answer to its visitors; sorted. */
  filters: string[];
  createdAtMs: number;
  expiresAtMs: number | null;
}

/** Roles by the ID of the workspace. */
export type Roles = ReadonlyMap<string, 'owner' | WorkspaceRole>;

/** A session with its person, and their roles in workspaces that exist. */
export interface SessionHolder {
  session: SessionRecord;
  person: PersonRecord;
  roles: Roles;
}

/** The fields of a person that the person, or redeeming a link, can set. */
export interface Profile {
  name?: string | undefined;
  email?: string | undefined;
  passwordHash?: string | undefined;
}

export interface People {
  listPeople(): Promise<PersonRecord[]>;
  /** Rejects with CONFLICT if somebody else has the email address, or is invited under it. */
  updatePerson(personId: string, patch: Profile): Promise<PersonRecord>;
  /** Somebody who is no longer an owner loses the open invitations of their address. Rejects with CONFLICT if no owner would be left. */
  setOwner(personId: string, isOwner: boolean): Promise<PersonRecord>;
  /** Replaces the person's role in a workspace, and revokes the open invitation of their address to it; null removes the role. */
  setRole(personId: string, workspaceId: string, role: WorkspaceRole | null): Promise<PersonRecord>;
  /** Ends the person's sessions, and revokes the open invitations of their address. Rejects with CONFLICT if no owner would be left. */
  removePerson(personId: string): Promise<void>;
}

export interface PersonSessions {
  /** Resolves with the session for the hash of a token; undefined if unknown, ended or idle for too long, or if its person is removed. */
  findSession(tokenHash: string): Promise<SessionHolder | undefined>;
  /** Creates a session and its token, which is returned only once. */
  startSession(personId: string, client: string): Promise<{ session: SessionRecord; token: string }>;
  /** Lists the sessions that have not ended, newest first. */
  listSessions(): Promise<SessionRecord[]>;
  endSessions(sessionIds: readonly string[]): Promise<void>;
  /** Records when sessions were last used: sessionId to epoch milliseconds. */
  recordSessionUse(lastUsedMs: ReadonlyMap<string, number>): Promise<void>;
}

export interface SignInLinks {
  /** Creates a link and its token, which is returned only once. A new owner's link replaces an earlier one, and an invitation the open one of the same address to the same workspace. */
  createLink(
    link: Pick<LinkRecord, 'kind' | 'personId' | 'email' | 'name' | 'role' | 'workspaceId'>,
  ): Promise<{ link: LinkRecord; token: string }>;
  /** Resolves with the link for the hash of a token; undefined if unknown, used, revoked or expired. */
  findLink(tokenHash: string): Promise<LinkRecord | undefined>;
  /** Lists the links that can still be used, newest first. */
  listLinks(): Promise<LinkRecord[]>;
  revokeLink(linkId: string): Promise<void>;
  /**
   * Redeems a link and returns the person it signs in; of several concurrent calls one succeeds. With a password, a sign-in link
   * replaces the password of its person, and ends their sessions. `personId` is the person who is already signed in: only that
   * person can accept an invitation to their own address. Rejects with UNAUTHORIZED if the link cannot be used (any more), with
   * CONFLICT if its address belongs to somebody who is not signed in, or the profile's to somebody else, who may be only invited.
   */
  redeemLink(tokenHash: string, profile: Profile, personId: string | undefined): Promise<PersonRecord>;
}

export interface Shares {
  /** Undefined if unknown, revoked or expired, or if its workspace is deleted. */
  findShare(idOrToken: string): Promise<ShareRecord | undefined>;
  createShare(
    share: Pick<ShareRecord, 'workspaceId' | 'name' | 'passwordHash' | 'filters' | 'expiresAtMs'>,
  ): Promise<ShareRecord>;
  /** Lists the shares that were not revoked, oldest first. */
  listShares(): Promise<ShareRecord[]>;
  revokeShare(shareId: string): Promise<void>;
}

/** All methods reject with UNAVAILABLE if the store does not respond, and with NOT_FOUND if they name something that does not exist. */
export interface PeopleStore extends People, PersonSessions, SignInLinks, Shares {
  /** Clears the cache: called when another process has changed something, or the key store a workspace. */
  forget(): void;
}

/** Returns the person's role in a workspace; undefined for none. */
export function roleIn(person: PersonRecord, workspaceId: string): 'owner' | WorkspaceRole | undefined {
  return person.isOwner ? 'owner' : ownRoleIn(person, workspaceId);
}

/** Returns the role that a person has in the workspace itself; an owner need not have one. */
export function ownRoleIn({ adminOf, viewerOf }: PersonRecord, workspaceId: string): WorkspaceRole | undefined {
  if (adminOf.includes(workspaceId)) return 'admin';
  return viewerOf.includes(workspaceId) ? 'viewer' : undefined;
}
