/** Tells who a key belongs to, from memory while an answer is fresh enough that a revoked key ends in time. */
import { LRUCache } from 'lru-cache';
import { hashApiKey, isWellFormedApiKey } from './api-key.ts';
import { type Identity, type KeyStore, revocationMsMax, type Site } from './key-store.ts';
import { LastUses } from './last-uses.ts';

/** An answer from memory is never older than this; the rest of the time is for the store's own memory, and for reading it again. */
export const identityTtlMs = revocationMsMax - 1_000;
const identitiesMax = 20_000;

/** What an authenticator needs of the store. */
export type KeyLookups = Pick<KeyStore, 'findIdentity' | 'workspaceOfRevokedKey' | 'sites' | 'recordKeyUse' | 'forget'>;

/** Whose key it is or was, and how it has ended; null for one that is valid. */
export interface KeyOwner {
  workspaceId: string;
  end: 'expired' | 'revoked' | null;
}

interface Lookup {
  atMs: number;
  identity: Promise<Identity | undefined>;
  /** Set once the store has answered. */
  answer?: { identity: Identity | undefined };
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

  /** The identity behind `key`, at once if it is in memory; undefined when it is malformed, unknown, revoked or expired. Rejects with UNAVAILABLE when the store does not answer. */
  identify(key: string): Identity | undefined | Promise<Identity | undefined> {
    if (!isWellFormedApiKey(key)) return undefined;
    const now = this.#now();
    const { identity, answer } = this.#lookUp(hashApiKey(key), now);
    if (answer) return this.#valid(answer.identity, now);
    return identity.then((found) => this.#valid(found, now));
  }

  /** Whose key it is that was refused: for the people of that workspace, as the caller must not know. Rejects with UNAVAILABLE when the store does not answer. */
  async findOwner(keyHash: string): Promise<KeyOwner | undefined> {
    const now = this.#now();
    const identity = await this.#lookUp(keyHash, now).identity;
    if (identity) return { workspaceId: identity.workspaceId, end: hasExpired(identity, now) ? 'expired' : null };
    const workspaceId = await this.#store.workspaceOfRevokedKey(keyHash);
    return workspaceId === undefined ? undefined : { workspaceId, end: 'revoked' };
  }

  /** The sites of all workspaces. Rejects with UNAVAILABLE when the store does not answer. */
  sites(): Promise<readonly Site[]> {
    return this.#store.sites();
  }

  /** Forgets every answer, and has the store forget what it remembers: called when a key or workspace has changed. */
  forget(): void {
    this.#lookups.clear();
    this.#store.forget();
  }

  /** Writes down when keys were last used since the previous call that did. Rejects with UNAVAILABLE when the store does not answer. */
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
    if (known && now - known.atMs < identityTtlMs && now >= known.atMs) return known;
    const lookup: Lookup = { atMs: now, identity: this.#store.findIdentity(hash) };
    this.#lookups.set(hash, lookup);
    lookup.identity.then(
      (identity) => (lookup.answer = { identity }),
      () => this.#lookups.get(hash) === lookup && this.#lookups.delete(hash),
    );
    return lookup;
  }
}

function hasExpired({ expiresAtMs }: Identity, nowMs: number): boolean {
  return expiresAtMs !== null && expiresAtMs <= nowMs;
}
