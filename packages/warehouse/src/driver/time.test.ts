import fc from 'fast-check';
import { clickhouseTime } from './time.ts';

describe('clickhouseTime', () => {
  it('writes any time as UTC with milliseconds', () => {
    const epochMs = fc.integer({ min: 0, max: Date.UTC(2299, 11, 31) });
    fc.assert(
      fc.property(fc.array(epochMs, { minLength: 1 }), (times) => {
        for (const time of times) {
          expect(clickhouseTime(time)).toBe(new Date(time).toISOString().replace('T', ' ').slice(0, 23));
        }
      }),
    );
  });

  it('rejects values that are not a time', () => {
    expect(() => clickhouseTime(Number.NaN)).toThrow(RangeError);
  });
});
