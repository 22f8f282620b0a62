/** One computation for all who miss, and never an entry that cannot be used. */
import { createCache } from './embedded/cache.ts';
import { readThrough } from './read-through.ts';

const ttlMs = 300_000;

function setUp() {
  const cache = createCache();
  const counts = { computed: 0, poisoned: 0 };
  const clock = { nowMs: 1_000_000 };
  const read = (overrides: { key?: string; compute?: () => Promise<string>; workspace?: string } = {}) => {
    const { key = 'key', workspace = 'ws_1' } = overrides;
    return readThrough({
      cache,
      key,
      ttlMs,
      decode: (text) => {
        const parsed: unknown = JSON.parse(text);
        return Array.isArray(parsed) && parsed[0] === workspace ? { number: Number(parsed[1]) } : undefined;
      },
      compute:
        overrides.compute ??
        (async () => {
          counts.computed++;
          return JSON.stringify([workspace, counts.computed]);
        }),
      now: () => clock.nowMs,
      onPoisoned: () => counts.poisoned++,
    });
  };
  return { cache, counts, clock, read };
}

describe('readThrough', () => {
  it('computes what is missing, and gives it from the cache until its time is over', async () => {
    const { clock, read } = setUp();
    const times = { storedAtMs: 1_000_000, expiresAtMs: 1_300_000 };
    expect(await read()).toEqual({ value: { number: 1 }, fromCache: false, ...times });
    clock.nowMs += ttlMs - 1;
    expect(await read()).toEqual({ value: { number: 1 }, fromCache: true, ...times });
    clock.nowMs += 1;
    expect(await read()).toMatchObject({ value: { number: 2 }, fromCache: false, storedAtMs: 1_300_000 });
  });

  it('D4 computes once for 200 that miss at the same time', async () => {
    const { counts, read } = setUp();
    const found = await Promise.all(Array.from({ length: 200 }, () => read()));
    expect(counts.computed).toBe(1);
    expect(new Set(found.map(({ value }) => value.number))).toEqual(new Set([1]));
    expect((await read()).fromCache).toBe(true);
  });

  it('computes different keys each by itself', async () => {
    const { counts, read } = setUp();
    await Promise.all([read({ key: 'one' }), read({ key: 'two' })]);
    expect(counts.computed).toBe(2);
  });

  it('D5 fails everyone who waits for a computation that fails, and tries again on the next call', async () => {
    const { read } = setUp();
    let attempts = 0;
    const compute = async () => {
      attempts++;
      await new Promise(setImmediate);
      throw new Error('no warehouse');
    };
    const settled = await Promise.allSettled(Array.from({ length: 20 }, () => read({ compute })));
    expect(settled.map(({ status }) => status)).toEqual(Array(20).fill('rejected'));
    expect(attempts).toBe(1);
    expect(await read()).toMatchObject({ value: { number: 1 }, fromCache: false });
  });

  it.each([
    ['of another workspace', '1:0:9999999999999:["ws_2",7]'],
    ['that is no JSON', '1:0:9999999999999:["ws_1",'],
    ['of another version', '0:0:9999999999999:["ws_1",7]'],
    ['without its times', '["ws_1",7]'],
  ])('D7 computes anew, and counts, an entry %s', async (_, entry) => {
    const { cache, counts, read } = setUp();
    await cache.set('key', entry, ttlMs);
    expect(await read()).toMatchObject({ value: { number: 1 }, fromCache: false });
    expect(counts.poisoned).toBe(1);
    expect(await read()).toMatchObject({ value: { number: 1 }, fromCache: true });
    expect(counts.poisoned).toBe(1);
  });

  it('waits for another process that computes, and takes what it has stored', async () => {
    const { cache, counts, read } = setUp();
    const other = { ...cache };
    await other.lock('lock:key', 60_000);
    const waiting = read();
    await other.set('key', '1:1000000:1300000:["ws_1",9]', ttlMs);
    expect(await waiting).toMatchObject({ value: { number: 9 }, fromCache: true });
    expect(counts.computed).toBe(0);
  });
});
