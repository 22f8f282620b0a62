/** The table of one-time links. */
import { z } from 'zod';
import type { Table, Warehouse } from '../../driver/port.ts';
import { readRows } from '../../driver/read-rows.ts';
import { bounded, hasNotEnded, optionalText, time } from './stored-values.ts';

/** The owner's link makes the first owner, an invitation adds a person with a role, and a sign-in link signs in an existing person. */
const linkKinds = ['owner', 'invitation', 'sign-in'] as const;
type LinkKind = (typeof linkKinds)[number];
const linkRoles = ['owner', 'admin', 'viewer', 'member'] as const;

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
  /** The ID of the person who issued it; null for the admin token, the socket and the first start. */
  issuedBy: string | null;
  createdAtMs: number;
  expiresAtMs: number;
}

export interface LinkRow extends LinkRecord {
  /** SHA-256 in hex. */
  tokenHash: string;
}

export const issuedLinksTable: Table<LinkRow> = {
  name: 'sign_in_links',
  columns: [
    { name: 'link_id', type: 'String', value: (row) => row.linkId },
    { name: 'token_hash', type: 'String', value: (row) => row.tokenHash },
    { name: 'kind', type: 'String', value: (row) => row.kind },
    { name: 'person_id', type: 'String', value: (row) => row.personId ?? '' },
    { name: 'email', type: 'String', value: (row) => row.email ?? '' },
    { name: 'name', type: 'String', value: (row) => row.name ?? '' },
    { name: 'role', type: 'String', value: (row) => row.role },
    { name: 'workspace_id', type: 'String', value: (row) => row.workspaceId ?? '' },
    { name: 'issued_by', type: 'String', value: (row) => row.issuedBy ?? '' },
    { name: 'created_at', type: time, value: (row) => row.createdAtMs },
    { name: 'expires_at', type: time, value: (row) => bounded(row.expiresAtMs) },
  ],
};

/** A link ends when it is used, revoked, or replaced by a newer one, and when its issuer could no longer issue it. */
export const linkEndsTable: Table<{ linkId: string; endedAtMs: number }> = {
  name: 'sign_in_links',
  columns: [
    { name: 'link_id', type: 'String', value: (row) => row.linkId },
    { name: 'ended_at', type: time, value: (row) => bounded(row.endedAtMs) },
  ],
};

const storedLink = z.object({
  linkId: z.string(),
  tokenHash: z.string(),
  kind: z.enum(linkKinds),
  personId: optionalText,
  email: optionalText,
  name: optionalText,
  role: z.enum(linkRoles),
  workspaceId: optionalText,
  issuedBy: optionalText,
  createdAtMs: z.number(),
  expiresAtMs: z.number(),
});

/** Selects the links that can still be used at `nowMs`, newest first. Those to a workspace end with it. */
export function readOpenLinks(warehouse: Pick<Warehouse, 'read'>, nowMs: number): Promise<LinkRow[]> {
  return readRows(warehouse, storedLink, {
    sql: `SELECT link_id AS linkId, token_hash AS tokenHash, kind, person_id AS personId, email, name, role,
            workspace_id AS workspaceId, issued_by AS issuedBy, toUnixTimestamp64Milli(created_at) AS createdAtMs,
            toUnixTimestamp64Milli(expires_at) AS expiresAtMs
          FROM sign_in_links FINAL
          WHERE token_hash != '' AND ${hasNotEnded} AND expiresAtMs > {nowMs:Int64}
            AND workspace_id NOT IN (SELECT workspace_id FROM workspace_deletions)
          ORDER BY created_at DESC, link_id`,
    params: { nowMs },
  });
}
