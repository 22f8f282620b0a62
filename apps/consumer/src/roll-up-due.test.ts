/** The worker rests only while no answer can come from rollups. */
import { rollUpDueMs } from './roll-up-due.ts';

it('a run is due every ten seconds as soon as a workspace can be large enough to be answered from rollups', () => {
  expect(rollUpDueMs(50_001, 50_000)).toBe(10_000);
  expect(rollUpDueMs(1, 0)).toBe(10_000);
});

it('and every minute before that', () => {
  expect([rollUpDueMs(0, 50_000), rollUpDueMs(50_000, 50_000)]).toEqual([60_000, 60_000]);
});
