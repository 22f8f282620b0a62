/** Workspaces and keys in the warehouse, on any driver. */
import {
  generateApiKey,
  generateId,
  hashApiKey,
  type Identity,
  type IssuedKey,
  type KeyStore,
  type Site,
} from '@footfall/auth';
import { AppError } from '@footfall/errors';
import {
  type ApiKey,
  defaultPlan,
  type KeyInput,
  type KeyType,
  originsOf,
  type Workspace,
  type WorkspaceInput,
  type WorkspacePatch,
} from '@footfall/schemas';
import { type Identities, readIdentities } from './identities.ts';
import { Snapshot, snapshotLimits } from './snapshot.ts';
import type { Warehouse } from '../driver/port.ts';
import { purgeDeletedWorkspaces } from '../rollups/purge.ts';
import {
  type ApiKeyRow,
  issuedKeysTable,
  keyExpiriesTable,
  keyRevocationsTable,
  keyUsesTable,
  readKeys,
  toApiKey,
} from '../schema/tables/api-keys.ts';
import {
  readWorkspaces,
  toWorkspace,
  workspaceDeletionsTable,
  type WorkspaceRow,
  workspacesTable,
} from '../schema/tables/workspaces.ts';

/** Anybody can send unknown keys, and each read for one selects all keys: 0.2 s of processor time for 10,000. */
const keyLimits = { ...snapshotLimits, readIntervalMsMin: 1_000 };

/** Returns the key store in `warehouse`. A process needs only one. */
export function createKeyStore(warehouse: Warehouse, now: () => number): KeyStore {
  return new WarehouseKeyStore(warehouse, now);
}

class WarehouseKeyStore implements KeyStore {
  readonly #warehouse: Warehouse;
  readonly #now: () => number;
  readonly #snapshot: Snapshot<Identities>;

  constructor(warehouse: Warehouse, now: () => number) {
    this.#warehouse = warehouse;
    this.#now = now;
    this.#snapshot = new Snapshot(() => readIdentities(warehouse), warehouse.isShared, keyLimits);
  }

  findIdentity(keyHash: string): Identity | undefined | Promise<Identity | undefined> {
    return this.#snapshot.find(({ valid }) => valid.get(keyHash));
  }

  async workspaceOfRevokedKey(keyHash: string): Promise<string | undefined> {
    return this.#snapshot.find(({ revoked }) => revoked.get(keyHash));
  }

  async sites(): Promise<readonly Site[]> {
    return (await this.#snapshot.find(({ sites }) => sites)) ?? [];
  }

  forget(): void {
    this.#snapshot.forget();
  }

  async createWorkspace(input: WorkspaceInput): Promise<Workspace> {
    const domain = input.domain ?? null;
    const row: WorkspaceRow = {
      workspaceId: generateId('ws'),
      version: 1,
      name: input.name,
      plan: input.plan ?? defaultPlan,
      domain,
      timezone: input.timezone ?? null,
      allowedOrigins: input.allowedOrigins ?? originsOf(domain),
      createdAt: this.#now(),
    };
    await this.#change(() => this.#warehouse.insert(workspacesTable, [row]));
    return toWorkspace(row);
  }

  async listWorkspaces(): Promise<Workspace[]> {
    return (await readWorkspaces(this.#warehouse)).map(toWorkspace);
  }

  async getWorkspace(workspaceId: string): Promise<Workspace> {
    return toWorkspace(await this.#workspace(workspaceId));
  }

  async updateWorkspace(workspaceId: string, patch: WorkspacePatch): Promise<Workspace> {
    return this.#change(async () => {
      const before = await this.#workspace(workspaceId);
      const domain = patch.domain === undefined ? before.domain : patch.domain;
      // Origins that were not set explicitly follow the domain.
      const isDefault = String(before.allowedOrigins) === String(originsOf(before.domain));
      const row: WorkspaceRow = {
        ...before,
        // Later than the version that it replaces, even if the clock was set back.
        version: Math.max(before.version + 1, this.#now()),
        name: patch.name ?? before.name,
        plan: patch.plan ?? before.plan,
        domain,
        timezone: patch.timezone === undefined ? before.timezone : patch.timezone,
        allowedOrigins: patch.allowedOrigins ?? (isDefault ? originsOf(domain) : before.allowedOrigins),
      };
      await this.#warehouse.insert(workspacesTable, [row]);
      return toWorkspace(row);
    });
  }

  async deleteWorkspace(workspaceId: string): Promise<void> {
    await this.#change(async () => {
      await this.#workspace(workspaceId);
      // This row alone ends every key of the workspace.
      await this.#warehouse.insert(workspaceDeletionsTable, [{ workspaceId, deletedAt: this.#now() }]);
    });
    // The workspace is deleted even if this fails: the next start does it again.
    await purgeDeletedWorkspaces(this.#warehouse).catch(() => undefined);
  }

  async createKey(workspaceId: string, input: KeyInput): Promise<IssuedKey> {
    return this.#change(async () => {
      await this.#workspace(workspaceId);
      const expiresAt = typeof input.expiresAt === 'string' ? Date.parse(input.expiresAt) : null;
      return this.#issue({ workspaceId, type: input.type, name: input.name ?? '', expiresAt });
    });
  }

  async listKeys(workspaceId: string): Promise<ApiKey[]> {
    await this.#workspace(workspaceId);
    return (await readKeys(this.#warehouse)).filter((key) => key.workspaceId === workspaceId).map(toApiKey);
  }

  async workspaceOfKey(keyId: string): Promise<string> {
    return (await this.#key(keyId)).workspaceId;
  }

  async rotateKey(keyId: string, graceSeconds: number): Promise<IssuedKey> {
    return this.#change(async () => {
      const old = await this.#key(keyId);
      if (old.revokedAt !== null) throw new AppError('CONFLICT', 'The key is revoked; create a new one');
      const now = this.#now();
      if (old.expiresAt !== null && old.expiresAt <= now) {
        throw new AppError('CONFLICT', `The key expired at ${new Date(old.expiresAt).toISOString()}; create a new one`);
      }
      const { workspaceId, type, name, ownExpiresAt: expiresAt } = old;
      const issued = await this.#issue({ workspaceId, type, name, expiresAt });
      // The earlier of the two ends counts, so that a grace period never extends the expiry of the key.
      await this.#warehouse.insert(keyExpiriesTable, [{ keyId, expiresAt: now + graceSeconds * 1000 }]);
      return issued;
    });
  }

  async revokeKey(keyId: string): Promise<void> {
    await this.#change(async () => {
      await this.#key(keyId);
      await this.#warehouse.insert(keyRevocationsTable, [{ keyId, revokedAt: this.#now() }]);
    });
  }

  async recordKeyUse(lastUsedMs: ReadonlyMap<string, number>): Promise<void> {
    const uses = [...lastUsedMs].map(([keyId, lastUsedAt]) => ({ keyId, lastUsedAt }));
    await this.#warehouse.insert(keyUsesTable, uses);
  }

  /** Runs a change while no other process runs one, so that none is computed from outdated rows. The next lookup of a key sees the change, even if it failed halfway. */
  #change<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#warehouse.alone('keys', work).finally(() => this.#snapshot.forget());
  }

  async #issue(input: {
    workspaceId: string;
    type: KeyType;
    name: string;
    expiresAt: number | null;
  }): Promise<IssuedKey> {
    const key = generateApiKey(input.type);
    const row = {
      ...input,
      ownExpiresAt: input.expiresAt,
      keyId: generateId('key'),
      keyHash: hashApiKey(key),
      lastFour: key.slice(-4),
      createdAt: this.#now(),
    };
    await this.#warehouse.insert(issuedKeysTable, [row]);
    return { ...toApiKey({ ...row, revokedAt: null, lastUsedAt: null }), key };
  }

  async #workspace(workspaceId: string): Promise<WorkspaceRow> {
    const found = (await readWorkspaces(this.#warehouse)).find((row) => row.workspaceId === workspaceId);
    if (!found) throw new AppError('NOT_FOUND', 'No such workspace');
    return found;
  }

  async #key(keyId: string): Promise<ApiKeyRow> {
    const found = (await readKeys(this.#warehouse)).find((row) => row.keyId === keyId);
    if (!found) throw new AppError('NOT_FOUND', 'No such key');
    await this.#workspace(found.workspaceId);
    return found;
  }
}
