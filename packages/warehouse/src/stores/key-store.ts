/** The store of workspaces and keys. Every request looks up the owner of its key in memory, in the only cache of keys. */
import { hashToken, isWellFormedApiKey } from '@footfall/auth';
import type { KeyType, Plan } from '@footfall/schemas';
import type { Warehouse } from '../driver/port.ts';
import { apiKeysIn, keyUsesTable, readKeys } from './api-keys.ts';
import { LastUses } from './last-uses.ts';
import type { Snapshot } from './snapshot.ts';
import { createStoreBase, followedBy, type StoreBase } from './store-base.ts';
import { readWorkspaces, workspacesIn } from './workspaces.ts';

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
interface KeyOwner {
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

/** All methods reject with UNAVAILABLE if the store does not respond, and with NOT_FOUND if the workspace or key does not exist. */
export interface KeyStore extends ReturnType<typeof createKeyStore> {}

interface KnownKey {
  identity: Identity;
  isRevoked: boolean;
}

interface Identities {
  /** Every key that was issued in a workspace that is not deleted, by its hash. */
  issued: ReadonlyMap<string, KnownKey>;
  sites: readonly Site[];
}

/** Returns the key store in `warehouse`. A process needs only one. A change of a workspace resolves after `workspacesChanged`, with which other stores of the process read it. */
export function createKeyStore(
  warehouse: Warehouse,
  now: () => number,
  workspacesChanged: () => Promise<void> = () => Promise.resolve(),
) {
  const { base, snapshot } = createStoreBase(warehouse, now, 'keys', () => readIdentities(warehouse));
  return {
    ...identitiesIn(base, snapshot),
    ...workspacesIn(followedBy(base, workspacesChanged)),
    ...apiKeysIn(base),
    /** Clears the cache: called when another process has changed keys or workspaces. */
    forget: () => snapshot.forget(),
  };
}

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

function identitiesIn({ warehouse, now }: StoreBase, snapshot: Snapshot<Identities>) {
  const uses = new LastUses((each) => warehouse.insert(keyUsesTable, each));
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
      const keyHash = hashToken(key);
      const found = snapshot.find(({ issued }) => issued.get(keyHash));
      return found instanceof Promise ? found.then(used) : used(found);
    },
    /** Resolves with the owner of a key that may have been rejected. For the people of that workspace only: the caller must not learn it. */
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
