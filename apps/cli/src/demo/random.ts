/** Random choices that are the same for the same seed. */

export interface Chance {
  /** At least 0, below 1. */
  next(): number;
  /** At least `low`, below `high`. */
  between(low: number, high: number): number;
  isTrue(probability: number): boolean;
  /** One of `items`, the heavier the likelier. Throws for an empty list. */
  pick<Item extends { weight: number }>(items: readonly Item[]): Item;
  /** Around `mean`, many short and few long. */
  exponential(mean: number): number;
}

/** mulberry32: 32 bits of state, good enough for traffic. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    isTrue: (probability) => next() < probability,
    exponential: (mean) => -Math.log(1 - next()) * mean,
    pick(items) {
      let left = next() * items.reduce((sum, item) => sum + item.weight, 0);
      const picked = items.find((item) => (left -= item.weight) < 0) ?? items.at(-1);
      if (picked === undefined) throw new RangeError('there is nothing to pick from');
      return picked;
    },
  };
}
