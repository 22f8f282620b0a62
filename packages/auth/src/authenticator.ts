/** Identifies the owner of a key. The store has all keys in memory. */
import { hashApiKey, isWellFormedApiKey } from './api-key.ts';
import type { Identity, KeyStore, Site } from './key-store.ts';
import { LastUses } from './last-uses.ts';

type Store = Pick<KeyStore, 'findIdentity' | 'workspaceOfRevokedKey' | 'sites' | 'recordKeyUse' | 'forget'>;

/** The workspace that a key belongs or belonged to, and how the key has ended; null for a valid one. */
export interface KeyOwner {
  workspaceId: string;
  end: 'expired' | 'revoked' | null;
}

export class Authenticator {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #uses: LastUses;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
    this.#uses = new LastUses((lastUsedMs) => store.recordKeyUse(lastUsedMs));
  }

  /** Returns the identity of `key`, synchronously if it is in memory; undefined if it is malformed, unknown, revoked or expired. Rejects with UNAVAILABLE if the store does not respond. */
  identify(key: string): Identity | undefined | Promise<Identity | undefined> {
    if (!isWellFormedApiKey(key)) return undefined;
    const found = this.#store.findIdentity(hashApiKey(key));
    return found instanceof Promise ? found.then((identity) => this.#valid(identity)) : this.#valid(found);
  }

  /** Resolves with the owner of a rejected key: for the people of that workspace, because the caller must not know. Rejects with UNAVAILABLE if the store does not respond. */
  async findOwner(keyHash: string): Promise<KeyOwner | undefined> {
    const identity = await this.#store.findIdentity(keyHash);
    if (identity) return { workspaceId: identity.workspaceId, end: this.#hasExpired(identity) ? 'expired' : null };
    const workspaceId = await this.#store.workspaceOfRevokedKey(keyHash);
    return workspaceId === undefined ? undefined : { workspaceId, end: 'revoked' };
  }

  /** Resolves with the sites of all workspaces. Rejects with UNAVAILABLE if the store does not respond. */
  sites(): Promise<readonly Site[]> {
    return this.#store.sites();
  }

  /** Clears the cache of the store: called when a key or workspace has changed. */
  forget(): void {
    this.#store.forget();
  }

  /** Stores when keys were last used since the previous successful call. Rejects with UNAVAILABLE if the store does not respond. */
  async flushLastUsed(): Promise<void> {
    await this.#uses.flush();
  }

  #valid(identity: Identity | undefined): Identity | undefined {
    if (!identity || this.#hasExpired(identity)) return undefined;
    this.#uses.note(identity.keyId, this.#now());
    return identity;
  }

  #hasExpired({ expiresAtMs }: Identity): boolean {
    return expiresAtMs !== null && expiresAtMs <= this.#now();
  }
}
