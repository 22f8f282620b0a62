/** Combines the items of many callers into one write. */

interface Group<Item> {
  readonly items: Item[];
  written?: Promise<void>;
}

/** Writes `items`, to which more may be added until it calls `begin`. */
type Write<Item> = (items: readonly Item[], begin: () => void) => Promise<void>;

export class Gatherer<Item> {
  readonly #write: Write<Item>;
  #open: Group<Item> | undefined;

  constructor(write: Write<Item>) {
    this.#write = write;
  }

  /** Settles like the write that contains `items`. */
  add(items: readonly Item[]): Promise<void> {
    const group = (this.#open ??= { items: [] });
    for (const item of items) group.items.push(item);
    return (group.written ??= this.#writeGroup(group));
  }

  async #writeGroup(group: Group<Item>): Promise<void> {
    const begin = () => {
      if (this.#open === group) this.#open = undefined;
    };
    try {
      await this.#write(group.items, begin);
    } finally {
      begin();
    }
  }
}
