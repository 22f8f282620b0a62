import { stepsOf } from './map-steps.ts';
import { dateTicks, ticksTo } from './scale.ts';

describe('grid lines', () => {
  it.each([
    [0, 'count', [1, 2, 3, 4]],
    [3, 'count', [1, 2, 3, 4]],
    [131, 'count', [40, 80, 120, 160]],
    [184, 'count', [50, 100, 150, 200]],
    [1_001, 'count', [300, 600, 900, 1_200]],
    [2.4, 'ratio', [0.6, 1.2, 1.8, 2.4]],
    [0.9, 'ratio', [0.3, 0.6, 0.9, 1.2]],
    [44, 'percent', [15, 30, 45, 60]],
    [100, 'percent', [25, 50, 75, 100]],
    [153, 'duration', [45, 90, 135, 180]],
    [470, 'duration', [120, 240, 360, 480]],
    [40_000, 'duration', [10_800, 21_600, 32_400, 43_200]],
  ] as const)('up to %d of a %s are at round numbers', (max, kind, lines) => {
    expect(ticksTo(max, kind)).toEqual(lines);
  });
});

describe('a third of the plot at most is empty', () => {
  it.each(['count', 'percent', 'ratio', 'duration'] as const)('for every %s', (kind) => {
    const maxima = Array.from({ length: kind === 'percent' ? 95 : 5_000 }, (_, index) => index + 6);
    const emptiest = Math.max(...maxima.map((max) => 1 - max / (ticksTo(max, kind).at(-1) ?? 0)));
    expect(emptiest).toBeLessThan(0.34);
  });
});

describe('dates below a chart', () => {
  const first = (count: number) => [...Array(count).keys()];

  it('are evenly spaced, five to eight, and no more than fit', () => {
    expect(dateTicks(first(7), 1_000)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(dateTicks(first(7), 290)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(dateTicks(first(30), 1_000)).toEqual([0, 4, 8, 12, 16, 20, 24, 28]);
    expect(dateTicks(first(30), 290)).toEqual([0, 6, 12, 18, 24]);
    expect(dateTicks(first(24), 290)).toEqual([0, 4, 8, 12, 16, 20]);
    expect(dateTicks([], 290)).toEqual([]);
    expect(dateTicks([0], 290)).toEqual([0]);
    const counts = first(401).slice(5);
    expect(Math.min(...counts.map((count) => dateTicks(first(count), 1_000).length))).toBe(5);
    expect(Math.max(...counts.map((count) => dateTicks(first(count), 1_000).length))).toBe(8);
  });

  it('are the same hours of each day, or the first ones of days, even if the clocks change', () => {
    const hoursOf = (days: number, width: number) => dateTicks(first(24 * days), width).map((hour) => hour % 24);
    expect(hoursOf(2, 1_000)).toEqual([0, 6, 12, 18, 0, 6, 12, 18]);
    expect(hoursOf(3, 1_000)).toEqual([0, 12, 0, 12, 0, 12]);
    expect(hoursOf(7, 1_000)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(hoursOf(7, 290)).toEqual([0, 0, 0, 0]);
    expect(hoursOf(14, 240)).toEqual([0, 0, 0, 0, 0]);
    // The first hour is shown twice on the second day.
    const places = [...first(25), ...first(48).slice(24)];
    expect(dateTicks(places, 1_000).map((index) => places[index])).toEqual([0, 8, 16, 24, 32, 40]);
    // The clocks skip the first hour of the second day.
    const skipped = first(24 * 7).filter((hour) => hour !== 24);
    expect(dateTicks(skipped, 1_000).map((index) => skipped[index])).toEqual([0, 25, 48, 72, 96, 120, 144]);
  });
});

describe('the steps of the map', () => {
  it('are at most five, and each of them is used', () => {
    const { bounds, stepOf } = stepsOf([1, 5, 80, 900]);
    expect(bounds).toEqual([1, 4, 20, 60, 300]);
    expect([1, 5, 80, 900].map(stepOf)).toEqual([0, 1, 3, 4]);
    expect(stepsOf([1, 1]).bounds).toEqual([1]);
    const small = stepsOf([1, 2, 4]);
    expect(small.bounds).toEqual([1, 2]);
    expect([1, 2, 4].map(small.stepOf)).toEqual([0, 1, 1]);
  });

  it('distinguish the countries of a large site', () => {
    const { bounds, stepOf } = stepsOf([50, 30_000, 90_000, 400_000, 1_000_000]);
    expect(bounds).toEqual([1, 4_000, 20_000, 70_000, 300_000]);
    expect([50, 30_000, 90_000, 400_000, 1_000_000].map(stepOf)).toEqual([0, 2, 3, 4, 4]);
  });
});
