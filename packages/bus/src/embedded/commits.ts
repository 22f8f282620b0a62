/** The last commit of each group, on disk and in memory. */
import type { Database, LmdbDirectory } from '@footfall/data-directory';
import { z } from 'zod';
import type { Commit } from '../port.ts';
import { sealText, unsealText } from './sealed-text.ts';

const commitSchema = z.object({ offset: z.int().min(0), metadata: z.string() });

export class Commits {
  readonly #stored: Database<string, string>;
  readonly #byGroup = new Map<string, Commit>();

  /** Throws if a stored value is not a commit. */
  constructor({ root }: LmdbDirectory) {
    this.#stored = root.openDB<string, string>('commits', { encoding: 'string' });
    for (const { key, value } of this.#stored.getRange()) {
      this.#byGroup.set(key, commitSchema.parse(JSON.parse(unsealText(key, value))));
    }
  }

  get(group: string): Commit | undefined {
    return this.#byGroup.get(group);
  }

  /** Stores a commit as part of the batch in progress. */
  put(group: string, { offset, metadata }: Commit): void {
    void this.#stored.put(group, sealText(group, JSON.stringify({ offset, metadata })));
  }

  /** Records that the commit passed to `put` is durable. */
  stored(group: string, commit: Commit): void {
    this.#byGroup.set(group, commit);
  }

  /** The lowest offset that a group has committed; 0 if none has. */
  get lowest(): number {
    return this.#byGroup.size === 0 ? 0 : Math.min(...[...this.#byGroup.values()].map(({ offset }) => offset));
  }
}
