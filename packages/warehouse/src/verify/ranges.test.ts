/** The choice of the ranges for which a workspace is compared. */
import { dayMs, hourMs } from '@footfall/schemas';
import { allTime, chooseRanges, type ChosenRange, type Hour, type Kind } from './ranges.ts';

const firstDay = Date.parse('2026-03-01');
const days = [0, 1, 2, 7, 8].map((day) => firstDay + day * dayMs);
const hours: Hour[] = days.flatMap((day) => [3, 4, 22].map((hour) => ({ startMs: day + hour * hourMs, events: hour })));
const endMs = firstDay + 9 * dayMs;

const choose = (seed: string) => chooseRanges(hours, allTime, seed);
const of = (kind: Kind, requested: readonly ChosenRange[]) =>
  requested.filter((one) => one.kind === kind).map(({ range }) => range);

describe('the ranges for which a workspace is compared', () => {
  const seeds = Array.from({ length: 200 }, (_, seed) => String(seed));

  it('include every day with events, and all time', () => {
    expect(of('days', choose('1'))).toEqual(days.map((startMs) => ({ startMs, endMs: startMs + dayMs })));
    expect(of('history', choose('1'))).toEqual([allTime]);
  });

  it('include parts of days, in which each hour occurs once and no day with events is whole', () => {
    for (const seed of seeds) {
      const parts = of('parts of days', choose(seed));
      expect(parts[0]?.startMs).toBe(firstDay);
      expect(parts.at(-1)?.endMs).toBe(endMs);
      expect(parts.slice(1).map(({ startMs }) => startMs)).toEqual(parts.slice(0, -1).map((part) => part.endMs));
      const whole = parts.filter((part) => days.some((day) => part.startMs <= day && part.endMs >= day + dayMs));
      expect(whole).toEqual([]);
    }
  });

  it('include random ranges of whole hours, one from each day with events', () => {
    for (const seed of seeds) {
      const ranges = of('random ranges', choose(seed));
      expect(ranges.map(({ startMs }) => startMs - (startMs % dayMs))).toEqual(days);
      for (const range of ranges) {
        expect(range.startMs % hourMs).toBe(0);
        expect(range.endMs % hourMs).toBe(0);
        expect(range.endMs).toBeGreaterThan(range.startMs);
        expect(range.endMs).toBeLessThanOrEqual(endMs);
      }
    }
  });

  it('are the same for the same seed, and differ for another', () => {
    expect(choose('1')).toEqual(choose('1'));
    expect(of('random ranges', choose('1'))).not.toEqual(of('random ranges', choose('2')));
  });

  it('have the number of events in each', () => {
    const [day] = choose('1');
    expect(day?.events).toBe(3 + 4 + 22);
    expect(choose('1').at(-1)?.events).toBe(days.length * (3 + 4 + 22));
  });
});
