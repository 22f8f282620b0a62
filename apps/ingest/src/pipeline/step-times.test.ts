/** The times of steps, from a sample of their calls. */
import { StepTimes } from './step-times.ts';

it('returns the result of every call, and counts a timed one for all calls of its sample', () => {
  const clock = jest.spyOn(performance, 'now');
  let nowMs = 0;
  clock.mockImplementation(() => nowMs);
  const times = new StepTimes();
  const results = Array.from({ length: 170 }, (_, index) =>
    times.of('check').spend(() => {
      nowMs += 1;
      return index;
    }),
  );
  expect(results.at(-1)).toBe(169);
  expect(times.seconds()).toEqual([['check', 0.17]]);
  expect(clock).toHaveBeenCalledTimes(20);
  clock.mockRestore();
});
