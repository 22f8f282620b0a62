/** The only functions that compute and round ratios. */

/** `numerator / denominator` of two whole numbers, to two decimals, halves away from zero; 0 if the denominator is 0. */
export function ratio(numerator: number, denominator: number): number {
  if (denominator === 0) return 0;
  const scaled = BigInt(numerator) * 200n;
  const by = BigInt(denominator);
  const half = scaled < 0n ? -by : by;
  return Number((scaled + half) / (2n * by)) / 100;
}

/** `part` of `whole` in percent. */
export const percentage = (part: number, whole: number) => ratio(100 * part, whole);

/** Change from `previous` to `current` in percent, both to two decimals; from 0 to anything else it is 100. */
export function percentageChange(current: number, previous: number): number {
  if (previous === 0) return current === 0 ? 0 : 100;
  const before = Math.round(previous * 100);
  return percentage(Math.round(current * 100) - before, before);
}
