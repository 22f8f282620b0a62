/** The last uses of keys or sessions, collected so that they are stored rarely. */
import type { Moment } from './stored-values.ts';

export class LastUses {
  readonly #lastUsedMs = new Map<string, number>();
  readonly #write: (uses: readonly Moment[]) => Promise<void>;

  constructor(write: (uses: readonly Moment[]) => Promise<void>) {
    this.#write = write;
  }

  note(id: string, epochMs: number): void {
    this.#lastUsedMs.set(id, epochMs);
  }

  /** Stores the uses since the previous successful call. Rejects with UNAVAILABLE if the store does not respond. */
  async flush(): Promise<void> {
    const noted = [...this.#lastUsedMs];
    if (noted.length === 0) return;
    await this.#write(noted.map(([id, atMs]) => ({ id, atMs })));
    // Later uses remain.
    for (const [id, atMs] of noted) if (this.#lastUsedMs.get(id) === atMs) this.#lastUsedMs.delete(id);
  }
}
