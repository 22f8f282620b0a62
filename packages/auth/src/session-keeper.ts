/** Tells who a session belongs to, and remembers when sessions were last used. */
import { LastUses } from './last-uses.ts';
import type { PeopleStore, SessionHolder } from './people-store.ts';
import { deriveToken, hashToken, isSameToken, isWellFormedToken } from './token.ts';

export class SessionKeeper {
  readonly #store: Pick<PeopleStore, 'findSession' | 'recordSessionUse' | 'forget'>;
  readonly #now: () => number;
  readonly #uses: LastUses;

  constructor(store: Pick<PeopleStore, 'findSession' | 'recordSessionUse' | 'forget'>, now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
    this.#uses = new LastUses((lastUsedMs) => store.recordSessionUse(lastUsedMs));
  }

  /** The session behind `token`; undefined when it is malformed, unknown or has ended. Rejects with UNAVAILABLE when the store does not answer. */
  async identify(token: string): Promise<SessionHolder | undefined> {
    if (!isWellFormedToken(token)) return undefined;
    const holder = await this.#store.findSession(hashToken(token));
    if (holder) this.#uses.note(holder.session.sessionId, this.#now());
    return holder;
  }

  /** Forgets what the store remembers: called when people, sessions or shares have changed. */
  forget(): void {
    this.#store.forget();
  }

  /** Writes down when sessions were last used. Rejects with UNAVAILABLE when the store does not answer. */
  flushLastUsed(): Promise<void> {
    return this.#uses.flush();
  }
}

/** What a request that changes something must carry beside the session's cookie: another page can have the cookie sent, but cannot compute this. */
export function csrfTokenOf(sessionToken: string): string {
  return deriveToken(sessionToken, 'csrf');
}

export function isCsrfTokenOf(sessionToken: string, given: string): boolean {
  return isSameToken(csrfTokenOf(sessionToken), given);
}
