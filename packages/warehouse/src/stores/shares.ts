/** Shares: links that give read access to a workspace without signing in. */
import { generateId, generateToken, noSuch } from '@footfall/auth';
import { z } from 'zod';
import type { Table, Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import type { StoreBase } from './store-base.ts';
import { bounded, hasNotEnded, momentsTable, optionalText, storedEnd, time } from './stored-values.ts';

const filterTexts = z.array(z.string());

const storedShare = z.object({
  shareId: z.string(),
  workspaceId: z.string(),
  /** Stored in plain text, because people copy the link again. */
  token: z.string(),
  /** The key that signs grants. */
  secret: z.string(),
  name: z.string(),
  passwordHash: optionalText,
  /** Filters, as the analytics API writes them, that restrict every result for its visitors; sorted. */
  filters: z.string().transform((text) => filterTexts.parse(text === '' ? [] : JSON.parse(text))),
  createdAtMs: z.number(),
  expiresAtMs: storedEnd,
});
export type ShareRecord = z.output<typeof storedShare>;

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

export const shareEndsTable = momentsTable('shares', 'share_id', 'ended_at');

/** Selects the shares that were not revoked, oldest first; includes expired ones. */
export function readShares(warehouse: Pick<Warehouse, 'read'>): Promise<ShareRecord[]> {
  return readRows(warehouse, storedShare, {
    sql: `SELECT share_id AS shareId, workspace_id AS workspaceId, token, secret, name, password_hash AS passwordHash, filters,
            toUnixTimestamp64Milli(created_at) AS createdAtMs, toUnixTimestamp64Milli(expires_at) AS expiresAtMs
          FROM shares FINAL
          WHERE ${hasNotEnded}
          ORDER BY created_at, share_id`,
  });
}

export function sharesIn({ warehouse, now, append }: StoreBase) {
  return {
    async createShare(
      input: Pick<ShareRecord, 'workspaceId' | 'name' | 'passwordHash' | 'filters' | 'expiresAtMs'>,
    ): Promise<ShareRecord> {
      const share: ShareRecord = {
        ...input,
        shareId: generateId('shr'),
        token: generateToken(),
        secret: generateToken(),
        createdAtMs: now(),
      };
      await append(issuedSharesTable, [share]);
      return share;
    },
    /** Lists the shares that were not revoked, oldest first. */
    listShares: (): Promise<ShareRecord[]> => readShares(warehouse),
    async revokeShare(shareId: string): Promise<void> {
      const known = (await readShares(warehouse)).some((share) => share.shareId === shareId);
      if (!known) throw noSuch('share', shareId);
      await append(shareEndsTable, [{ id: shareId, atMs: now() }]);
    },
  };
}
