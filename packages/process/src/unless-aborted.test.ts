/** Work that is no longer awaited once a signal has aborted. */
import { unlessAborted } from './unless-aborted.ts';

const never = new Promise<string>(() => {});

describe('work unless a signal aborts', () => {
  it('settles with its result or its fault', async () => {
    const { signal } = new AbortController();
    await expect(unlessAborted(Promise.resolve('done'), signal)).resolves.toBe('done');
    await expect(unlessAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  });

  it('is no longer awaited once the signal has aborted', async () => {
    await expect(unlessAborted(never, AbortSignal.abort())).resolves.toBeUndefined();
    const controller = new AbortController();
    const waiting = unlessAborted(never, controller.signal);
    controller.abort();
    await expect(waiting).resolves.toBeUndefined();
  });
});
