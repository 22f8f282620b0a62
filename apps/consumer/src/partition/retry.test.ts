/** The faults that are retried, and those that are not. */
import { StartError } from '@footfall/errors';
import timers from 'node:timers/promises';
import { untilDone } from './retry.ts';

const failing = (times: number, error: Error = new Error('down')) => {
  let attempts = 0;
  return async () => {
    attempts += 1;
    if (attempts <= times) throw error;
    return attempts;
  };
};

describe('untilDone', () => {
  it('B14 retries until it succeeds, and reports every failure', async () => {
    const failures: unknown[] = [];
    await expect(untilDone(failing(2), new AbortController().signal, (error) => failures.push(error))).resolves.toBe(3);
    expect(failures).toEqual([new Error('down'), new Error('down')]);
  });

  it('B14 pauses for longer after each failure, but for at most five seconds', async () => {
    const pauses: (number | undefined)[] = [];
    const delay = jest.spyOn(timers, 'setTimeout').mockImplementation(async (ms) => void pauses.push(ms));
    const random = jest.spyOn(Math, 'random').mockReturnValue(1);
    await untilDone(failing(8), new AbortController().signal, () => {});
    expect(pauses).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
    delay.mockRestore();
    random.mockRestore();
  });

  it('B7 rejects at once with a fault that no retry can fix', async () => {
    const failures: unknown[] = [];
    const gap = new StartError('The bus has a gap');
    await expect(
      untilDone(failing(1, gap), new AbortController().signal, (error) => failures.push(error)),
    ).rejects.toBe(gap);
    expect(failures).toEqual([]);
  });

  it('rejects when the partition is revoked, even during a pause', async () => {
    const revoked = new AbortController();
    const waiting = untilDone(failing(Number.POSITIVE_INFINITY), revoked.signal, () => revoked.abort());
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});
