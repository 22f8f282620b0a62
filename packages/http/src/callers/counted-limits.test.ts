import type { Limits } from '@footfall/state';
import { Registry } from '@footfall/process';
import { countedLimits } from './counted-limits.ts';

const oneEach = (): Limits => {
  const seen = new Set<string>();
  return {
    consume: async (key) => {
      const allowed = !seen.has(key);
      seen.add(key);
      return { allowed, remaining: 0, resetAtMs: 60_000 };
    },
  };
};

describe('counted limits', () => {
  it('show what was decided, by kind and never by whose it is', async () => {
    const registry = new Registry();
    const limits = countedLimits(oneEach(), 'query', registry);
    const allowance = { perMinute: 1, burstPool: 0 };
    for (const key of ['key:key_1', 'key:key_1', 'address:192.0.2.1', 'address:192.0.2.2', 'ingest:ws_1'])
      await limits.consume(key, allowance);
    const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('footfall'));
    expect(lines).toEqual([
      'footfall_query_limit_decisions_total{kind="key",decision="allowed"} 1',
      'footfall_query_limit_decisions_total{kind="key",decision="refused"} 1',
      'footfall_query_limit_decisions_total{kind="address",decision="allowed"} 2',
      'footfall_query_limit_decisions_total{kind="ingest",decision="allowed"} 1',
    ]);
  });

  it('decide as those they count', async () => {
    const limits = countedLimits(oneEach(), 'ingest', new Registry());
    const allowance = { perMinute: 1, burstPool: 0 };
    expect(await limits.consume('key:a', allowance, 2)).toEqual({ allowed: true, remaining: 0, resetAtMs: 60_000 });
    expect(await limits.consume('key:a', allowance, 2)).toMatchObject({ allowed: false });
  });
});
