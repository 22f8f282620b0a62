/** People and their roles. */
import type { WorkspaceRole } from '@footfall/schemas';
import { z } from 'zod';
import type { Table, Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import type { StoreBase } from './store-base.ts';
import { optionalText, time } from './stored-values.ts';

const storedPerson = z.object({
  personId: z.string(),
  version: z.number(),
  /** Lower case; null until the owner has set one. */
  email: optionalText,
  name: z.string(),
  isOwner: z.boolean(),
  /** IDs of workspaces; some may have been deleted. */
  adminOf: z.array(z.string()),
  viewerOf: z.array(z.string()),
  /** The result of `hashPassword`. */
  passwordHash: optionalText,
  /** Epoch milliseconds, like all times here. */
  createdAtMs: z.number(),
  isRemoved: z.boolean(),
});

/** One state of a person; the highest version counts. */
export type PersonRow = z.output<typeof storedPerson>;
export type PersonRecord = Omit<PersonRow, 'version' | 'isRemoved'>;

export const peopleTable: Table<PersonRow> = {
  name: 'people',
  columns: [
    { name: 'person_id', type: 'String', value: (row) => row.personId },
    { name: 'version', type: 'UInt64', value: (row) => row.version },
    { name: 'email', type: 'String', value: (row) => row.email ?? '' },
    { name: 'name', type: 'String', value: (row) => row.name },
    { name: 'is_owner', type: 'Bool', value: (row) => row.isOwner },
    { name: 'admin_of', type: 'Array(String)', value: (row) => row.adminOf },
    { name: 'viewer_of', type: 'Array(String)', value: (row) => row.viewerOf },
    { name: 'password_hash', type: 'String', value: (row) => row.passwordHash ?? '' },
    { name: 'created_at', type: time, value: (row) => row.createdAtMs },
    { name: 'is_removed', type: 'Bool', value: (row) => row.isRemoved },
  ],
};

/** Selects the people who were not removed, oldest first. */
export function readPeople(warehouse: Pick<Warehouse, 'read'>): Promise<PersonRow[]> {
  return readRows(warehouse, storedPerson, {
    sql: `SELECT person_id AS personId, version, email, name, is_owner AS isOwner, admin_of AS adminOf,
            viewer_of AS viewerOf, password_hash AS passwordHash, toUnixTimestamp64Milli(created_at) AS createdAtMs,
            is_removed AS isRemoved
          FROM people FINAL
          WHERE NOT is_removed
          ORDER BY created_at, person_id`,
  });
}

export function peopleIn({ warehouse }: StoreBase) {
  return {
    async listPeople(): Promise<PersonRecord[]> {
      return (await readPeople(warehouse)).map(toRecord);
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

/** Returns the person's role in a workspace; undefined for none. */
export function roleIn(person: PersonRecord, workspaceId: string): 'owner' | WorkspaceRole | undefined {
  return person.isOwner ? 'owner' : ownRoleIn(person, workspaceId);
}

/** Returns the role that was granted to a person in the workspace; an owner need not have one. */
export function ownRoleIn({ adminOf, viewerOf }: PersonRecord, workspaceId: string): WorkspaceRole | undefined {
  if (adminOf.includes(workspaceId)) return 'admin';
  return viewerOf.includes(workspaceId) ? 'viewer' : undefined;
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

/** Returns true if a person may issue links to a workspace; null stands for the whole installation. */
export function mayIssue({ isRemoved, isOwner, adminOf }: PersonRow, workspaceId: string | null): boolean {
  return !isRemoved && (isOwner || (workspaceId !== null && adminOf.includes(workspaceId)));
}

function toRecord({ version: _version, isRemoved: _isRemoved, ...person }: PersonRow): PersonRecord {
  return person;
}
