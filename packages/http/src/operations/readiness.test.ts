import { unavailable } from '@footfall/errors';
import { Registry } from '@footfall/process';
import { watchReadiness } from './readiness.ts';

describe('readiness', () => {
  it('pings a dependency once for many concurrent requests, and again later', async () => {
    const pings: number[] = [];
    const readiness = watchReadiness('test', { bus: async () => void pings.push(1) }, new Registry());
    await Promise.all(Array.from({ length: 20 }, () => readiness.missing()));
    expect(pings).toHaveLength(1);
    while (pings.length === 1) expect(await readiness.missing()).toEqual({});
  });

  it('shows the reason of an AppError, and of no other error, which may contain an address', async () => {
    const dependencies = {
      bus: () => Promise.reject(unavailable('The disk is full')),
      state: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.5:6379')),
    };
    const readiness = watchReadiness('test', dependencies, new Registry());
    expect(await readiness.missing()).toEqual({ bus: 'The disk is full', state: 'No response' });
  });

  it('notices that a dependency is available again', async () => {
    let isDown = true;
    const ping = () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve());
    const readiness = watchReadiness('test', { state: ping }, new Registry());
    expect(await readiness.missing()).toEqual({ state: expect.any(String) });
    isDown = false;
    while (Object.keys(await readiness.missing()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  });
});
