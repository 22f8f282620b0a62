/** One computation for all callers that miss, and never an unusable entry. */
import { type Around, wrapPort } from '@footfall/test-servers';
import { cacheBytesMax, createCache } from './embedded/cache.ts';
import { ReadThrough } from './read-through.ts';

const ttlMs = 300_000;

/** `around` wraps the cache, see `wrapPort`. */
function setUp(around: Around = (_call, proceed) => proceed()) {
  const cache = createCache(cacheBytesMax);
  const counts = { computed: 0, poisoned: 0 };
  const clock = { nowMs: 1_000_000 };
  const values = new ReadThrough<string>(wrapPort(cache, around), () => clock.nowMs);
  const compute = async (isKept: boolean) => {
    const value = `mine ${++counts.computed}`;
    return { value, entry: isKept ? value : undefined };
  };
  const keep = () => compute(true);
  const read = ({ key = 'key', compute: computed = keep }: { key?: string; compute?: typeof keep } = {}) =>
    values.read({
      key,
      ttlMs,
      compute: computed,
      open: (entry) => (/^mine \d+$/.test(entry) ? entry : undefined),
      onPoisoned: () => counts.poisoned++,
    });
  return { cache, counts, clock, read, keepNot: () => compute(false) };
}

describe('ReadThrough', () => {
  it('computes a missing value, and returns it from the cache until it expires', async () => {
    const { clock, read } = setUp();
    expect(await read()).toEqual({ value: 'mine 1', fromCache: false, expiresAtMs: 1_300_000 });
    clock.nowMs += ttlMs - 1;
    expect(await read()).toEqual({ value: 'mine 1', fromCache: true, expiresAtMs: 1_300_000 });
    clock.nowMs += 1;
    expect(await read()).toEqual({ value: 'mine 2', fromCache: false, expiresAtMs: 1_600_000 });
  });

  it('computes a value again that must not be cached, and holds its lock no longer than that', async () => {
    const { cache, read, keepNot } = setUp();
    for (const value of ['mine 1', 'mine 2']) {
      expect(await read({ compute: keepNot })).toEqual({ value, fromCache: false, expiresAtMs: 1_000_000 });
      expect(await cache.lock('key', ttlMs)).toBe(true);
      await cache.unlock('key');
    }
  });

  it('releases its lock if the computation fails, so that the next call tries again', async () => {
    const { cache, read } = setUp();
    await expect(read({ compute: () => Promise.reject(new Error('failed')) })).rejects.toThrow('failed');
    expect(await cache.lock('key', ttlMs)).toBe(true);
    await cache.unlock('key');
    expect(await read()).toMatchObject({ value: 'mine 1', fromCache: false });
  });

  it('computes different keys separately', async () => {
    const { counts, read } = setUp();
    await Promise.all([read({ key: 'one' }), read({ key: 'two' })]);
    expect(counts.computed).toBe(2);
  });

  it.each([
    ['of another key', '1:9999999999999:theirs 7'],
    ['that is truncated', '1:9999999999999:mine '],
    ['of another version', '0:9999999999999:mine 7'],
    ['without its expiry', 'mine 7'],
  ])('D7 computes again, and counts, an entry %s', async (_, entry) => {
    const { cache, counts, read } = setUp();
    await cache.set('key', entry, ttlMs);
    expect(await read()).toMatchObject({ value: 'mine 1', fromCache: false });
    expect(counts.poisoned).toBe(1);
    expect(await read()).toMatchObject({ value: 'mine 1', fromCache: true });
    expect(counts.poisoned).toBe(1);
  });

  it('returns a value that another process has stored since it was missed', async () => {
    const { cache, counts, read } = setUp(async ({ method }, proceed) => {
      if (method === 'lock') await cache.set('key', '1:1300000:mine 9', ttlMs);
      return proceed();
    });
    expect(await read()).toMatchObject({ value: 'mine 9', fromCache: true });
    expect(counts.computed).toBe(0);
  });

  it('waits for another process that computes, and returns the value that it has stored', async () => {
    const { cache, counts, read } = setUp();
    const other = { ...cache };
    await other.lock('key', 60_000);
    const waiting = read();
    await other.set('key', '1:1300000:mine 9', ttlMs);
    expect(await waiting).toMatchObject({ value: 'mine 9', fromCache: true });
    expect(counts.computed).toBe(0);
    // The lock is still the other's.
    expect(await cache.lock('key', 60_000)).toBe(false);
  });
});
