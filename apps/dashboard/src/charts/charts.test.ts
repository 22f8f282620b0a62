import { stepsOf } from './map-steps.ts';
import { dateTicks, ticksTo } from './scale.ts';

describe('grid lines', () => {
  it.each([
    [0, 'count', [1, 2, 3, 4]],
    [3, 'count', [1, 2, 3, 4]],
    [184, 'count', [50, 100, 150, 200]],
    [1_001, 'count', [500, 1_000, 1_500, 2_000]],
    [2.4, 'ratio', [1, 2, 3, 4]],
    [44, 'percent', [20, 40, 60, 80]],
    [153, 'duration', [60, 120, 180, 240]],
    [40_000, 'duration', [10_800, 21_600, 32_400, 43_200].map((_, index) => (index + 1) * 18_000)],
  ] as const)('up to %d of a %s are at round numbers', (max, kind, lines) => {
    expect(ticksTo(max, kind)).toEqual(lines);
  });
});

describe('dates below a chart', () => {
  it('are evenly spaced and no more than fit', () => {
    expect(dateTicks(7, 8)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(dateTicks(30, 8)).toEqual([0, 4, 8, 12, 16, 20, 24, 28]);
    expect(dateTicks(0, 8)).toEqual([]);
  });
});

describe('the steps of the map', () => {
  it('are five at most, each of them used', () => {
    const { bounds, stepOf } = stepsOf([1, 5, 80, 900]);
    expect(bounds).toEqual([1, 4, 20, 60, 300]);
    expect([1, 5, 80, 900].map(stepOf)).toEqual([0, 1, 3, 4]);
    expect(stepsOf([1, 1]).bounds).toEqual([1]);
  });
});
