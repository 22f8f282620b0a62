/** The redemption of one-time links, which creates people, grants roles and hands accounts over. */
import { generateId } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { type PersonRecord, type PersonRow, readPeople, rolesWith, storePerson } from './people.ts';
import { patched, type Profile } from './people-changes.ts';
import { endOtherSessions, type StartedSession, storeSession } from './sessions.ts';
import { endLinks, isSelfIssued, linkOf, type LinkRow, readOpenLinks, unusable } from './sign-in-links.ts';
import type { StoreBase } from './store-base.ts';

const ownerName = 'Owner';

export function linkRedemptionIn({ warehouse, now, change }: StoreBase) {
  return {
    /**
     * Redeems a link: starts a session of the person whom it signs in. Of several concurrent calls one succeeds. A sign-in link that
     * another person has issued hands the account over: it ends the person's other sessions, password, other sign-in links and the
     * links that they have issued. A person's own changes nothing, except that a new password ends their other sessions and own links
     * to sign in. `presentId` is the person who is already signed in: only that person can accept an invitation to their own address.
     * Rejects with UNAUTHORIZED if the link cannot be used (any more), with CONFLICT if its address belongs to a person who is not
     * signed in, or the profile's to another person or an open invitation, and with BAD_REQUEST for a password without an email address.
     */
    redeemLink: (
      linkToken: string,
      profile: Profile,
      presentId: string | undefined,
      client: string,
    ): Promise<StartedSession & { person: PersonRecord }> =>
      // With `change`, so that of two concurrent uses the second finds the link ended.
      change(async () => {
        const links = await readOpenLinks(warehouse, now());
        const link = linkOf(links, linkToken);
        // The invitation does not block its own address.
        const otherLinks = links.filter(({ email }) => email !== link.email);
        const redeemed = redeemedBy(link, profile, await readPeople(warehouse), otherLinks, presentId, now());
        const endsOthers = isHandover(link) || (link.kind === 'sign-in' && profile.passwordHash !== undefined);
        // Sessions come first, so that a link whose redemption fails here can be used again.
        const started = await storeSession(warehouse, redeemed.personId, client, now());
        if (endsOthers) await endOtherSessions(warehouse, started.session, now());
        const isDisowned = (each: LinkRow) => endsOthers && isSelfIssued(each) && each.personId === link.personId;
        const ended = links.filter((each) => each === link || isDisowned(each) || isTakenBackBy(link, each));
        // Before the person, because a crash in between only costs a link, whereas a link that is ended last could be used twice.
        await endLinks(warehouse, ended, now());
        const person = await storePerson(warehouse, now(), redeemed);
        // The old password may have started others meanwhile.
        if (endsOthers) await endOtherSessions(warehouse, started.session, now());
        return { ...started, person };
      }),
  };
}

/** Returns true for a sign-in link that another person has issued: its holder is trusted, but previous users of the account are not. */
function isHandover(link: LinkRow): boolean {
  return link.kind === 'sign-in' && !isSelfIssued(link);
}

/** Returns true if `other` signs in the person to whom `link` hands over an account, or was issued by them. */
function isTakenBackBy(link: LinkRow, other: LinkRow): boolean {
  return isHandover(link) && [other.personId, other.issuedBy].includes(link.personId);
}

/** Returns the person whom a link signs in, with the changes that it makes. */
function redeemedBy(
  link: LinkRow,
  profile: Profile,
  people: readonly PersonRow[],
  otherLinks: readonly LinkRow[],
  presentId: string | undefined,
  nowMs: number,
): PersonRow {
  const withProfile = (person: PersonRow, given: Profile) => ({
    ...person,
    ...patched(person, given, people, otherLinks),
  });
  if (link.kind === 'sign-in') {
    const person = people.find(({ personId }) => personId === link.personId);
    if (!person) throw unusable();
    const { passwordHash } = profile;
    return withProfile(isHandover(link) ? { ...person, passwordHash: null } : person, { passwordHash });
  }
  if (link.kind === 'owner') {
    if (people.some(({ isOwner }) => isOwner)) throw unusable();
    return withProfile({ ...newPerson(nowMs), name: ownerName, isOwner: true }, profile);
  }
  const known = people.find(({ email }) => email === link.email);
  // The inviter knows the link as well, and must not be able to sign in as another person with it.
  if (known && known.personId !== presentId) {
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
