/** Changes of people, which revoke the links that they make void. */
import { noSuch } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import type { WorkspaceRole } from '@footfall/schemas';
import { mayIssue, type PersonRecord, type PersonRow, readPeople, rolesWith, storePerson } from './people.ts';
import { endLinks, isSelfIssued, type LinkRow, readOpenLinks } from './sign-in-links.ts';
import { endOtherSessions, type SessionRecord } from './sessions.ts';
import type { StoreBase } from './store-base.ts';

/** The fields of a person that the person, or redeeming a link, can set. */
export interface Profile {
  name?: string | undefined;
  email?: string | undefined;
  passwordHash?: string | undefined;
}

export function peopleChangesIn({ warehouse, now, change }: StoreBase) {
  type Patch = (before: PersonRow, all: readonly PersonRow[], links: readonly LinkRow[]) => Partial<PersonRow>;
  /**
   * Before the person changes, ends the invitations of their address that `ends` selects, the links that they have issued but could not
   * issue afterwards, and with their password those that they have issued to themselves, and their sessions except `present`, if given.
   */
  const update = (personId: string, patch: Patch, ends: (invitation: LinkRow) => boolean, present?: SessionRecord) =>
    change(async () => {
      const [all, links] = await Promise.all([readPeople(warehouse), readOpenLinks(warehouse, now())]);
      const before = personOf(all, personId);
      const after = { ...before, ...patch(before, all, links) };
      const isSamePassword = after.passwordHash === before.passwordHash;
      const isKept = (link: LinkRow) => mayIssue(after, link.workspaceId) && (isSamePassword || !isSelfIssued(link));
      const isDisowned = (link: LinkRow) => link.issuedBy === personId && !isKept(link);
      const isRevoked = (link: LinkRow) => link.kind === 'invitation' && link.email === before.email && ends(link);
      const ended = links.filter((link) => isDisowned(link) || isRevoked(link));
      const endOthers = async () => {
        if (present && !isSamePassword) await endOtherSessions(warehouse, present, now());
      };
      // First, so that a change that fails here can be repeated with the old password.
      await endOthers();
      await endLinks(warehouse, ended, now());
      const stored = await storePerson(warehouse, now(), after);
      // The old password may have started others meanwhile.
      await endOthers();
      return stored;
    });

  return {
    /** With a new password, all sessions of the person end but `present`, in which they have changed it. Rejects with CONFLICT if the email address belongs to another person or to an open invitation, and with BAD_REQUEST for a password without an email address. */
    updatePerson: (personId: string, patch: Profile, present?: SessionRecord): Promise<PersonRecord> =>
      update(
        personId,
        (before, all, links) => patched(before, patch, all, links),
        () => false,
        present,
      ),
    /** A person who is no longer an owner loses the open invitations of their address and those that they issued as an owner. Rejects with CONFLICT if no owner would be left. */
    setOwner: (personId: string, isOwner: boolean): Promise<PersonRecord> =>
      update(
        personId,
        (before, all) => {
          if (!isOwner) requireOtherOwner(before, all);
          return { isOwner };
        },
        () => !isOwner,
      ),
    /** Replaces the person's role in a workspace, and revokes the open invitation of their address to it; null removes the role. A person who is no longer an admin loses the invitations that they issued. */
    setRole: (personId: string, workspaceId: string, role: WorkspaceRole | null): Promise<PersonRecord> =>
      update(
        personId,
        (before) => rolesWith(before, workspaceId, role),
        (invitation) => invitation.workspaceId === workspaceId,
      ),
    /** Ends the person's sessions, and revokes the open invitations of their address and those that they issued. Rejects with CONFLICT if no owner would be left. */
    async removePerson(personId: string): Promise<void> {
      // This row alone ends every session of the person.
      await update(
        personId,
        (before, all) => {
          requireOtherOwner(before, all);
          return { isRemoved: true, passwordHash: null };
        },
        () => true,
      );
    },
  };
}

/** Returns the changes that `patch` makes to a person. Throws CONFLICT if a new email address belongs to another person in `all`, or to an invitation in `links`, and BAD_REQUEST for a password without an email address, which could never be used. */
export function patched(
  before: PersonRow,
  patch: Profile,
  all: readonly PersonRow[],
  links: readonly LinkRow[],
): Partial<PersonRow> {
  const { name = before.name, email = before.email, passwordHash = before.passwordHash } = patch;
  if (email !== null && all.some((other) => other.email === email && other.personId !== before.personId)) {
    throw new AppError('CONFLICT', 'Another person has this email address');
  }
  if (email !== before.email && links.some((link) => link.kind === 'invitation' && link.email === email)) {
    throw new AppError('CONFLICT', 'Another person is invited under this email address');
  }
  if (email === null && patch.passwordHash !== undefined) {
    throw new AppError('BAD_REQUEST', 'email is required with a password');
  }
  return { name, email, passwordHash };
}

function personOf(all: readonly PersonRow[], personId: string): PersonRow {
  const found = all.find((person) => person.personId === personId);
  if (!found) throw noSuch('person', personId);
  return found;
}

function requireOtherOwner({ personId, isOwner }: PersonRow, all: readonly PersonRow[]): void {
  if (!isOwner || all.some((other) => other.isOwner && other.personId !== personId)) return;
  throw new AppError('CONFLICT', 'This is the last owner: make another person owner first');
}
