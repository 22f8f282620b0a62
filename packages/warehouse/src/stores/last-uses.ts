/** The last uses of keys or sessions, collected so that they are stored rarely. */
import type { Moment } from './stored-values.ts';

export class LastUses {
  #lastUsedMs = new Map<string, number>();
  readonly #write: (uses: readonly Moment[]) => Promise<void>;

  constructor(write: (uses: readonly Moment[]) => Promise<void>) {
    this.#write = write;
  }

  note(id: string, epochMs: number): void {
    this.#lastUsedMs.set(id, epochMs);
  }

  /** Stores the uses since the previous successful call. Rejects with UNAVAILABLE if the store does not respond. */
  async flush(): Promise<void> {
    if (this.#lastUsedMs.size === 0) return;
    const lastUsedMs = this.#lastUsedMs;
    this.#lastUsedMs = new Map();
    try {
      await this.#write([...lastUsedMs].map(([id, atMs]) => ({ id, atMs })));
    } catch (error) {
      // Uses noted meanwhile are later ones.
      this.#lastUsedMs = new Map([...lastUsedMs, ...this.#lastUsedMs]);
      throw error;
    }
  }
}
