/** The store of workspaces and keys; the warehouse implements it. */
import type { ApiKey, KeyInput, KeyType, Plan, Workspace, WorkspaceInput, WorkspacePatch } from '@footfall/schemas';

/** A key that one process revokes is rejected by every process after this time, even if the notification is lost. */
export const revocationMsMax = 5_000;

/** The owner of a key, as far as requests need it. */
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

/** The hosts of a workspace's pages. */
export interface Site {
  workspaceId: string;
  domain: string | null;
  allowedOrigins: readonly string[];
}

/** A new key: the only time that the key itself is shown. */
export interface IssuedKey extends ApiKey {
  key: string;
}

/** All methods reject with UNAVAILABLE if the store does not respond, and with NOT_FOUND if the workspace or key does not exist. */
export interface KeyStore {
  /** Returns the identity for the SHA-256 hash of a key, synchronously if it is in memory; undefined if unknown, revoked, or its workspace is deleted. The caller checks the expiry. */
  findIdentity(keyHash: string): Identity | undefined | Promise<Identity | undefined>;
  /** Resolves with the ID of the workspace of a revoked key; undefined for any other key. */
  workspaceOfRevokedKey(keyHash: string): Promise<string | undefined>;
  /** Resolves with the sites of all workspaces. */
  sites(): Promise<readonly Site[]>;
  /** Clears the cache: called when another process has changed keys or workspaces. */
  forget(): void;
  createWorkspace(input: WorkspaceInput): Promise<Workspace>;
  listWorkspaces(): Promise<Workspace[]>;
  getWorkspace(workspaceId: string): Promise<Workspace>;
  updateWorkspace(workspaceId: string, patch: WorkspacePatch): Promise<Workspace>;
  /** Revokes the workspace's keys and deletes its events. Resolves once the deletion is stored; the events are removed in the background. */
  deleteWorkspace(workspaceId: string): Promise<void>;
  createKey(workspaceId: string, input: KeyInput): Promise<IssuedKey>;
  listKeys(workspaceId: string): Promise<ApiKey[]>;
  /** Resolves with the ID of the workspace that a key belongs to. */
  workspaceOfKey(keyId: string): Promise<string>;
  /** Creates a key of the same type, name and expiry; the old one ends `graceSeconds` from now, or earlier at its own expiry. Rejects with CONFLICT if it is revoked or has expired. */
  rotateKey(keyId: string, graceSeconds: number): Promise<IssuedKey>;
  /** Ends a key at once. */
  revokeKey(keyId: string): Promise<void>;
  /** Records when keys were last used: keyId to epoch milliseconds. */
  recordKeyUse(lastUsedMs: ReadonlyMap<string, number>): Promise<void>;
}
