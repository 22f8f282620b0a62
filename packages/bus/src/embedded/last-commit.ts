/** The consumer's last commit, on disk and in memory. */
import type { Database, LmdbDirectory } from '@footfall/data-directory';
import { z } from 'zod';
import { type Commit, consumerGroup } from '../port.ts';
import { sealText, unsealText } from './sealed-text.ts';

const commitSchema = z.object({ offset: z.int().min(0), metadata: z.string() });

export class LastCommit {
  readonly #stored: Database<string, string>;
  #value: Commit | undefined;

  /** Throws if the stored value is not a commit. */
  constructor({ root }: LmdbDirectory) {
    this.#stored = root.openDB<string, string>('commits', { encoding: 'string' });
    const sealed = this.#stored.get(consumerGroup);
    if (sealed !== undefined) this.#value = commitSchema.parse(JSON.parse(unsealText(consumerGroup, sealed)));
  }

  get value(): Commit | undefined {
    return this.#value;
  }

  /** The committed offset; 0 if there is none. */
  get offset(): number {
    return this.#value?.offset ?? 0;
  }

  /** Stores a commit as part of the batch in progress. */
  put({ offset, metadata }: Commit): void {
    void this.#stored.put(consumerGroup, sealText(consumerGroup, JSON.stringify({ offset, metadata })));
  }

  /** Records that the commit passed to `put` is durable. */
  stored(commit: Commit): void {
    this.#value = commit;
  }
}
