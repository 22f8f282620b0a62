/** The table of shares. */
import { z } from 'zod';
import type { Table, Warehouse } from '../../driver/port.ts';
import { readRows } from '../../driver/read-rows.ts';
import { bounded, hasNotEnded, optionalText, storedEnd, time } from './stored-values.ts';

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

export const issuedSharesTable: Table<ShareRecord> = {
  name: 'shares',
  columns: [
    { name: 'share_id', type: 'String', value: (row) => row.shareId },
    { name: 'workspace_id', type: 'String', value: (row) => row.workspaceId },
    { name: 'token', type: 'String', value: (row) => row.token },
    { name: 'secret', type: 'String', value: (row) => row.secret },
    { name: 'name', type: 'String', value: (row) => row.name },
    { name: 'password_hash', type: 'String', value: (row) => row.passwordHash ?? '' },
    { name: 'filters', type: 'String', value: (row) => (row.filters.length > 0 ? JSON.stringify(row.filters) : '') },
    { name: 'created_at', type: time, value: (row) => row.createdAtMs },
    { name: 'expires_at', type: time, value: (row) => bounded(row.expiresAtMs) },
  ],
};

export const shareEndsTable: Table<{ shareId: string; endedAtMs: number }> = {
  name: 'shares',
  columns: [
    { name: 'share_id', type: 'String', value: (row) => row.shareId },
    { name: 'ended_at', type: time, value: (row) => bounded(row.endedAtMs) },
  ],
};

const filterTexts = z.array(z.string());

const storedShare = z.object({
  shareId: z.string(),
  workspaceId: z.string(),
  token: z.string(),
  secret: z.string(),
  name: z.string(),
  passwordHash: optionalText,
  filters: z.string().transform((text) => filterTexts.parse(text === '' ? [] : JSON.parse(text))),
  createdAtMs: z.number(),
  expiresAtMs: storedEnd,
});

/** Selects the shares that were not revoked, oldest first; includes expired ones. */
export function readShares(warehouse: Pick<Warehouse, 'read'>): Promise<ShareRecord[]> {
  return readRows(warehouse, storedShare, {
    sql: `SELECT share_id AS shareId, workspace_id AS workspaceId, token, secret, name, password_hash AS passwordHash, filters,
            toUnixTimestamp64Milli(created_at) AS createdAtMs, toUnixTimestamp64Milli(expires_at) AS expiresAtMs
          FROM shares FINAL
          WHERE token != '' AND ${hasNotEnded}
          ORDER BY created_at, share_id`,
  });
}
