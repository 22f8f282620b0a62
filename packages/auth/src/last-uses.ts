/** When keys or sessions were last used, gathered to be written rarely. */

export class LastUses {
  #lastUsedMs = new Map<string, number>();
  readonly #write: (lastUsedMs: ReadonlyMap<string, number>) => Promise<void>;

  /** `write` receives IDs with epoch milliseconds. */
  constructor(write: (lastUsedMs: ReadonlyMap<string, number>) => Promise<void>) {
    this.#write = write;
  }

  note(id: string, epochMs: number): void {
    this.#lastUsedMs.set(id, epochMs);
  }

  /** Writes down what was used since the previous call that did. Rejects with UNAVAILABLE when the store does not answer. */
  async flush(): Promise<void> {
    if (this.#lastUsedMs.size === 0) return;
    const lastUsedMs = this.#lastUsedMs;
    this.#lastUsedMs = new Map();
    try {
      await this.#write(lastUsedMs);
    } catch (error) {
      // What was used meanwhile was used later.
      this.#lastUsedMs = new Map([...lastUsedMs, ...this.#lastUsedMs]);
      throw error;
    }
  }
}
