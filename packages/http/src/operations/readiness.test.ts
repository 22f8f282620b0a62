import { unavailable } from '@footfall/errors';
import { Registry } from '@footfall/process';
import { watchReadiness } from './readiness.ts';

describe('readiness', () => {
  it('pings a dependency once for all requests within half a second, and again later', async () => {
    const pings: number[] = [];
    const readiness = watchReadiness('test', { bus: async () => void pings.push(1) }, new Registry());
    jest.useFakeTimers();
    const pingsAfter = async (ms: number) => {
      jest.advanceTimersByTime(ms);
      await Promise.all(Array.from({ length: 20 }, () => readiness()));
      return pings.length;
    };
    expect([await pingsAfter(0), await pingsAfter(499), await pingsAfter(1)]).toEqual([1, 1, 2]);
    jest.useRealTimers();
  });

  it('shows the reason of an AppError, and of no other error, which may contain an address', async () => {
    const dependencies = {
      bus: () => Promise.reject(unavailable('The disk is full')),
      state: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.5:6379')),
    };
    const readiness = watchReadiness('test', dependencies, new Registry());
    expect(await readiness()).toEqual({ bus: 'The disk is full', state: 'No response' });
  });

  it('notices that a dependency is available again', async () => {
    let isDown = true;
    const ping = () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve());
    const readiness = watchReadiness('test', { state: ping }, new Registry());
    expect(await readiness()).toEqual({ state: expect.any(String) });
    isDown = false;
    while (Object.keys(await readiness()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  });
});
