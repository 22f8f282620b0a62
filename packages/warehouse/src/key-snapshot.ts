/** Every key in memory, read again when too old or when something has changed: a look-up never waits behind a slow query. */
import type { Identity } from '@footfall/auth';
import type { Warehouse } from './port.ts';
import { readKeys } from './tables/api-keys.ts';
import { readWorkspaces } from './tables/workspaces.ts';

/** With the authenticator's own memory, a key that another process revoked is refused within 5 seconds. */
const ageMsMax = 500;

export class KeySnapshot {
  readonly #warehouse: Pick<Warehouse, 'read'>;
  #current: { atMs: number; identities: Promise<Map<string, Identity>> } | undefined;

  constructor(warehouse: Pick<Warehouse, 'read'>) {
    this.#warehouse = warehouse;
  }

  /** The identity behind a hash; undefined when unknown, revoked, or its workspace is deleted. */
  async find(keyHash: string): Promise<Identity | undefined> {
    return (await this.#identities()).get(keyHash);
  }

  /** The next look-up reads anew. */
  forget(): void {
    this.#current = undefined;
  }

  #identities(): Promise<Map<string, Identity>> {
    const atMs = performance.now();
    if (this.#current && atMs - this.#current.atMs < ageMsMax) return this.#current.identities;
    const current = { atMs, identities: readIdentities(this.#warehouse) };
    this.#current = current;
    current.identities.catch(() => {
      if (this.#current === current) this.#current = undefined;
    });
    return current.identities;
  }
}

async function readIdentities(warehouse: Pick<Warehouse, 'read'>): Promise<Map<string, Identity>> {
  const keys = await readKeys(warehouse);
  const workspaces = new Map((await readWorkspaces(warehouse)).map((row) => [row.workspaceId, row]));
  const identities = new Map<string, Identity>();
  for (const { keyId, keyHash, type, workspaceId, expiresAt, revokedAt } of keys) {
    const workspace = workspaces.get(workspaceId);
    if (!workspace || revokedAt !== null) continue;
    const { plan, allowedOrigins } = workspace;
    identities.set(keyHash, { keyId, type, workspaceId, plan, allowedOrigins, expiresAtMs: expiresAt });
  }
  return identities;
}
