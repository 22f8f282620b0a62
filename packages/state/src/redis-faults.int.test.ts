/** The state on a Redis that is frozen, killed, emptied, full, a replica, locked or missing. */
import { AppError } from '@footfall/errors';
import {
  describeWithDocker,
  fakeOnly,
  openProxy,
  type OwnServer,
  ownServer,
  type Proxy,
  until,
  listenLocally,
} from '@footfall/test-servers';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { openState } from './open.ts';
import type { State } from './port.ts';
import { removeKeys, withOwnPrefix, withRedis } from './redis-prefix.fixture.ts';

/** The maximum time for which Redis may delay a request, by the specification. */
const requestMsMax = 500;

const free = { perMinute: 60, burstPool: 40 };
const workspaceId = 'ws_0000000000000001';
const noon = Date.UTC(2026, 2, 1, 12);

it('D3 a state opens although the server accepts connections and never responds', async () => {
  const silent = createServer((socket) => void socket.resume());
  const port = await listenLocally(silent);
  const log: string[] = [];
  const note = (line: string) => void log.push(line);
  const logger = { info: note, warn: note, error: note };
  const state = await openState({ DATA_DIR: '', REDIS_URL: `redis://127.0.0.1:${port}` }, { now: Date.now, logger });
  expect(log).toEqual([expect.stringContaining('it does not respond')]);
  expect(await state.cache.lock('key', 60_000)).toBe(true);
  await state.close();
  await new Promise((resolve) => silent.close(resolve));
});

describeWithDocker('the state in Redis', faults);

function faults(): void {
  let server: OwnServer;
  let proxy: Proxy;
  let keyPrefix: string;
  /** The URL of Redis without a proxy. */
  let url: string;
  let log: string[];
  const opened: State[] = [];

  beforeAll(async () => {
    server = await ownServer('redis');
    proxy = await openProxy(server.port);
    url = server.settings.REDIS_URL ?? '';
  });
  afterAll(async () => {
    await proxy.close();
    await server.remove();
  });
  beforeEach(() => {
    ({ keyPrefix } = withOwnPrefix(url));
    log = [];
  });
  afterEach(async () => {
    proxy.heal();
    await server.recover();
    await Promise.all(opened.splice(0).map((state) => state.close()));
    await removeKeys(url, keyPrefix);
    expect(log.join('\n')).not.toMatch(/127\.0\.0\.1|redis:|test-|secret/);
  });

  /** Opens a process's state; `port` is that of the server or the proxy. */
  async function open(port = server.port, user = '', database = 0): Promise<State> {
    const logger = {
      info: (line: string) => void log.push(line),
      warn: (line: string) => void log.push(line),
      error: () => undefined,
    };
    const REDIS_URL = `redis://${user}127.0.0.1:${port}/${database}?keyPrefix=${keyPrefix}`;
    const state = await openState({ DATA_DIR: '', REDIS_URL }, { now: Date.now, logger });
    opened.push(state);
    return state;
  }

  const cli = (...words: string[]) => server.exec(['valkey-cli', ...words]);

  /** Resolves with the result of a call, which is repeated while Redis responds too late, as it may on a busy machine. */
  async function retried<Result>(state: State, call: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') throw error;
        await until(() => isUp(state));
      }
    }
  }

  const assign = (state: State, minute: number) =>
    state.sessions.assign([{ workspaceId, visitorId: 'a'.repeat(16), timestamp: noon + minute * 60_000 }]);
  const sessionOf = async (state: State, minute: number) =>
    (await retried(state, () => assign(state, minute)))[0]?.sessionId;
  const salt = (state: State, day = '2026-03-01') => retried(state, () => state.salts.salt(day));
  const isUp = (state: State) =>
    state.ping().then(
      () => true,
      () => false,
    );

  /** Sends one request at a time: on a busy machine, the last of many concurrent ones could exceed its deadline. One that does is counted by this process alone. */
  async function allowed(state: State, count: number, key = 'key'): Promise<number> {
    let allowedCount = 0;
    for (let request = 0; request < count; request += 1) {
      if ((await state.limits.consume(key, free)).allowed) allowedCount += 1;
    }
    return allowedCount;
  }

  /** Checks that another process knows what `state` has counted. On a busy machine a request may exceed its deadline and be counted in `state` alone. */
  async function expectShared(state: State): Promise<void> {
    const other = await open();
    await until(async () => {
      const key = randomUUID();
      await allowed(state, 100, key);
      return (await allowed(other, 1, key)) === 0;
    });
  }

  /** Redis is retried all the time, but each reason is logged once, followed by one line when Redis is back. */
  function expectNoRepetition(): void {
    const reasons = new Set(log.filter((line) => line !== 'Redis responds again'));
    expect(log).toEqual([...reasons].flatMap((reason) => [reason, 'Redis responds again']));
  }

  /** Checks the behaviour of every process without Redis. */
  async function expectDegraded(state: State): Promise<void> {
    expect(await allowed(state, 101, 'counted without Redis')).toBe(100);
    await state.cache.set('key', 'value', 60_000);
    expect(await state.cache.get('key')).toBeUndefined();
    expect(await state.cache.lock('key', 60_000)).toBe(true);
    await state.cache.unlock('key');
    await expect(assign(state, 0)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 2 });
    await expect(state.salts.salt('2026-03-01')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(state.salts.forgetBefore('2026-03-01')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(state.announceChange()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(state.ping()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  }

  it('D1 responds in time while Redis is frozen, counts limits in memory, and continues where it was', async () => {
    const state = await open();
    const [session, secret] = [await sessionOf(state, 0), await salt(state)];
    await state.cache.set('key', 'value', 60_000);
    await server.freeze();
    const request = async () => {
      await state.limits.consume('a request', free);
      await state.cache.get('key');
      await state.cache.lock('key', 60_000);
      await state.cache.set('key', 'other', 60_000);
      await state.cache.unlock('key');
      return 'returned';
    };
    // A fake clock: delays of a busy machine do not count.
    fakeOnly(['setTimeout', 'clearTimeout']);
    let result: string | undefined;
    void request().then((text) => (result = text));
    await jest.advanceTimersByTimeAsync(requestMsMax);
    jest.useRealTimers();
    expect(result).toBe('returned');
    // From now on no caller waits.
    const atOnce = new Promise((resolve) => setImmediate(resolve, 'late'));
    expect(await Promise.race([request(), atOnce])).toBe('returned');
    await expectDegraded(state);
    await server.thaw();
    await until(() => isUp(state));
    expect(await sessionOf(state, 10)).toBe(session);
    expect(await salt(state)).toBe(secret);
    expect(log.at(-1)).toBe('Redis responds again');
    expect(log).toContainEqual(expect.stringContaining('it does not respond'));
    expectNoRepetition();
  });

  it('D2 is degraded while Redis is killed, and recovers when Redis is back, on one connection of each kind', async () => {
    const state = await open();
    const [session, secret] = [await sessionOf(state, 0), await salt(state)];
    await server.kill();
    await until(async () => !(await isUp(state)));
    await expectDegraded(state);
    await server.start();
    await until(() => isUp(state));
    expect(await sessionOf(state, 10)).toBe(session);
    expect(await salt(state)).toBe(secret);
    expect(log).toEqual([expect.stringContaining('Redis cannot be used'), 'Redis responds again']);
    // The connection that makes the request is the third; those that probed Redis may close a little later.
    await until(async () => {
      const clients = await withRedis(url, (redis) => redis.client('LIST'));
      return String(clients).trim().split('\n').length <= 3;
    });
  });

  it.each([
    ['is full', 'it has no memory left', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
    ['is a replica', 'it is a replica', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
    [
      'requires a password',
      'it requires a password',
      ['CONFIG', 'SET', 'requirepass', 'secret'],
      ['-a', 'secret', '--no-auth-warning', 'CONFIG', 'SET', 'requirepass', ''],
    ],
  ])('D3 starts degraded on a Redis that %s, logs it, and recovers', async (_name, reason, harm, mend) => {
    await cli(...harm);
    try {
      const state = await open();
      await until(async () => log.at(-1)?.includes(reason) === true);
      await expectDegraded(state);
      await cli(...mend);
      await until(() => isUp(state));
      expect(await sessionOf(state, 0)).toMatch(/^[0-9a-f]{16}$/);
    } finally {
      await cli(...mend);
    }
  });

  it('D3 starts degraded with a wrong password, and never logs it', async () => {
    await cli('CONFIG', 'SET', 'requirepass', 'secret');
    try {
      const state = await open(server.port, ':wrong-secret@');
      await until(async () => log.at(-1)?.includes('WRONGPASS') === true);
      await expectDegraded(state);
    } finally {
      await cli('-a', 'secret', '--no-auth-warning', 'CONFIG', 'SET', 'requirepass', '');
    }
  });

  it('D3 is degraded, and writes to no other database, while Redis denies access to its database', async () => {
    const state = await open(server.port, '', 5);
    const secret = await salt(state);
    try {
      await cli('ACL', 'SETUSER', 'default', '-select');
      await cli('CLIENT', 'KILL', 'TYPE', 'normal');
      await until(() => Promise.resolve(log.join().includes('NOPERM')));
      await expectDegraded(state);
    } finally {
      await cli('ACL', 'SETUSER', 'default', '+select');
    }
    await until(() => isUp(state));
    expect(await salt(state)).toBe(secret);
    expect(await withRedis(url, (redis) => redis.keys(`${keyPrefix}*`))).toEqual([]);
    await removeKeys(`${url}/5`, keyPrefix);
  });

  it('D3 starts degraded while nothing responds, and recovers when Redis does', async () => {
    proxy.cut();
    const state = await open(proxy.port);
    await expectDegraded(state);
    proxy.heal();
    await until(() => isUp(state));
    await expectShared(state);
  });

  it('D7 treats foreign values as missing', async () => {
    const state = await open();
    const session = await sessionOf(state, 0);
    const visitor = `${workspaceId}/${'a'.repeat(16)}`;
    for (const poison of ['no JSON', '{}', '[1,[1,2],["x","y","z"]]', '[null]']) {
      await withRedis(url, (redis) =>
        redis.mset({ [`${keyPrefix}visitor:${visitor}`]: poison, [`${keyPrefix}alias:${visitor}`]: poison }),
      );
      expect(await sessionOf(state, 0)).toBe(session);
    }
  });

  it('continues when Redis is emptied: limits and sessions start again, salts are restored', async () => {
    const state = await open();
    const secret = await salt(state);
    const session = await sessionOf(state, 0);
    let key = '';
    await until(async () => (await allowed(state, 101, (key = randomUUID()))) === 100);
    await cli('FLUSHALL');
    expect(await allowed(state, 100, key)).toBe(100);
    await expectShared(state);
    // The same first event starts the same session.
    expect(await sessionOf(state, 0)).toBe(session);
    await until(() =>
      withRedis(url, async (redis) => (await redis.hget(`${keyPrefix}salts`, '2026-03-01')) === secret),
    );
    expect(await salt(await open())).toBe(secret);
  });

  it('never restores a salt that another process has forgotten', async () => {
    const [forgetful, state] = [await open(), await open()];
    const [old, today] = [await salt(state, '2026-02-28'), await salt(state)];
    await retried(forgetful, () => forgetful.salts.forgetBefore('2026-03-01'));
    const isBack = () =>
      withRedis(url, async (redis) => (await redis.hget(`${keyPrefix}salts`, '2026-03-01')) === today);
    // Once it has restored this one, it has handled the older one as well.
    await withRedis(url, (redis) => redis.hdel(`${keyPrefix}salts`, '2026-03-01'));
    await until(isBack);
    await cli('FLUSHALL');
    await until(isBack);
    expect(await withRedis(url, (redis) => redis.hkeys(`${keyPrefix}salts`))).toEqual(['2026-03-01']);
    expect(await salt(state, '2026-02-28')).not.toBe(old);
  });

  it('leaves nothing of a forgotten salt on the disk of Redis', async () => {
    const state = await open();
    const secret = await salt(state, '2026-02-28');
    const holdsSalt = async () => (await server.exec(['sh', '-c', `grep -rlc ${secret} /data || true`])).trim() !== '';
    await until(holdsSalt);
    await retried(state, () => state.salts.forgetBefore('2026-03-01'));
    await until(async () => !(await holdsSalt()));
    expect(await salt(state, '2026-02-28')).not.toBe(secret);
  });

  it('stores no address: the keys of limits are hashes, under a secret that is valid for a day', async () => {
    const state = await open();
    let keys: string[] = [];
    const limits = () => keys.filter((key) => key.includes('limit:'));
    await until(async () => {
      await state.limits.consume('address:192.0.2.1', free);
      keys = await withRedis(url, (redis) => redis.keys(`${keyPrefix}*`));
      return limits().length > 0;
    });
    expect(limits()).toEqual([expect.stringMatching(/limit:60\+40:window:[\w-]{22}$/)]);
    expect(keys.join('\n')).not.toContain('192.0.2.1');
    expect(await withRedis(url, (redis) => redis.pttl(`${keyPrefix}limit-secrets`))).toBeGreaterThan(0);
  });

  it('keeps nothing forever: every key expires within two days', async () => {
    const state = await open();
    const visit = { workspaceId, visitorId: 'b', previousVisitorId: 'a'.repeat(16), timestamp: noon };
    const keys = () => withRedis(url, (redis) => redis.keys(`${keyPrefix}*`));
    // Limits and the cache do without Redis while it responds too late, as it may on a busy machine.
    await until(async () => {
      await sessionOf(state, 0);
      await retried(state, () => state.sessions.assign([visit]));
      await salt(state);
      await allowed(state, 101);
      await state.cache.set('key', 'value', 60_000);
      await state.cache.lock('key', 60_000);
      return (await keys()).length >= 9;
    });
    const lifetimes = await withRedis(url, async (redis) => Promise.all((await keys()).map((key) => redis.pttl(key))));
    expect(lifetimes.length).toBe(9);
    for (const lifetimeMs of lifetimes) {
      expect(lifetimeMs).toBeGreaterThan(0);
      expect(lifetimeMs).toBeLessThanOrEqual(48 * 3_600_000);
    }
  });

  it('two processes share their limits', async () => {
    const [one, other] = [await open(), await open()];
    const allowedByBoth = async () => {
      const key = randomUUID();
      const [first, second] = await Promise.all([allowed(one, 75, key), allowed(other, 75, key)]);
      return first + second;
    };
    let sum = 0;
    await until(async () => (sum = await allowedByBoth()) === 100);
    expect(sum).toBe(100);
  });

  it('D9 reads keys again if it may have missed the notification of a change', async () => {
    const [state, peer] = [await open(proxy.port), await open()];
    let heard = 0;
    state.onChange(() => void heard++);
    proxy.cut();
    await retried(peer, () => peer.announceChange());
    expect(heard).toBe(0);
    proxy.heal();
    await until(async () => heard > 0);
  });

  it('D9 notifies the others of a change once Redis is back', async () => {
    const [state, peer] = [await open(proxy.port), await open()];
    let heard = 0;
    peer.onChange(() => void heard++);
    proxy.cut();
    await until(async () => !(await isUp(state)));
    await expect(state.announceChange()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(heard).toBe(0);
    proxy.heal();
    await until(async () => heard > 0);
  });
}
