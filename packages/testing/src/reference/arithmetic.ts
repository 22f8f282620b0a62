/** Exact arithmetic for rates and means: fractions of integers, rounded once, half away from zero. */

/** Returns `numerator / denominator` to two decimals; 0 if the denominator is 0. Both are whole numbers. */
export function quotient(numerator: number, denominator: number): number {
  if (denominator === 0) return 0;
  const positive = numerator < 0 === denominator < 0;
  const top = BigInt(Math.abs(numerator)) * 100n;
  const bottom = BigInt(Math.abs(denominator));
  const hundredths = Number((top * 2n + bottom) / (bottom * 2n));
  return positive || hundredths === 0 ? hundredths / 100 : -hundredths / 100;
}

/** Returns the change from `previous` to `current` in percent; both have at most two decimals. */
export function changePercent(current: number, previous: number): number {
  if (previous === 0) return current === 0 ? 0 : 100;
  const hundredths = (value: number) => Math.round(value * 100);
  return quotient((hundredths(current) - hundredths(previous)) * 100, hundredths(previous));
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
