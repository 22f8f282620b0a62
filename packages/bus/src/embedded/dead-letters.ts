/** Records that can never be inserted, kept for the operator: the newest, up to a limit. */
import type { Database, LmdbDirectory } from '@footfall/data-directory';

export class DeadLetters {
  readonly #directory: LmdbDirectory;
  readonly #letters: Database<Buffer, number>;
  readonly #max: number;
  #next: number;

  constructor(directory: LmdbDirectory, max: number) {
    this.#directory = directory;
    this.#letters = directory.root.openDB<Buffer, number>('dead-letters', { encoding: 'binary' });
    this.#max = max;
    const [last] = this.#letters.getKeys({ reverse: true, limit: 1 });
    this.#next = (last ?? -1) + 1;
  }

  /** Resolves once `values` are durable. */
  async append(values: readonly Uint8Array[]): Promise<void> {
    await this.#directory.write(() => {
      for (const value of values) void this.#letters.put(this.#next++, Buffer.from(value));
      for (const oldest of this.#letters.getKeys({ end: this.#next - this.#max, snapshot: false })) {
        void this.#letters.remove(oldest);
      }
    });
  }

  /** Returns the values of the newest dead letters, at most `count`, oldest first. */
  newest(count: number): Uint8Array[] {
    return [...this.#letters.getRange({ start: this.#next - count })].map(({ value }) => value);
  }
}
