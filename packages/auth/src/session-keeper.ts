/** Identifies the person of a session, and remembers when sessions were last used. */
import { LastUses } from './last-uses.ts';
import type { PeopleStore, SessionHolder } from './people-store.ts';
import { deriveToken, hashToken, isSameToken, isWellFormedToken } from './token.ts';

type Store = Pick<PeopleStore, 'findSession' | 'recordSessionUse' | 'forget'>;

export class SessionKeeper {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #uses: LastUses;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
    this.#uses = new LastUses((lastUsedMs) => store.recordSessionUse(lastUsedMs));
  }

  /** Resolves with the session of `token`; undefined if it is malformed, unknown or has ended. Rejects with UNAVAILABLE if the store does not respond. */
  async identify(token: string): Promise<SessionHolder | undefined> {
    if (!isWellFormedToken(token)) return undefined;
    const holder = await this.#store.findSession(hashToken(token));
    if (holder) this.#uses.note(holder.session.sessionId, this.#now());
    return holder;
  }

  /** Clears the store's cache: called when people, sessions or shares have changed. */
  forget(): void {
    this.#store.forget();
  }

  /** Stores when sessions were last used. Rejects with UNAVAILABLE if the store does not respond. */
  flushLastUsed(): Promise<void> {
    return this.#uses.flush();
  }
}

/** Returns the token that a request that changes something must carry in addition to the session's cookie: another page can make the browser send the cookie, but cannot compute this. */
export function csrfTokenOf(sessionToken: string): string {
  return deriveToken(sessionToken, 'csrf');
}

export function isCsrfTokenOf(sessionToken: string, given: string): boolean {
  return isSameToken(csrfTokenOf(sessionToken), given);
}
