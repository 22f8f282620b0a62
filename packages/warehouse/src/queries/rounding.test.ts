import { percentage, percentageChange, ratio } from './rounding.ts';

describe('a ratio', () => {
  it.each([
    [1, 3, 0.33],
    [2, 3, 0.67],
    [1, 200, 0.01],
    [-1, 200, -0.01],
    [1, 201, 0],
    // As binary fractions these lie below the half.
    [1005, 1000, 1.01],
    [-1005, 1000, -1.01],
    [8345, 1000, 8.35],
    [0, 7, 0],
    [7, 7, 1],
  ])('of %d and %d is %d: two decimals, halves away from zero', (numerator, denominator, expected) => {
    expect(ratio(numerator, denominator)).toBe(expected);
  });

  it('F10 is 0 if the denominator is 0', () => {
    expect(ratio(0, 0)).toBe(0);
  });

  it('F16 is exact with sums near 2^53', () => {
    expect(ratio(Number.MAX_SAFE_INTEGER, 2)).toBe(4_503_599_627_370_495.5);
    expect(ratio(Number.MAX_SAFE_INTEGER, 3000)).toBe(3_002_399_751_580.33);
  });
});

it('is a percentage from 0 to 100', () => {
  expect([percentage(0, 3), percentage(1, 3), percentage(3, 3)]).toEqual([0, 33.33, 100]);
});

describe('a change', () => {
  it.each([
    [150, 100, 50],
    [50, 100, -50],
    [100, 100, 0],
    [1, 3, -66.67],
    [0.35, 0.2, 75],
    [12.34, 56.78, -78.27],
    [0, 5, -100],
  ])('to %d from %d is %d percent', (current, previous, expected) => {
    expect(percentageChange(current, previous)).toBe(expected);
  });

  it('from 0 is 0 to 0 and 100 to anything else', () => {
    expect([percentageChange(0, 0), percentageChange(0.01, 0), percentageChange(7, 0)]).toEqual([0, 100, 100]);
  });
});
