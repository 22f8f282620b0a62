/** Keys: rows of one key merge column by column, so that an end is never lost, in whatever order rows are written. */
import { generateApiKey, generateId, hashToken, noSuch } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { type ApiKey, type KeyInput, keyTypes } from '@footfall/schemas';
import { z } from 'zod';
import type { Table, Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import type { StoreBase } from './store-base.ts';
import { bounded, isoOrNull, momentsTable, storedEnd, storedUse, time } from './stored-values.ts';
import { readWorkspaces, requireWorkspace } from './workspaces.ts';

const storedKey = z.object({
  keyId: z.string(),
  workspaceId: z.string(),
  /** SHA-256 in hex. */
  keyHash: z.string(),
  type: z.enum(keyTypes),
  name: z.string(),
  lastFour: z.string(),
  /** Epoch milliseconds, like all times here; null means never. */
  createdAt: z.number(),
  /** The end of its validity: its own expiry, or the end of the grace period after a rotation. */
  expiresAt: storedEnd,
  /** The expiry with which the key was issued; a rotation passes it on. */
  ownExpiresAt: storedEnd,
  revokedAt: storedEnd,
  lastUsedAt: storedUse,
});
type ApiKeyRow = z.output<typeof storedKey>;

/** A new key: the only time that the key itself is shown. */
export interface IssuedKey extends ApiKey {
  key: string;
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
const keyExpiriesTable = momentsTable('api_keys', 'key_id', 'expires_at');
export const keyRevocationsTable = momentsTable('api_keys', 'key_id', 'revoked_at');
export const keyUsesTable = momentsTable('api_keys', 'key_id', 'last_used_at');

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

export function apiKeysIn({ warehouse, now, change }: StoreBase) {
  const keyOf = async (keyId: string): Promise<ApiKeyRow> => {
    const found = (await readKeys(warehouse)).find((row) => row.keyId === keyId);
    const workspaces = await readWorkspaces(warehouse);
    const isThere = workspaces.some(({ workspaceId }) => workspaceId === found?.workspaceId);
    if (!found || !isThere) throw noSuch('key', keyId);
    return found;
  };
  const issue = async (input: Pick<ApiKeyRow, 'workspaceId' | 'type' | 'name' | 'expiresAt'>): Promise<IssuedKey> => {
    const key = generateApiKey(input.type);
    const row = {
      ...input,
      ownExpiresAt: input.expiresAt,
      keyId: generateId('key'),
      keyHash: hashToken(key),
      lastFour: key.slice(-4),
      createdAt: now(),
    };
    await warehouse.insert(issuedKeysTable, [row]);
    return { ...toApiKey({ ...row, revokedAt: null, lastUsedAt: null }), key };
  };

  return {
    createKey: (workspaceId: string, input: KeyInput): Promise<IssuedKey> =>
      change(async () => {
        await requireWorkspace(warehouse, workspaceId);
        const expiresAt = typeof input.expiresAt === 'string' ? Date.parse(input.expiresAt) : null;
        return issue({ workspaceId, type: input.type, name: input.name ?? '', expiresAt });
      }),
    async listKeys(workspaceId: string): Promise<ApiKey[]> {
      await requireWorkspace(warehouse, workspaceId);
      return (await readKeys(warehouse)).filter((key) => key.workspaceId === workspaceId).map(toApiKey);
    },
    /** Resolves with the ID of the workspace that a key belongs to. */
    async workspaceOfKey(keyId: string): Promise<string> {
      return (await keyOf(keyId)).workspaceId;
    },
    /** Creates a key of the same type, name and expiry; the old one ends `graceSeconds` from now, or earlier at its own expiry. Rejects with CONFLICT if it is revoked or has expired. */
    rotateKey: (keyId: string, graceSeconds: number): Promise<IssuedKey> =>
      change(async () => {
        const old = await keyOf(keyId);
        if (old.revokedAt !== null) throw new AppError('CONFLICT', 'The key is revoked; create a new one');
        const nowMs = now();
        if (old.expiresAt !== null && old.expiresAt <= nowMs) {
          const expiry = new Date(old.expiresAt).toISOString();
          throw new AppError('CONFLICT', `The key expired at ${expiry}; create a new one`);
        }
        const { workspaceId, type, name, ownExpiresAt: expiresAt } = old;
        const issued = await issue({ workspaceId, type, name, expiresAt });
        // The earlier of the two ends counts, so that a grace period never extends the expiry of the key.
        await warehouse.insert(keyExpiriesTable, [{ id: keyId, atMs: nowMs + graceSeconds * 1000 }]);
        return issued;
      }),
    /** Ends a key at once. */
    revokeKey: (keyId: string): Promise<void> =>
      change(async () => {
        await keyOf(keyId);
        await warehouse.insert(keyRevocationsTable, [{ id: keyId, atMs: now() }]);
      }),
  };
}

/** Returns the key of a row, as it is shown: without its hash. */
function toApiKey(row: Omit<ApiKeyRow, 'keyHash' | 'ownExpiresAt'>): ApiKey {
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
