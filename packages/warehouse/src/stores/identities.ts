/** The owner of each key, and the site of each workspace: every request looks them up in memory. */
import { hashApiKey, isWellFormedApiKey } from '@footfall/auth';
import type { KeyType, Plan } from '@footfall/schemas';
import type { Warehouse } from '../driver/port.ts';
import { keyUsesTable, readKeys } from '../schema/tables/api-keys.ts';
import { readWorkspaces } from '../schema/tables/workspaces.ts';
import { LastUses } from './last-uses.ts';
import type { StoreBase } from './store-base.ts';

/** A key and its workspace, as far as requests need it. */
export interface Identity {
  keyId: string;
  type: KeyType;
  workspaceId: string;
  plan: Plan;
  /** The domain of the workspace; null without one. */
  domain: string | null;
  allowedOrigins: readonly string[];
  /** Epoch milliseconds; null if the key does not expire. */
  expiresAtMs: number | null;
}

/** The workspace that a key belongs or belonged to, and how the key has ended; null for a valid one. */
export interface KeyOwner {
  keyId: string;
  workspaceId: string;
  end: 'expired' | 'revoked' | null;
}

/** The hosts of a workspace's pages. */
export interface Site {
  workspaceId: string;
  domain: string | null;
  allowedOrigins: readonly string[];
}

interface KnownKey {
  identity: Identity;
  isRevoked: boolean;
}

export interface Identities {
  /** Every key that was issued in a workspace that is not deleted, by its hash. */
  issued: ReadonlyMap<string, KnownKey>;
  sites: readonly Site[];
}

export type KeysBase = StoreBase<Identities>;

export async function readIdentities(warehouse: Pick<Warehouse, 'read'>): Promise<Identities> {
  const [keys, rows] = await Promise.all([readKeys(warehouse), readWorkspaces(warehouse)]);
  const workspaces = new Map(rows.map((row) => [row.workspaceId, row]));
  const issued = new Map<string, KnownKey>();
  for (const { keyId, keyHash, type, workspaceId, expiresAt, revokedAt } of keys) {
    const workspace = workspaces.get(workspaceId);
    if (!workspace) continue;
    const { plan, domain, allowedOrigins } = workspace;
    const identity = { keyId, type, workspaceId, plan, domain, allowedOrigins, expiresAtMs: expiresAt };
    issued.set(keyHash, { identity, isRevoked: revokedAt !== null });
  }
  const sites = rows.map(({ workspaceId, domain, allowedOrigins }) => ({ workspaceId, domain, allowedOrigins }));
  return { issued, sites };
}

export function identitiesIn({ warehouse, now, snapshot }: KeysBase) {
  const uses = new LastUses((lastUsedMs) =>
    warehouse.insert(
      keyUsesTable,
      [...lastUsedMs].map(([keyId, lastUsedAt]) => ({ keyId, lastUsedAt })),
    ),
  );
  const endOf = ({ identity: { expiresAtMs }, isRevoked }: KnownKey): KeyOwner['end'] => {
    if (isRevoked) return 'revoked';
    return expiresAtMs !== null && expiresAtMs <= now() ? 'expired' : null;
  };
  const used = (key: KnownKey | undefined): Identity | undefined => {
    if (!key || endOf(key) !== null) return undefined;
    uses.note(key.identity.keyId, now());
    return key.identity;
  };

  return {
    /** Returns the identity of `key`, synchronously if it is in memory; undefined if it is malformed, unknown, revoked or expired, or its workspace is deleted. */
    identify(key: string): Identity | undefined | Promise<Identity | undefined> {
      if (!isWellFormedApiKey(key)) return undefined;
      const keyHash = hashApiKey(key);
      const found = snapshot.find(({ issued }) => issued.get(keyHash));
      return found instanceof Promise ? found.then(used) : used(found);
    },
    /** Resolves with the owner of a key that may have been rejected: for the people of that workspace, because the caller must not know. */
    async findOwner(keyHash: string): Promise<KeyOwner | undefined> {
      const found = await snapshot.find(({ issued }) => issued.get(keyHash));
      if (!found) return undefined;
      const { keyId, workspaceId } = found.identity;
      return { keyId, workspaceId, end: endOf(found) };
    },
    /** Resolves with the sites of all workspaces. */
    async sites(): Promise<readonly Site[]> {
      return (await snapshot.find(({ sites }) => sites)) ?? [];
    },
    /** Stores when keys were last used since the previous successful call. */
    flushLastUsed: () => uses.flush(),
  };
}
