/** Where workspaces and keys are kept; the warehouse implements it. */
import type { ApiKey, KeyInput, KeyType, Plan, Workspace, WorkspaceInput, WorkspacePatch } from '@footfall/schemas';

/** What one process revokes, every process refuses after this time, even if no news of it arrives. */
export const revocationMsMax = 5_000;

/** Who a key belongs to, as far as a request needs to know. */
export interface Identity {
  keyId: string;
  type: KeyType;
  workspaceId: string;
  plan: Plan;
  /** The workspace's; null without one. */
  domain: string | null;
  allowedOrigins: readonly string[];
  /** Epoch milliseconds; null when it never ends. */
  expiresAtMs: number | null;
}

/** Where a workspace expects its pages to be. */
export interface Site {
  workspaceId: string;
  domain: string | null;
  allowedOrigins: readonly string[];
}

/** A key just made: the only time the key itself is seen. */
export interface IssuedKey extends ApiKey {
  key: string;
}

/** All methods reject with UNAVAILABLE when the store does not answer; those that name a workspace or key that is not there, with NOT_FOUND. */
export interface KeyStore {
  /** The identity behind the SHA-256 hash of a key; undefined when unknown, revoked, or its workspace is deleted. Expiry is the caller's to check. */
  findIdentity(keyHash: string): Promise<Identity | undefined>;
  /** The ID of the workspace of a key that was revoked; undefined for any other key. */
  workspaceOfRevokedKey(keyHash: string): Promise<string | undefined>;
  /** The sites of all workspaces. */
  sites(): Promise<readonly Site[]>;
  /** Called when keys or workspaces were changed by another process: what is remembered of them counts no more. */
  forget(): void;
  createWorkspace(input: WorkspaceInput): Promise<Workspace>;
  listWorkspaces(): Promise<Workspace[]>;
  getWorkspace(workspaceId: string): Promise<Workspace>;
  updateWorkspace(workspaceId: string, patch: WorkspacePatch): Promise<Workspace>;
  /** Revokes the workspace's keys and deletes its events. */
  deleteWorkspace(workspaceId: string): Promise<void>;
  createKey(workspaceId: string, input: KeyInput): Promise<IssuedKey>;
  listKeys(workspaceId: string): Promise<ApiKey[]>;
  /** The ID of the workspace that a key is of. */
  workspaceOfKey(keyId: string): Promise<string>;
  /** A new key of the same type, name and expiry; the old one ends `graceSeconds` from now, or earlier at its own expiry. Rejects with CONFLICT when it is revoked or has expired. */
  rotateKey(keyId: string, graceSeconds: number): Promise<IssuedKey>;
  /** Ends a key now. */
  revokeKey(keyId: string): Promise<void>;
  /** Records when keys were last used: keyId to epoch milliseconds. */
  recordKeyUse(lastUsedMs: ReadonlyMap<string, number>): Promise<void>;
}
