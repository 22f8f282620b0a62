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

  it('notices that a dependency is available again', async () => {
    let isDown = true;
    const ping = () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve());
    const readiness = watchReadiness('test', { state: ping }, new Registry());
    expect(await readiness.missing()).toEqual({ state: expect.any(String) });
    isDown = false;
    while (Object.keys(await readiness.missing()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  });
});
