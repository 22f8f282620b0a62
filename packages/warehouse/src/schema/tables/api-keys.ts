/** The table of keys: rows of one key merge column by column, so that an end is never lost, in whatever order rows are written. */
import { type ApiKey, type KeyType, keyTypes } from '@footfall/schemas';
import { z } from 'zod';
import type { Table, Warehouse } from '../../driver/port.ts';
import { readRows } from '../../driver/read-rows.ts';
import { bounded, isoOrNull, storedEnd, storedUse, time } from './stored-values.ts';

export interface ApiKeyRow {
  keyId: string;
  workspaceId: string;
  /** SHA-256 in hex. */
  keyHash: string;
  type: KeyType;
  name: string;
  lastFour: string;
  /** Epoch milliseconds, like all times here; null means never. */
  createdAt: number;
  /** The end of its validity: its own expiry, or the end of the grace period after a rotation. */
  expiresAt: number | null;
  /** The expiry with which the key was issued; a rotation passes it on. */
  ownExpiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
}

export const issuedKeysTable: Table<Omit<ApiKeyRow, 'revokedAt' | 'lastUsedAt'>> = {
  name: 'api_keys',
  columns: [
    { name: 'key_id', type: 'String', value: (row) => row.keyId },
    { name: 'workspace_id', type: 'String', value: (row) => row.workspaceId },
    { name: 'key_hash', type: 'String', value: (row) => row.keyHash },
    { name: 'type', type: 'String', value: (row) => row.type },
    { name: 'name', type: 'String', value: (row) => row.name },
    { name: 'last_four', type: 'String', value: (row) => row.lastFour },
    { name: 'created_at', type: time, value: (row) => bounded(row.createdAt) },
    { name: 'expires_at', type: time, value: (row) => bounded(row.expiresAt) },
    { name: 'own_expires_at', type: time, value: (row) => bounded(row.ownExpiresAt) },
  ],
};

/** The ends of keys; the earliest counts. */
export const keyExpiriesTable: Table<{ keyId: string; expiresAt: number }> = {
  name: 'api_keys',
  columns: [
    { name: 'key_id', type: 'String', value: (row) => row.keyId },
    { name: 'expires_at', type: time, value: (row) => bounded(row.expiresAt) },
  ],
};

export const keyRevocationsTable: Table<{ keyId: string; revokedAt: number }> = {
  name: 'api_keys',
  columns: [
    { name: 'key_id', type: 'String', value: (row) => row.keyId },
    { name: 'revoked_at', type: time, value: (row) => bounded(row.revokedAt) },
  ],
};

export const keyUsesTable: Table<{ keyId: string; lastUsedAt: number }> = {
  name: 'api_keys',
  columns: [
    { name: 'key_id', type: 'String', value: (row) => row.keyId },
    { name: 'last_used_at', type: time, value: (row) => bounded(row.lastUsedAt) },
  ],
};

const storedKey = z.object({
  keyId: z.string(),
  workspaceId: z.string(),
  keyHash: z.string(),
  type: z.enum(keyTypes),
  name: z.string(),
  lastFour: z.string(),
  createdAt: z.number(),
  expiresAt: storedEnd,
  ownExpiresAt: storedEnd,
  revokedAt: storedEnd,
  lastUsedAt: storedUse,
});

/** Selects every key that was issued, oldest first; includes those that have ended. */
export function readKeys(warehouse: Pick<Warehouse, 'read'>): Promise<ApiKeyRow[]> {
  return readRows(warehouse, storedKey, {
    // A row without a hash is what is left if the key's own row was lost with a damaged part.
    sql: `SELECT key_id AS keyId, workspace_id AS workspaceId, key_hash AS keyHash, type, name, last_four AS lastFour,
            toUnixTimestamp64Milli(created_at) AS createdAt, toUnixTimestamp64Milli(expires_at) AS expiresAt,
            toUnixTimestamp64Milli(if(own_expires_at = 0, expires_at, own_expires_at)) AS ownExpiresAt,
            toUnixTimestamp64Milli(revoked_at) AS revokedAt, toUnixTimestamp64Milli(last_used_at) AS lastUsedAt
          FROM api_keys FINAL
          WHERE key_hash != ''
          ORDER BY created_at, key_id`,
  });
}

/** Returns the key of a row, as it is shown: without its hash. */
export function toApiKey(row: Omit<ApiKeyRow, 'keyHash' | 'ownExpiresAt'>): ApiKey {
  return {
    keyId: row.keyId,
    workspaceId: row.workspaceId,
    type: row.type,
    name: row.name,
    lastFour: row.lastFour,
    createdAt: new Date(row.createdAt).toISOString(),
    expiresAt: isoOrNull(row.expiresAt),
    revokedAt: isoOrNull(row.revokedAt),
    lastUsedAt: isoOrNull(row.lastUsedAt),
  };
}
