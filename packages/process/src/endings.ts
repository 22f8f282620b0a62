/** The parts that a program has opened, ended in reverse order. */

export class Endings {
  readonly #endings: { name: string; end: () => Promise<void> }[] = [];
  readonly #running = new Set<string>();

  /** `end` runs before those added earlier. */
  add(name: string, end: () => Promise<void>): void {
    this.#endings.unshift({ name, end });
  }

  /** The names of the parts that are ending. */
  get running(): string[] {
    return [...this.#running];
  }

  /**
   * Runs each ending once, in sequence, even if one fails. When `hurry` aborts, all remaining ones begin at
   * once: one that is stuck does not block the others. Resolves with the failures once all are over.
   */
  async run(hurry: AbortSignal): Promise<{ name: string; error: unknown }[]> {
    const failures: { name: string; error: unknown }[] = [];
    const hurried = new Promise<void>((resolve) => {
      if (hurry.aborted) resolve();
      hurry.addEventListener('abort', () => resolve(), { once: true });
    });
    const begun: Promise<unknown>[] = [];
    for (const { name, end } of this.#endings.splice(0)) {
      this.#running.add(name);
      const ending = end()
        .catch((error: unknown) => failures.push({ name, error }))
        .finally(() => this.#running.delete(name));
      begun.push(ending);
      await Promise.race([ending, hurried]);
    }
    await Promise.all(begun);
    return failures;
  }
}
