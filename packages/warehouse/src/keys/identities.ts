/** The workspace of each key, and the sites of each workspace. */
import type { Identity, Site } from '@footfall/auth';
import type { Warehouse } from '../driver/port.ts';
import { readKeys } from '../schema/tables/api-keys.ts';
import { readWorkspaces } from '../schema/tables/workspaces.ts';

export interface Identities {
  /** Identities by key hash: of every key that is not revoked, in a workspace that is not deleted. */
  valid: ReadonlyMap<string, Identity>;
  /** Workspaces by key hash: of every key that is revoked, in a workspace that is not deleted. */
  revoked: ReadonlyMap<string, string>;
  sites: readonly Site[];
}

export async function readIdentities(warehouse: Pick<Warehouse, 'read'>): Promise<Identities> {
  const [keys, rows] = await Promise.all([readKeys(warehouse), readWorkspaces(warehouse)]);
  const workspaces = new Map(rows.map((row) => [row.workspaceId, row]));
  const valid = new Map<string, Identity>();
  const revoked = new Map<string, string>();
  for (const { keyId, keyHash, type, workspaceId, expiresAt, revokedAt } of keys) {
    const workspace = workspaces.get(workspaceId);
    if (!workspace) continue;
    const { plan, domain, allowedOrigins } = workspace;
    if (revokedAt !== null) revoked.set(keyHash, workspaceId);
    else valid.set(keyHash, { keyId, type, workspaceId, plan, domain, allowedOrigins, expiresAtMs: expiresAt });
  }
  const sites = rows.map(({ workspaceId, domain, allowedOrigins }) => ({ workspaceId, domain, allowedOrigins }));
  return { valid, revoked, sites };
}
