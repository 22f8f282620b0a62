/** Identifies the owner of a key, from a cache whose entries are so short-lived that a revoked key ends in time. */
import { LRUCache } from 'lru-cache';
import { hashApiKey, isWellFormedApiKey } from './api-key.ts';
import { type Identity, type KeyStore, revocationMsMax, type Site } from './key-store.ts';
import { LastUses } from './last-uses.ts';

/** The longest age of a cached result; the rest of the time is for the store's own cache, and for reading it again. */
export const identityTtlMs = revocationMsMax - 1_000;
/** From this age on a result is asked for again while it is still used. */
export const identityRefreshMs = identityTtlMs / 2;
const identitiesMax = 20_000;

/** The lookups of the store that an authenticator uses. */
export type KeyLookups = Pick<KeyStore, 'findIdentity' | 'workspaceOfRevokedKey' | 'sites' | 'recordKeyUse' | 'forget'>;

/** The workspace that a key belongs or belonged to, and how the key has ended; null for a valid one. */
export interface KeyOwner {
  workspaceId: string;
  end: 'expired' | 'revoked' | null;
}

interface Lookup {
  atMs: number;
  identity: Promise<Identity | undefined>;
  /** Set once the store has answered. */
  answer?: { identity: Identity | undefined };
  isRefreshing?: boolean;
}

export class Authenticator {
  readonly #store: KeyLookups;
  readonly #now: () => number;
  readonly #lookups = new LRUCache<string, Lookup>({ max: identitiesMax });
  readonly #uses: LastUses;

  constructor(store: KeyLookups, now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
    this.#uses = new LastUses((lastUsedMs) => store.recordKeyUse(lastUsedMs));
  }

  /** Returns the identity of `key`, synchronously if it is in memory; undefined if it is malformed, unknown, revoked or expired. Rejects with UNAVAILABLE if the store does not respond. */
  identify(key: string): Identity | undefined | Promise<Identity | undefined> {
    if (!isWellFormedApiKey(key)) return undefined;
    const now = this.#now();
    const { identity, answer } = this.#lookUp(hashApiKey(key), now);
    if (answer) return this.#valid(answer.identity, now);
    return identity.then((found) => this.#valid(found, now));
  }

  /** Resolves with the owner of a rejected key: for the people of that workspace, because the caller must not know. Rejects with UNAVAILABLE if the store does not respond. */
  async findOwner(keyHash: string): Promise<KeyOwner | undefined> {
    const now = this.#now();
    const identity = await this.#lookUp(keyHash, now).identity;
    if (identity) return { workspaceId: identity.workspaceId, end: hasExpired(identity, now) ? 'expired' : null };
    const workspaceId = await this.#store.workspaceOfRevokedKey(keyHash);
    return workspaceId === undefined ? undefined : { workspaceId, end: 'revoked' };
  }

  /** Resolves with the sites of all workspaces. Rejects with UNAVAILABLE if the store does not respond. */
  sites(): Promise<readonly Site[]> {
    return this.#store.sites();
  }

  /** Clears the cache and that of the store: called when a key or workspace has changed. */
  forget(): void {
    this.#lookups.clear();
    this.#store.forget();
  }

  /** Stores when keys were last used since the previous successful call. Rejects with UNAVAILABLE if the store does not respond. */
  async flushLastUsed(): Promise<void> {
    await this.#uses.flush();
  }

  #valid(identity: Identity | undefined, now: number): Identity | undefined {
    if (!identity || hasExpired(identity, now)) return undefined;
    this.#uses.note(identity.keyId, now);
    return identity;
  }

  #lookUp(hash: string, now: number): Lookup {
    const known = this.#lookups.get(hash);
    const ageMs = known === undefined ? identityTtlMs : now - known.atMs;
    if (known === undefined || ageMs < 0 || ageMs >= identityTtlMs) {
      const lookup = this.#ask(hash, now);
      this.#lookups.set(hash, lookup);
      lookup.identity.catch(() => this.#lookups.get(hash) === lookup && this.#lookups.delete(hash));
      return lookup;
    }
    if (ageMs >= identityRefreshMs && known.answer?.identity && !known.isRefreshing) this.#refresh(hash, known, now);
    return known;
  }

  /** Asks the store again before a result is too old, so that no request has to wait for it. */
  #refresh(hash: string, known: Lookup, now: number): void {
    known.isRefreshing = true;
    const lookup = this.#ask(hash, now);
    lookup.identity.then(
      // Unless it was forgotten meanwhile: the key may have changed after the store was asked.
      () => this.#lookups.get(hash) === known && this.#lookups.set(hash, lookup),
      () => (known.isRefreshing = false),
    );
  }

  #ask(hash: string, now: number): Lookup {
    const lookup: Lookup = { atMs: now, identity: this.#store.findIdentity(hash) };
    lookup.identity.then(
      (identity) => (lookup.answer = { identity }),
      () => undefined,
    );
    return lookup;
  }
}

function hasExpired({ expiresAtMs }: Identity, nowMs: number): boolean {
  return expiresAtMs !== null && expiresAtMs <= nowMs;
}
