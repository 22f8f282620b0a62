/** The worker rests only while no answer can come from rollups. */
import fc from 'fast-check';
import { eventsReadable } from '@footfall/warehouse';
import { rollUpDueMs } from './roll-up-due.ts';

const eventsMax = 1_000_000;

it('a run is due every ten seconds as soon as any range of any workspace can be answered from rollups', () => {
  const counts = fc
    .array(fc.nat(eventsMax), { minLength: 3, maxLength: 3 })
    .map((all) => all.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(counts, fc.nat(eventsMax), ([range = 0, workspace = 0, stored = 0], threshold) => {
      fc.pre(range > eventsReadable(threshold, workspace));
      expect(rollUpDueMs(stored, threshold)).toBe(10_000);
    }),
  );
});

it('and every minute before that', () => {
  expect(rollUpDueMs(0, 50_000)).toBe(60_000);
  const stored = 49_724;
  expect(eventsReadable(50_000, stored)).toBe(stored);
  expect([rollUpDueMs(stored, 50_000), rollUpDueMs(stored + 1, 50_000)]).toEqual([60_000, 10_000]);
});
