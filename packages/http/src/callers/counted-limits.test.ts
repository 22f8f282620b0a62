import type { Limits } from '@footfall/state';
import { Registry } from '@footfall/process';
import { countedLimits } from './counted-limits.ts';

const oneEach = (): Limits => {
  const seen = new Set<string>();
  return {
    consume: async (key) => {
      const allowed = !seen.has(key);
      seen.add(key);
      return { allowed, limit: 60, remaining: 0, resetAtMs: 60_000 };
    },
  };
};

describe('counted limits', () => {
  it('count decisions by kind, never by client', async () => {
    const registry = new Registry();
    const limits = countedLimits(oneEach(), 'query', registry);
    const rateLimit = { perMinute: 1, burstPool: 0 };
    for (const key of ['key:key_1', 'key:key_1', 'address:192.0.2.1', 'address:192.0.2.2', 'ingest:ws_1'])
      await limits.consume(key, rateLimit);
    const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('footfall'));
    expect(lines).toEqual([
      'footfall_query_limit_decisions_total{kind="key",decision="allowed"} 1',
      'footfall_query_limit_decisions_total{kind="key",decision="refused"} 1',
      'footfall_query_limit_decisions_total{kind="address",decision="allowed"} 2',
      'footfall_query_limit_decisions_total{kind="ingest",decision="allowed"} 1',
    ]);
  });

  it('return the decisions that they count', async () => {
    const limits = countedLimits(oneEach(), 'ingest', new Registry());
    const rateLimit = { perMinute: 1, burstPool: 0 };
    expect(await limits.consume('key:a', rateLimit, 2)).toEqual({
      allowed: true,
      limit: 60,
      remaining: 0,
      resetAtMs: 60_000,
    });
    expect(await limits.consume('key:a', rateLimit, 2)).toMatchObject({ allowed: false });
  });
});
