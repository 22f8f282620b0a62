/** The state in Redis: the contract of every state, and two processes on one Redis. */
import { describeWithServers, freePort, openProxy, until } from '@footfall/test-servers';
import { randomUUID } from 'node:crypto';
import { openState } from './open.ts';
import { reportMinutes, type State } from './port.ts';
import { withoutDeadlines } from './redis-deadlines.fixture.ts';
import { removeKeys, withOwnPrefix, withRedis } from './redis-prefix.fixture.ts';
import { describeState, type StateUnderTest } from './state.contract.ts';

it('D3 a state opens although no Redis is there, logs that without its address, and counts limits in memory', async () => {
  const port = await freePort();
  const log: string[] = [];
  const note = (line: string) => void log.push(line);
  const settings = { DATA_DIR: '', REDIS_URL: `redis://:secret@127.0.0.1:${port}` };
  const state = await openState(settings, { now: Date.now, logger: { info: note, warn: note, error: note } });
  expect(log).toEqual([expect.stringContaining('nothing listens there (ECONNREFUSED)')]);
  expect(log.join()).not.toMatch(/127\.0\.0\.1|secret/);
  const rateLimit = { perMinute: 1, burstPool: 0 };
  expect(await state.limits.consume('key', rateLimit)).toMatchObject({ allowed: true, remaining: 0 });
  expect(await state.limits.consume('key', rateLimit)).toMatchObject({ allowed: false });
  await expect(state.salts.salt('2026-03-01')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'Visitors cannot be derived at the moment: send visitorId and sessionId, or try again',
  });
  const visit = { workspaceId: 'ws_0000000000000001', visitorId: 'a'.repeat(16), timestamp: Date.now() };
  await expect(state.sessions.assign([visit])).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'Sessions cannot be assigned at the moment: send visitorId and sessionId, or try again',
  });
  await state.close();
});

describeWithServers('on a server', ['REDIS_URL'], ({ REDIS_URL }) => {
  let url: string;
  let keyPrefix: string;
  const states: State[] = [];

  async function open(at: URL | string = url, now = Date.now): Promise<State> {
    const state = await openState({ DATA_DIR: '', REDIS_URL: `${at}` }, { now });
    states.push(state);
    return state;
  }

  async function remove(): Promise<void> {
    await Promise.all(states.splice(0).map((state) => state.close()));
    await removeKeys(REDIS_URL, keyPrefix);
  }

  beforeEach(() => {
    ({ url, keyPrefix } = withOwnPrefix(REDIS_URL));
  });
  afterEach(remove);

  it('D4 a lock that could not be released while Redis was away is released once it is back', async () => {
    const proxy = await openProxy(Number(new URL(url).port));
    const throughProxy = new URL(url);
    throughProxy.host = `127.0.0.1:${proxy.port}`;
    const [state, peer] = [await open(throughProxy), await open()];
    const owner = () => withRedis(REDIS_URL, (redis) => redis.get(`${keyPrefix}lock:key`));
    /** Resolves with the new owner once Redis has it: a state grants every lock while Redis responds too late. */
    const lockedBy = async ({ cache }: State, before: string | null) => {
      let now = before;
      await until(async () => {
        await cache.lock('key', 600_000);
        return (now = await owner()) !== before && now !== null;
      });
      return now;
    };
    try {
      const first = await lockedBy(state, null);
      proxy.cut();
      await state.cache.unlock('key');
      expect(await owner()).toBe(first);
      proxy.heal();
      const second = await lockedBy(peer, first);
      await state.cache.unlock('key');
      expect(await owner()).toBe(second);
    } finally {
      await proxy.close();
    }
  });

  describe('a Redis user', () => {
    const user = `test-${randomUUID()}`;
    const acl = (...rules: string[]) => withRedis(REDIS_URL, (redis) => redis.acl('SETUSER', user, ...rules));
    const openAs = async (channels: string) => {
      await acl('reset', 'on', '>secret', '+@all', `~${keyPrefix}*`, channels);
      const ownUrl = new URL(url);
      ownUrl.username = user;
      ownUrl.password = 'secret';
      return open(ownUrl);
    };
    afterEach(() => withRedis(REDIS_URL, (redis) => redis.acl('DELUSER', user)));

    describe('without the channel of key changes', () => {
      withoutDeadlines();

      it('D3 opens no state', async () => {
        await expect(openAs('resetchannels')).rejects.toMatchObject({
          name: 'StartError',
          message: `Setting REDIS_URL: the user needs permission for the channel ${keyPrefix}key-changes`,
        });
      });
    });

    it('D9 whose notification is refused can use the rest of Redis, and is notified again once that is permitted', async () => {
      const state = await openAs(`&${keyPrefix}*`);
      await acl('resetchannels');
      await expect(state.announceChange()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      // A response that is late on a busy machine leads to a moment without Redis.
      const succeeds = (call: () => Promise<void>) =>
        call().then(
          () => true,
          () => false,
        );
      await until(() => succeeds(() => state.ping()));
      let heard = 0;
      state.onChange(() => void heard++);
      await acl(`&${keyPrefix}*`);
      await until(() => heard > 0);
      await until(() => succeeds(() => state.announceChange()));
    });
  });

  describe('that takes any time to respond', () => {
    withoutDeadlines();

    it('D3 a state opens in no other database than the one that REDIS_URL names', async () => {
      const elsewhere = new URL(url);
      elsewhere.pathname = '/9999';
      await expect(open(elsewhere)).rejects.toMatchObject({
        name: 'StartError',
        message: 'Setting REDIS_URL: Redis has no database 9999',
      });
      expect(await withRedis(REDIS_URL, (redis) => redis.keys(`${keyPrefix}*`))).toEqual([]);
    });

    it('G16 a window that ends years ahead, because the clock of Redis was set back, starts again', async () => {
      const state = await open();
      const consume = () => state.limits.consume('key', { perMinute: 1, burstPool: 0 });
      expect([(await consume()).allowed, (await consume()).allowed]).toEqual([true, false]);
      await withRedis(REDIS_URL, async (redis) => {
        for (const key of await redis.keys(`${keyPrefix}limit:*`)) await redis.expire(key, 10 * 365 * 86_400);
      });
      const decision = await consume();
      expect(decision).toMatchObject({ allowed: true, remaining: 0 });
      expect(decision.resetAtMs).toBeLessThanOrEqual(Date.now() + 60_000);
      expect((await consume()).allowed).toBe(false);
    });

    it('counts a window for a minute and a pool for ten, and forgets the secret of their keys after its day', async () => {
      let nowMs = Date.UTC(2026, 2, 1, 12);
      const state = await open(url, () => nowMs);
      const consume = () => state.limits.consume('key', { perMinute: 1, burstPool: 1 });
      const secondsOf = (what: string) =>
        withRedis(REDIS_URL, async (redis) => redis.ttl((await redis.keys(`${keyPrefix}limit:*:${what}:*`))[0] ?? ''));
      expect([(await consume()).allowed, (await consume()).allowed]).toEqual([true, true]);
      const [window, pool] = [await secondsOf('window'), await secondsOf('pool')];
      expect(window).toBeLessThanOrEqual(60);
      expect(pool).toBeGreaterThan(60);
      expect(pool).toBeLessThanOrEqual(600);
      nowMs += 86_400_000;
      await consume();
      const days = () => withRedis(REDIS_URL, (redis) => redis.hkeys(`${keyPrefix}limit-secrets`));
      await until(async () => !(await days()).includes('2026-03-01'), days);
      expect(await days()).toContain('2026-03-02');
    });

    it('keeps a report little longer than it is read', async () => {
      await (await open()).reports.put('subject', Math.floor(Date.now() / 60_000), 'text');
      const lifetimes = await withRedis(REDIS_URL, async (redis) =>
        Promise.all((await redis.keys(`${keyPrefix}reports:*`)).map((key) => redis.ttl(key))),
      );
      expect(lifetimes).toHaveLength(1);
      expect(lifetimes[0]).toBeGreaterThan(reportMinutes * 60 - 60);
      expect(lifetimes[0]).toBeLessThanOrEqual((reportMinutes + 2) * 60);
    });

    describeState('the state in Redis', async (): Promise<StateUnderTest> => {
      let state = await open();
      return {
        state,
        peer: await open(),
        async reopen() {
          await state.close();
          state = await open();
          return state;
        },
        remove,
      };
    });
  });
});
