/** The times of steps, from a sample of their calls. */
import { stepSeconds, timed } from './step-times.ts';

let nowMs = 0;
let clock: jest.SpyInstance;

beforeEach(() => {
  clock = jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => clock.mockRestore());

it('returns the result of every call, and counts a timed one for all calls of its sample', () => {
  const check = timed('a check', (index: number) => {
    nowMs += 1;
    return index;
  });
  expect(stepSeconds().get('a check')).toBe(0);
  const results = Array.from({ length: 170 }, (_, index) => check(index));
  expect(results.at(-1)).toBe(169);
  expect(stepSeconds().get('a check')).toBeCloseTo(0.17);
  expect(clock).toHaveBeenCalledTimes(20);
});

it('counts the time until a promise resolves, and none if it rejects', async () => {
  const wait = timed('a wait', async (isRefused: boolean) => {
    await Promise.resolve();
    nowMs += 1;
    if (isRefused) throw new Error('refused');
  });
  for (let call = 0; call < 34; call += 1) await wait(false);
  expect(stepSeconds().get('a wait')).toBeCloseTo(0.034);
  for (let call = 0; call < 17; call += 1) await expect(wait(true)).rejects.toThrow('refused');
  expect(stepSeconds().get('a wait')).toBeCloseTo(0.034);
});
