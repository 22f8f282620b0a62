/** Group commit: the writes that arrive while one commit is in progress form the next one. */

interface Waiting {
  action: () => void;
  resolve: () => void;
  reject: (error: unknown) => void;
}

export class GroupCommit {
  readonly #commit: (action: () => void) => Promise<void>;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;

  /** `commit` runs an action and makes its writes durable. It is called again only after it has settled. */
  constructor(commit: (action: () => void) => Promise<void>) {
    this.#commit = commit;
  }

  /** Runs `action` in the next commit, after those added before. Settles like that commit, and before the one after it begins. */
  add(action: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ action, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when nothing waits. */
  async finish(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // Callers in the same turn of the event loop share a commit.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      await this.#commitGroup(group);
    }
    this.#running = undefined;
  }

  async #commitGroup(group: readonly Waiting[]): Promise<void> {
    try {
      await this.#commit(() => {
        for (const { action } of group) action();
      });
      for (const { resolve } of group) resolve();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
