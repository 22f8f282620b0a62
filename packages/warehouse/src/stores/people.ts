/** People in the warehouse. */
import { AppError } from '@footfall/errors';
import type { WorkspaceRole } from '@footfall/schemas';
import type { Warehouse } from '../driver/port.ts';
import { peopleTable, type PersonRecord, type PersonRow, readPeople } from '../schema/tables/people.ts';
import { type LinkRow, readOpenLinks } from '../schema/tables/sign-in-links.ts';
import { endLinks, mayIssue } from './link-ends.ts';
import type { PeopleBase } from './access-contents.ts';

/** The fields of a person that the person, or redeeming a link, can set. */
export interface Profile {
  name?: string | undefined;
  email?: string | undefined;
  passwordHash?: string | undefined;
}

export function peopleIn(base: PeopleBase) {
  const { warehouse, now, change } = base;
  type Patch = (before: PersonRow, all: readonly PersonRow[], links: readonly LinkRow[]) => Partial<PersonRow>;
  /** Before the person changes, ends the invitations of their address that `ends` selects, and the links that they have issued but could not issue afterwards. */
  const update = (personId: string, patch: Patch, ends: (invitation: LinkRow) => boolean) =>
    change(async () => {
      const [all, links] = await Promise.all([readPeople(warehouse), readOpenLinks(warehouse, now())]);
      const before = personOf(all, personId);
      const after = { ...before, ...patch(before, all, links) };
      const isDisowned = (link: LinkRow) => link.issuedBy === personId && !mayIssue(after, link.workspaceId);
      const isRevoked = (link: LinkRow) => link.kind === 'invitation' && link.email === before.email && ends(link);
      const ended = links.filter((link) => isDisowned(link) || isRevoked(link));
      await endLinks(warehouse, ended, now());
      return storePerson(warehouse, now(), after);
    });

  return {
    async listPeople(): Promise<PersonRecord[]> {
      return (await readPeople(warehouse)).map(toRecord);
    },
    /** Rejects with CONFLICT if somebody else has the email address, or is invited under it. */
    updatePerson: (personId: string, patch: Profile): Promise<PersonRecord> =>
      update(
        personId,
        (before, all, links) => patched(before, patch, all, links),
        () => false,
      ),
    /** Somebody who is no longer an owner loses the open invitations of their address and those that they issued as an owner. Rejects with CONFLICT if no owner would be left. */
    setOwner: (personId: string, isOwner: boolean): Promise<PersonRecord> =>
      update(
        personId,
        (before, all) => {
          if (!isOwner) requireOtherOwner(before, all);
          return { isOwner };
        },
        () => !isOwner,
      ),
    /** Replaces the person's role in a workspace, and revokes the open invitation of their address to it; null removes the role. Somebody who is no longer an admin loses the invitations that they issued. */
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

/** Inserts a new version of a person, and resolves with it. It is later than the one that it replaces, even if the clock was set back. */
export async function storePerson(
  warehouse: Pick<Warehouse, 'insert'>,
  nowMs: number,
  row: PersonRow,
): Promise<PersonRecord> {
  const next = { ...row, version: Math.max(row.version + 1, nowMs) };
  await warehouse.insert(peopleTable, [next]);
  return toRecord(next);
}

/** Returns the changes that `patch` makes to a person. Throws CONFLICT if somebody else in `all` has a new email address, or is invited under it by one of `links`. */
export function patched(
  before: PersonRow,
  patch: Profile,
  all: readonly PersonRow[],
  links: readonly LinkRow[],
): Partial<PersonRow> {
  const { name = before.name, email = before.email, passwordHash = before.passwordHash } = patch;
  if (email !== null && all.some((other) => other.email === email && other.personId !== before.personId)) {
    throw new AppError('CONFLICT', 'Somebody else has this email address');
  }
  if (email !== before.email && links.some((link) => link.kind === 'invitation' && link.email === email)) {
    throw new AppError('CONFLICT', 'Somebody else is invited under this email address');
  }
  return { name, email, passwordHash };
}

/** Returns a person's roles, with `role` as the only one in the workspace. */
export function rolesWith(
  { adminOf, viewerOf }: Pick<PersonRow, 'adminOf' | 'viewerOf'>,
  workspaceId: string,
  role: WorkspaceRole | null,
): Pick<PersonRow, 'adminOf' | 'viewerOf'> {
  const others = (ids: readonly string[]) => ids.filter((id) => id !== workspaceId);
  return {
    adminOf: role === 'admin' ? [...others(adminOf), workspaceId] : others(adminOf),
    viewerOf: role === 'viewer' ? [...others(viewerOf), workspaceId] : others(viewerOf),
  };
}

function toRecord({ version: _version, isRemoved: _isRemoved, ...person }: PersonRow): PersonRecord {
  return person;
}

function personOf(all: readonly PersonRow[], personId: string): PersonRow {
  const found = all.find((person) => person.personId === personId);
  if (!found) throw new AppError('NOT_FOUND', 'No such person');
  return found;
}

function requireOtherOwner({ personId, isOwner }: PersonRow, all: readonly PersonRow[]): void {
  if (!isOwner || all.some((other) => other.isOwner && other.personId !== personId)) return;
  throw new AppError('CONFLICT', 'This is the last owner: make somebody else owner first');
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
