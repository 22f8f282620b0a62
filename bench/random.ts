/** A small seeded random source, so that every run of a benchmark sees the same data. */

export interface Random {
  /** Returns a number in [0, 1). */
  next(): number;
  /** Returns a whole number in [0, below). */
  integer(below: number): number;
  chance(probability: number): boolean;
  /** Returns 64 random bits as 16 hex digits. */
  hex64(): string;
  /** Returns a UUID of version 4. */
  uuid(): string;
}

/** Mulberry32: 32 bits of state, plenty for test data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const bits = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const next = () => bits() / 2 ** 32;
  const hex32 = () => bits().toString(16).padStart(8, '0');
  const hex64 = () => hex32() + hex32();
  return {
    next,
    integer: (below) => Math.floor(next() * below),
    chance: (probability) => next() < probability,
    hex64,
    uuid: () => (hex64() + hex64()).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5'),
  };
}

/** Draws ranks 0 to `count` - 1, rank r with a weight of 1 / (r + 1): few are common, most are rare. */
export function zipf(random: Random, count: number): () => number {
  const cumulative = new Float64Array(count);
  let total = 0;
  for (let rank = 0; rank < count; rank++) {
    total += 1 / (rank + 1);
    cumulative[rank] = total;
  }
  return () => {
    const target = random.next() * total;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((cumulative[middle] ?? total) > target) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
