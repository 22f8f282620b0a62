/** Random choices that are reproducible for the same seed. */

export interface Chance {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns a number from `low` (inclusive) to `high` (exclusive). */
  between(low: number, high: number): number;
  isTrue(probability: number): boolean;
  /** Returns one of `items`, with a probability proportional to its weight. Throws for an empty list. */
  pick<Item extends { weight: number }>(items: readonly Item[]): Item;
  /** Returns a number around `mean`: many are small, few are large. */
  exponential(mean: number): number;
}

/** The mulberry32 generator: 32 bits of state, good enough for traffic. */
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
