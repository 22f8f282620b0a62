/** The metadata of an offset commit. */
import { doneCommit, planCommit, readPosition } from './planned-range.ts';

describe('readPosition', () => {
  it('reads a planned range', () => {
    expect(readPosition(planCommit(5, 9))).toEqual({ from: 5, plannedTo: 9 });
    expect(readPosition(planCommit(5, 5))).toEqual({ from: 5, plannedTo: 5 });
  });

  it('returns no planned range after a finished insert', () => {
    expect(readPosition(doneCommit(10))).toEqual({ from: 10, plannedTo: undefined });
  });

  it.each([
    ['B12 a later version', '{"v":2,"to":9}'],
    ['A13 garbage', 'to=9'],
    ['A13 a range that ends before it begins', '{"v":1,"to":3}'],
    ['A13 a fraction', '{"v":1,"to":9.5}'],
  ])('refuses %s instead of guessing', (_name, metadata) => {
    expect(() => readPosition({ offset: 5, metadata })).toThrow(/cannot read/);
  });
});
