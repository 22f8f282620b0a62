/** One-time links in the warehouse. */
import {
  generateId,
  generateToken,
  hashToken,
  invitationMs,
  type LinkRecord,
  type Profile,
  type SignInLinks,
  signInLinkMs,
} from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { type PersonRow, readPeople } from '../schema/tables/people.ts';
import { issuedLinksTable, type LinkRow, readOpenLinks } from '../schema/tables/sign-in-links.ts';
import { endLinks } from './link-ends.ts';
import { patched, rolesWith, storePerson } from './people.ts';
import type { PeopleDeps } from './people-deps.ts';
import { endSessionsOf } from './sessions.ts';

const ownerName = 'Owner';

export function signInLinksIn({ warehouse, now, change }: PeopleDeps): SignInLinks {
  const openLinks = () => readOpenLinks(warehouse, now());
  const end = (links: readonly LinkRecord[]) => endLinks(warehouse, links, now());

  return {
    createLink: (input) =>
      change(async () => {
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
    async findLink(tokenHash) {
      const found = (await openLinks()).find((link) => link.tokenHash === tokenHash);
      return found && toRecord(found);
    },
    async listLinks() {
      return (await openLinks()).map(toRecord);
    },
    async revokeLink(linkId) {
      const link = (await openLinks()).find((each) => each.linkId === linkId);
      if (!link) throw new AppError('NOT_FOUND', 'No such invitation');
      await end([link]);
    },
    // With `change`, so that of two concurrent uses the second finds the link ended.
    redeemLink: (tokenHash, profile, personId) =>
      change(async () => {
        const links = await openLinks();
        const link = links.find((each) => each.tokenHash === tokenHash);
        if (!link) throw unusable();
        // Its own address is free for whoever is invited.
        const others = links.filter(({ email }) => email !== link.email);
        const person = redeemedBy(link, profile, await readPeople(warehouse), others, personId, now());
        // First, because a crash right after it only costs a link, whereas a link that is ended last could be used twice.
        await end([link]);
        // Whoever knew the old password may have signed in with it.
        if (link.kind === 'sign-in' && profile.passwordHash !== undefined) {
          await endSessionsOf(warehouse, person.personId, now());
        }
        return storePerson(warehouse, now(), person);
      }),
  };
}

/** True if both links make the first owner, or invite the same address to the same workspace: only the newer one remains open. */
function isReplacedBy(link: LinkRow, { kind, email, workspaceId }: Parameters<SignInLinks['createLink']>[0]): boolean {
  return link.kind === kind && link.email === email && link.workspaceId === workspaceId;
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
    return { ...person, passwordHash: profile.passwordHash ?? person.passwordHash };
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
