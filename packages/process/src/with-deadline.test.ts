/** A deadline for a promise. */
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { withDeadline } from './with-deadline.ts';

const never = new Promise<string>(() => {});
const tooLate = () => {
  throw new Error('too late');
};

describe('work with a deadline', () => {
  it('settles with its result or its fault, and does not call onLate', async () => {
    const onLate = jest.fn();
    await expect(withDeadline(Promise.resolve('done'), 10, onLate)).resolves.toBe('done');
    await expect(withDeadline(Promise.reject(new Error('no')), 10, onLate)).rejects.toThrow('no');
    await delay(20);
    expect(onLate).not.toHaveBeenCalled();
  });

  it('settles like onLate, which is called once, if it takes longer', async () => {
    const onLate = jest.fn(() => 'nothing');
    await expect(withDeadline(never, 1, onLate)).resolves.toBe('nothing');
    expect(onLate).toHaveBeenCalledTimes(1);
    await expect(withDeadline(never, 1, tooLate)).rejects.toThrow('too late');
  });

  it('is in time if its result arrives in the turn of the event loop in which the deadline passes', async () => {
    await nextTurn();
    const deadline = withDeadline(delay(1, 'done'), 1, tooLate);
    // Both timers are due once this process is no longer busy, that of the deadline last.
    const result = withDeadline(delay(2, 'done'), 1, tooLate);
    for (const endMs = performance.now() + 10; performance.now() < endMs;);
    await expect(Promise.all([deadline, result])).resolves.toEqual(['done', 'done']);
  });

  it('has no effect once it is late', async () => {
    let succeed = (_result: string) => {};
    let fail = (_error: Error) => {};
    const succeeding = new Promise<string>((resolve) => (succeed = resolve));
    const failing = new Promise<string>((_resolve, reject) => (fail = reject));
    await expect(withDeadline(succeeding, 1, () => 'nothing')).resolves.toBe('nothing');
    await expect(withDeadline(failing, 1, () => 'nothing')).resolves.toBe('nothing');
    succeed('done');
    fail(new Error('no'));
    await nextTurn();
  });
});
