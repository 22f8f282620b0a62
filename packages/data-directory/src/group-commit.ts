/** Group commit: the items that arrive while one commit is in progress form the next one. */

interface Waiting<Item> {
  item: Item;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Counts an item into a group. Returns false if the group has become too large. */
type Fits<Item> = (item: Item) => boolean;

export class GroupCommit<Item> {
  readonly #commit: (items: Item[]) => Promise<void>;
  readonly #startGroup: () => Fits<Item>;
  #waiting: Waiting<Item>[] = [];
  #running: Promise<void> | undefined;

  /**
   * `commit` makes items durable, in the order in which they were added. It is called again only after it has settled. `startGroup` is called
   * for each group, and the function that it returns for each item of the group, in order; the first item is always part of it.
   */
  constructor(commit: (items: Item[]) => Promise<void>, startGroup: () => Fits<Item> = () => () => true) {
    this.#commit = commit;
    this.#startGroup = startGroup;
  }

  /** Commits `item` after those added before. Settles like its commit, and before the next one begins. */
  add(item: Item): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
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
    while (this.#waiting.length > 0) await this.#commitGroup(this.#takeGroup());
    this.#running = undefined;
  }

  /** Removes the oldest items that fit into one group, at least one, and returns them. */
  #takeGroup(): Waiting<Item>[] {
    const fits = this.#startGroup();
    const end = this.#waiting.findIndex(({ item }, index) => !fits(item) && index > 0);
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }

  async #commitGroup(group: readonly Waiting<Item>[]): Promise<void> {
    try {
      await this.#commit(group.map(({ item }) => item));
      for (const { resolve } of group) resolve();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
