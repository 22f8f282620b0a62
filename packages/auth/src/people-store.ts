/** Where people, their sessions, one-time links and shares are kept; the warehouse implements it. */
import type { WorkspaceRole } from '@footfall/schemas';

/** A session ends when it was not used for 30 days. */
export const sessionIdleMsMax = 30 * 86_400_000;
/** A link that signs somebody in who has the machine, or that the owner has made. */
export const signInLinkMs = 86_400_000;
export const invitationMs = 7 * 86_400_000;

export interface PersonRecord {
  personId: string;
  /** Lower case; null until the owner has named one. */
  email: string | null;
  name: string;
  isOwner: boolean;
  /** IDs of workspaces; some may be deleted. */
  adminOf: readonly string[];
  viewerOf: readonly string[];
  /** As `hashPassword` returns it. */
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

/** The owner's link makes the first owner, an invitation a person with its role, and a sign-in link signs in a person who exists. */
export const linkKinds = ['owner', 'invitation', 'sign-in'] as const;
export type LinkKind = (typeof linkKinds)[number];
export const linkRoles = ['owner', 'admin', 'viewer', 'member'] as const;

export interface LinkRecord {
  linkId: string;
  kind: LinkKind;
  /** Of a sign-in link. */
  personId: string | null;
  email: string | null;
  name: string | null;
  role: (typeof linkRoles)[number];
  /** Of an invitation as admin or viewer. */
  workspaceId: string | null;
  createdAtMs: number;
  expiresAtMs: number;
}

export interface ShareRecord {
  shareId: string;
  workspaceId: string;
  /** In the clear: people copy the link again. */
  token: string;
  /** What grants are signed with. */
  secret: string;
  name: string;
  passwordHash: string | null;
  createdAtMs: number;
  expiresAtMs: number | null;
}

/** A session with the person it is of, and the workspaces that there are. */
export interface SessionHolder {
  session: SessionRecord;
  person: PersonRecord;
  workspaceIds: ReadonlySet<string>;
}

/** What redeeming a link adds about the person. */
export interface Profile {
  name?: string | undefined;
  email?: string | undefined;
  passwordHash?: string | undefined;
}

export type PersonPatch = Profile;

export interface People {
  listPeople(): Promise<PersonRecord[]>;
  /** Rejects with CONFLICT when somebody else has the email address. */
  updatePerson(personId: string, patch: PersonPatch): Promise<PersonRecord>;
  /** Rejects with CONFLICT when nobody would be owner any more. */
  setOwner(personId: string, isOwner: boolean): Promise<PersonRecord>;
  /** Gives the person one role in a workspace in place of another; with null none. */
  setRole(personId: string, workspaceId: string, role: WorkspaceRole | null): Promise<PersonRecord>;
  /** Ends the person's sessions. Rejects with CONFLICT when nobody would be owner any more. */
  removePerson(personId: string): Promise<void>;
}

export interface PersonSessions {
  /** The session behind the hash of a token; undefined when unknown, ended or idle for too long, or its person is removed. */
  findSession(tokenHash: string): Promise<SessionHolder | undefined>;
  /** A new session, and its token, which is seen this one time. */
  startSession(personId: string, client: string): Promise<{ session: SessionRecord; token: string }>;
  /** Those that have not ended, newest first. */
  listSessions(): Promise<SessionRecord[]>;
  endSessions(sessionIds: readonly string[]): Promise<void>;
  /** Records when sessions were last used: sessionId to epoch milliseconds. */
  recordSessionUse(lastUsedMs: ReadonlyMap<string, number>): Promise<void>;
}

export interface SignInLinks {
  /** A link, and its token, which is seen this one time. A new owner's link replaces an earlier one. */
  createLink(
    link: Pick<LinkRecord, 'kind' | 'personId' | 'email' | 'name' | 'role' | 'workspaceId'>,
  ): Promise<{ link: LinkRecord; token: string }>;
  /** The link behind the hash of a token; undefined when unknown, used, revoked or expired. */
  findLink(tokenHash: string): Promise<LinkRecord | undefined>;
  /** Links that can still be used, newest first. */
  listLinks(): Promise<LinkRecord[]>;
  revokeLink(linkId: string): Promise<void>;
  /**
   * Uses a link up and returns whom it signs in; of several calls at the same time one succeeds. `personId` is whoever is
   * signed in already: only that person can accept an invitation to their own address. Rejects with UNAUTHORIZED when
   * the link cannot be used (any more), with CONFLICT when its address belongs to somebody who is not signed in, or the
   * profile's to somebody else.
   */
  redeemLink(tokenHash: string, profile: Profile, personId: string | undefined): Promise<PersonRecord>;
}

export interface Shares {
  /** Undefined when unknown, revoked or expired, or its workspace is deleted. */
  findShare(shareId: string): Promise<ShareRecord | undefined>;
  findShareByToken(token: string): Promise<ShareRecord | undefined>;
  createShare(share: Pick<ShareRecord, 'workspaceId' | 'name' | 'passwordHash' | 'expiresAtMs'>): Promise<ShareRecord>;
  /** Those that were not revoked, oldest first. */
  listShares(): Promise<ShareRecord[]>;
  revokeShare(shareId: string): Promise<void>;
}

/** All methods reject with UNAVAILABLE when the store does not answer; those that name something that is not there, with NOT_FOUND. */
export interface PeopleStore extends People, PersonSessions, SignInLinks, Shares {
  /** Called when another process has changed something: what is remembered counts no more. */
  forget(): void;
}

/** The person's role in a workspace; undefined for none. */
export function roleIn(person: PersonRecord, workspaceId: string): 'owner' | WorkspaceRole | undefined {
  if (person.isOwner) return 'owner';
  if (person.adminOf.includes(workspaceId)) return 'admin';
  return person.viewerOf.includes(workspaceId) ? 'viewer' : undefined;
}
