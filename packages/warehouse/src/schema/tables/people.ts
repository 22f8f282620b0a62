/** The table of people. */
import { z } from 'zod';
import type { Table, Warehouse } from '../../driver/port.ts';
import { readRows } from '../../driver/read-rows.ts';
import { optionalText, time } from './stored-values.ts';

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

/** One state of a person; the highest version counts. */
export interface PersonRow extends PersonRecord {
  version: number;
  isRemoved: boolean;
}

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

const storedPerson = z.object({
  personId: z.string(),
  version: z.number(),
  email: optionalText,
  name: z.string(),
  isOwner: z.boolean(),
  adminOf: z.array(z.string()),
  viewerOf: z.array(z.string()),
  passwordHash: optionalText,
  createdAtMs: z.number(),
  isRemoved: z.boolean(),
});

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
