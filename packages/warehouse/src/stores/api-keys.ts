/** Keys in the warehouse. */
import { generateApiKey, generateId, hashApiKey } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import type { ApiKey, KeyInput } from '@footfall/schemas';
import {
  type ApiKeyRow,
  issuedKeysTable,
  keyExpiriesTable,
  keyRevocationsTable,
  readKeys,
  toApiKey,
} from '../schema/tables/api-keys.ts';
import type { KeysBase } from './identities.ts';
import { workspaceOf } from './workspaces.ts';

/** A new key: the only time that the key itself is shown. */
export interface IssuedKey extends ApiKey {
  key: string;
}

export function apiKeysIn({ warehouse, now, change }: KeysBase) {
  const keyOf = async (keyId: string): Promise<ApiKeyRow> => {
    const found = (await readKeys(warehouse)).find((row) => row.keyId === keyId);
    if (!found) throw new AppError('NOT_FOUND', 'No such key');
    await workspaceOf(warehouse, found.workspaceId);
    return found;
  };
  const issue = async (input: Pick<ApiKeyRow, 'workspaceId' | 'type' | 'name' | 'expiresAt'>): Promise<IssuedKey> => {
    const key = generateApiKey(input.type);
    const row = {
      ...input,
      ownExpiresAt: input.expiresAt,
      keyId: generateId('key'),
      keyHash: hashApiKey(key),
      lastFour: key.slice(-4),
      createdAt: now(),
    };
    await warehouse.insert(issuedKeysTable, [row]);
    return { ...toApiKey({ ...row, revokedAt: null, lastUsedAt: null }), key };
  };

  return {
    createKey: (workspaceId: string, input: KeyInput): Promise<IssuedKey> =>
      change(async () => {
        await workspaceOf(warehouse, workspaceId);
        const expiresAt = typeof input.expiresAt === 'string' ? Date.parse(input.expiresAt) : null;
        return issue({ workspaceId, type: input.type, name: input.name ?? '', expiresAt });
      }),
    async listKeys(workspaceId: string): Promise<ApiKey[]> {
      await workspaceOf(warehouse, workspaceId);
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
        await warehouse.insert(keyExpiriesTable, [{ keyId, expiresAt: nowMs + graceSeconds * 1000 }]);
        return issued;
      }),
    /** Ends a key at once. */
    revokeKey: (keyId: string): Promise<void> =>
      change(async () => {
        await keyOf(keyId);
        await warehouse.insert(keyRevocationsTable, [{ keyId, revokedAt: now() }]);
      }),
  };
}
