/** What has been opened, to be ended in reverse order. */

export class Endings {
  readonly #endings: (() => Promise<unknown>)[] = [];

  /** `end` will run before those added earlier. */
  add(end: () => Promise<unknown>): void {
    this.#endings.unshift(end);
  }

  /** Runs every ending, also after one has failed, once. Rejects with the first failure. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const end of this.#endings.splice(0)) await end().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}
