/** Who each key belongs to. */
import type { Identity } from '@footfall/auth';
import type { Warehouse } from '../driver/port.ts';
import { readKeys } from '../schema/tables/api-keys.ts';
import { readWorkspaces } from '../schema/tables/workspaces.ts';

/** The identity behind the hash of every key that is not revoked, in a workspace that is not deleted. */
export async function readIdentities(warehouse: Pick<Warehouse, 'read'>): Promise<ReadonlyMap<string, Identity>> {
  const [keys, rows] = await Promise.all([readKeys(warehouse), readWorkspaces(warehouse)]);
  const workspaces = new Map(rows.map((row) => [row.workspaceId, row]));
  const identities = new Map<string, Identity>();
  for (const { keyId, keyHash, type, workspaceId, expiresAt, revokedAt } of keys) {
    const workspace = workspaces.get(workspaceId);
    if (!workspace || revokedAt !== null) continue;
    const { plan, domain, allowedOrigins } = workspace;
    identities.set(keyHash, { keyId, type, workspaceId, plan, domain, allowedOrigins, expiresAtMs: expiresAt });
  }
  return identities;
}
