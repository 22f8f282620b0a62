/** One-time links in the warehouse. */
import { generateId, generateToken, hashToken, isWellFormedToken } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { type PersonRecord, type PersonRow, readPeople } from '../schema/tables/people.ts';
import { issuedLinksTable, type LinkRecord, type LinkRow, readOpenLinks } from '../schema/tables/sign-in-links.ts';
import { endLinks, mayIssue } from './link-ends.ts';
import { patched, type Profile, rolesWith, storePerson } from './people.ts';
import { endSessionsOf } from './sessions.ts';
import type { PeopleBase } from './access-contents.ts';

/** The lifetime of a sign-in link, made on the server or by the owner. */
const signInLinkMs = 86_400_000;
const invitationMs = 7 * 86_400_000;
const ownerName = 'Owner';

type NewLink = Pick<LinkRecord, 'kind' | 'personId' | 'email' | 'name' | 'role' | 'workspaceId' | 'issuedBy'>;

export function signInLinksIn({ warehouse, now, change }: PeopleBase) {
  const openLinks = () => readOpenLinks(warehouse, now());
  const end = (links: readonly LinkRecord[]) => endLinks(warehouse, links, now());

  return {
    /** Creates a link and its token, which is returned only once. A new owner's link replaces an earlier one, and an invitation the open one of the same address to the same workspace. Rejects with FORBIDDEN if the issuer has just lost the right to it. */
    createLink: (input: NewLink): Promise<{ link: LinkRecord; token: string }> =>
      change(async () => {
        requireIssuer(await readPeople(warehouse), input);
        if (input.kind !== 'sign-in') {
          await end((await openLinks()).filter((link) => isReplacedBy(link, input)));
        }
        const token = generateToken();
        const createdAtMs = now();
        const expiresAtMs = createdAtMs + (input.kind === 'invitation' ? invitationMs : signInLinkMs);
        const link = { ...input, linkId: generateId('lnk'), createdAtMs, expiresAtMs };
        await warehouse.insert(issuedLinksTable, [{ ...link, tokenHash: hashToken(token) }]);
        return { link, token };
      }),
    /** Resolves with the link of a token. Rejects with UNAUTHORIZED if it is malformed, unknown, used, revoked or expired. */
    async getLink(token: string): Promise<LinkRecord> {
      // Nobody has the store read with a token that it cannot have issued.
      if (!isWellFormedToken(token)) throw unusable();
      return toRecord(linkOf(await openLinks(), token));
    },
    /** Lists the links that can still be used, newest first. */
    async listLinks(): Promise<LinkRecord[]> {
      return (await openLinks()).map(toRecord);
    },
    revokeLink: (linkId: string): Promise<void> =>
      // With `change`, so that a link is not revoked while it is redeemed.
      change(async () => {
        const link = (await openLinks()).find((each) => each.linkId === linkId);
        if (!link) throw new AppError('NOT_FOUND', 'No such invitation');
        await end([link]);
      }),
    /**
     * Redeems a link and returns the person it signs in; of several concurrent calls one succeeds. A sign-in link that somebody
     * else has issued hands the account over: it ends the person's sessions, password, other sign-in links and the links that they
     * have issued. A person's own changes nothing, except that a new password ends their sessions. `personId` is the person who is
     * already signed in: only that person can accept an invitation to their own address. Rejects with UNAUTHORIZED if the link
     * cannot be used (any more), with CONFLICT if its address belongs to somebody who is not signed in, or the profile's to
     * somebody else, who may be only invited.
     */
    redeemLink: (token: string, profile: Profile, personId: string | undefined): Promise<PersonRecord> =>
      // With `change`, so that of two concurrent uses the second finds the link ended.
      change(async () => {
        const links = await openLinks();
        const link = linkOf(links, token);
        // Its own address is free for whoever is invited.
        const others = links.filter(({ email }) => email !== link.email);
        const person = redeemedBy(link, profile, await readPeople(warehouse), others, personId, now());
        // First, because a crash right after it only costs a link, whereas a link that is ended last could be used twice.
        await end(links.filter((each) => each === link || isTakenBackBy(link, each)));
        const stored = await storePerson(warehouse, now(), person);
        // After the password, with which whoever knows the old one could sign in until then.
        if (link.kind === 'sign-in' && (isHandover(link) || profile.passwordHash !== undefined)) {
          await endSessionsOf(warehouse, person.personId, now());
        }
        return stored;
      }),
  };
}

/** Throws UNAUTHORIZED if none of the links has the token. */
function linkOf(links: readonly LinkRow[], token: string): LinkRow {
  const tokenHash = hashToken(token);
  const found = links.find((link) => link.tokenHash === tokenHash);
  if (!found) throw unusable();
  return found;
}

/** A session can be valid for seconds after its person has lost a role; a link would be valid for days. */
function requireIssuer(people: readonly PersonRow[], { issuedBy, workspaceId }: NewLink): void {
  const issuer = people.find(({ personId }) => personId === issuedBy);
  if (issuedBy === null || (issuer && mayIssue(issuer, workspaceId))) return;
  throw new AppError('FORBIDDEN', 'Only an owner or an admin of the workspace can do this');
}

/** True if both links make the first owner, or invite the same address to the same workspace: only the newer one remains open. */
function isReplacedBy(link: LinkRow, { kind, email, workspaceId }: NewLink): boolean {
  return link.kind === kind && link.email === email && link.workspaceId === workspaceId;
}

/** True for a sign-in link that somebody else has issued, who vouches for its holder, but not for whoever has used the account until now. */
function isHandover({ kind, personId, issuedBy }: LinkRow): boolean {
  return kind === 'sign-in' && personId !== issuedBy;
}

/** True if `other` signs in the person to whom `link` hands over an account, or was issued by them. */
function isTakenBackBy(link: LinkRow, other: LinkRow): boolean {
  return isHandover(link) && [other.personId, other.issuedBy].includes(link.personId);
}

/** Returns the person whom a link signs in, with the changes that it makes. */
function redeemedBy(
  link: LinkRow,
  profile: Profile,
  people: readonly PersonRow[],
  otherLinks: readonly LinkRow[],
  signedInId: string | undefined,
  nowMs: number,
): PersonRow {
  const withProfile = (person: PersonRow, given: Profile) => ({
    ...person,
    ...patched(person, given, people, otherLinks),
  });
  if (link.kind === 'sign-in') {
    const person = people.find(({ personId }) => personId === link.personId);
    if (!person) throw unusable();
    return { ...person, passwordHash: profile.passwordHash ?? (isHandover(link) ? null : person.passwordHash) };
  }
  if (link.kind === 'owner') {
    if (people.some(({ isOwner }) => isOwner)) throw unusable();
    return withProfile({ ...newPerson(nowMs), name: ownerName, isOwner: true }, profile);
  }
  const known = people.find(({ email }) => email === link.email);
  // The inviter has the link as well, and must not be able to sign in as somebody else with it.
  if (known && known.personId !== signedInId) {
    throw new AppError('CONFLICT', 'The invited person has an account: sign in first, then open the link again');
  }
  const { name, passwordHash } = profile;
  const person =
    known ??
    withProfile(newPerson(nowMs), {
      name: name ?? link.name ?? link.email ?? '',
      email: link.email ?? '',
      passwordHash,
    });
  return withRole(person, link);
}

function withRole(person: PersonRow, { role, workspaceId }: LinkRow): PersonRow {
  if (role === 'owner') return { ...person, isOwner: true };
  if (role === 'member' || workspaceId === null) return person;
  // An invitation never removes a role.
  if (role === 'viewer' && person.adminOf.includes(workspaceId)) return person;
  return { ...person, ...rolesWith(person, workspaceId, role) };
}

function newPerson(nowMs: number): PersonRow {
  return {
    personId: generateId('per'),
    version: 0,
    email: null,
    name: '',
    isOwner: false,
    adminOf: [],
    viewerOf: [],
    passwordHash: null,
    createdAtMs: nowMs,
    isRemoved: false,
  };
}

function unusable(): AppError {
  return new AppError('UNAUTHORIZED', 'This link cannot be used: it was used already, has expired, or never existed');
}

function toRecord({ tokenHash: _tokenHash, ...link }: LinkRow) {
  return link;
}
