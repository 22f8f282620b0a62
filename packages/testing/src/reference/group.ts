/** Grouping and ordering for the lists of the results. */

export function groupBy<Item>(items: Iterable<Item>, key: (item: Item) => string): Map<string, [Item, ...Item[]]> {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

export function distinct<Item>(items: Iterable<Item>, key: (item: Item) => string): number {
  return new Set([...items].map(key)).size;
}

/** Sorts by `count`, largest first, then by names in turn, by their bytes. */
export function ranked<Entry>(
  entries: readonly Entry[],
  count: (entry: Entry) => number,
  names: (entry: Entry) => readonly string[],
): Entry[] {
  return entries.toSorted((a, b) => count(b) - count(a) || compareNames(names(a), names(b)));
}

export function compareNames(a: readonly string[], b: readonly string[]): number {
  for (const [index, name] of a.entries()) {
    const order = Buffer.compare(Buffer.from(name), Buffer.from(b[index] ?? ''));
    if (order !== 0) return order;
  }
  return 0;
}
