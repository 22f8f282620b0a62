/** Rate limits over time: windows that end, pools that refill, clocks that jump. */
import { minuteMs } from '@footfall/schemas';
import { createLimits } from './limits.ts';

const startMs = Date.UTC(2026, 2, 1, 12);
const free = { perMinute: 60, burstPool: 40 };

beforeEach(() => {
  jest.useFakeTimers({ now: startMs });
});
afterEach(() => {
  jest.useRealTimers();
});

const limits = () => createLimits(Date.now);

async function allowedOf(limiter: ReturnType<typeof limits>, count: number, key = 'key'): Promise<number> {
  const decisions = await Promise.all(Array.from({ length: count }, () => limiter.consume(key, free)));
  return decisions.filter(({ allowed }) => allowed).length;
}

describe('limits over time', () => {
  it('D11 allow a minute’s requests after the window ends, and no more until the pool refills', async () => {
    const limiter = limits();
    const resetAtMs = startMs + minuteMs;
    expect(await allowedOf(limiter, 150)).toBe(100);
    jest.advanceTimersByTime(minuteMs - 1);
    expect(await limiter.consume('key', free)).toEqual({
      allowed: false,
      limit: free.perMinute,
      remaining: 0,
      resetAtMs,
    });
    jest.advanceTimersByTime(1);
    expect(await limiter.consume('key', free)).toEqual({
      allowed: true,
      remaining: 59,
      limit: free.perMinute,
      resetAtMs: resetAtMs + minuteMs,
    });
    expect(await allowedOf(limiter, 150)).toBe(59);
    jest.advanceTimersByTime(9 * minuteMs - 1);
    expect(await allowedOf(limiter, 150)).toBe(60);
    jest.advanceTimersByTime(minuteMs);
    expect(await allowedOf(limiter, 150)).toBe(100);
  });

  it('A18 end a window after its minute, although the clock was set back within it', async () => {
    const limiter = limits();
    await allowedOf(limiter, 100);
    jest.setSystemTime(startMs - 60 * minuteMs);
    const refused = await limiter.consume('key', free);
    expect(refused.allowed).toBe(false);
    expect(refused.resetAtMs - Date.now()).toBeLessThanOrEqual(minuteMs);
    jest.advanceTimersByTime(minuteMs);
    expect(await limiter.consume('key', free)).toMatchObject({ allowed: true, remaining: 59 });
  });

  it('apply a changed plan of a key at once', async () => {
    const limiter = limits();
    await allowedOf(limiter, 100);
    expect(await limiter.consume('key', { perMinute: 300, burstPool: 200 })).toMatchObject({ allowed: true });
  });

  it('remember a bounded number of keys, the most recently used', async () => {
    const limiter = limits();
    await allowedOf(limiter, 100, 'long ago');
    await allowedOf(limiter, 100, 'often');
    for (let index = 0; index < 99_999; index++) await limiter.consume(`address ${index}`, free);
    expect(await limiter.consume('long ago', free)).toMatchObject({ remaining: 59 });
    await limiter.consume('address 99998', free);
    expect(await limiter.consume('address 99998', free)).toMatchObject({ remaining: 57 });
  });
});
