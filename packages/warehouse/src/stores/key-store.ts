/** The store of workspaces and keys, on any driver. */
import type { Warehouse } from '../driver/port.ts';
import { apiKeysIn } from './api-keys.ts';
import { identitiesIn, readIdentities } from './identities.ts';
import { createStoreBase } from './store-base.ts';
import { workspacesIn } from './workspaces.ts';

/** All methods reject with UNAVAILABLE if the store does not respond, and with NOT_FOUND if the workspace or key does not exist. */
export interface KeyStore extends ReturnType<typeof createKeyStore> {}

/** Returns the key store in `warehouse`. A process needs only one. */
export function createKeyStore(warehouse: Warehouse, now: () => number) {
  const base = createStoreBase(warehouse, now, 'keys', () => readIdentities(warehouse));
  return {
    ...identitiesIn(base),
    ...workspacesIn(base),
    ...apiKeysIn(base),
    /** Clears the cache: called when another process has changed keys or workspaces. */
    forget: () => base.snapshot.forget(),
  };
}
