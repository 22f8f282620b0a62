import { Semaphore } from './semaphore.ts';

const limits = { atOnceMax: 1, waitingMax: 2, waitMsMax: 60_000, runMsMax: 60_000 };

/** Work that ends when the test ends it. */
function pending() {
  const { promise, resolve, reject } = resolvers<string>();
  return { work: () => promise, end: resolve, fail: reject };
}

function resolvers<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}

describe('a semaphore', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('runs one call at a time, in order, even after failures', async () => {
    const semaphore = new Semaphore(limits);
    const started: string[] = [];
    const first = pending();
    const runs = [
      semaphore.run(() => first.work().finally(() => started.push('first ended'))),
      semaphore.run(async () => started.push('second')),
      semaphore.run(async () => started.push('third')),
    ];
    first.fail(new Error('broken'));
    const ended = await Promise.allSettled(runs);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(started).toEqual(['first ended', 'second', 'third']);
  });

  it('runs as many calls at the same time as its limit allows', async () => {
    const semaphore = new Semaphore({ ...limits, atOnceMax: 2 });
    const [first, second] = [pending(), pending()];
    const third = jest.fn(async () => 'third');
    const runs = [semaphore.run(first.work), semaphore.run(second.work), semaphore.run(third)];
    await Promise.resolve();
    expect(third).not.toHaveBeenCalled();
    second.end('second');
    expect(await runs[2]).toBe('third');
    first.end('first');
    expect(await Promise.all(runs)).toEqual(['first', 'second', 'third']);
    await semaphore.close();
  });

  it('refuses a call if too many wait', async () => {
    const semaphore = new Semaphore(limits);
    const first = pending();
    const runs = [semaphore.run(first.work), semaphore.run(async () => 'second'), semaphore.run(async () => 'third')];
    await expect(semaphore.run(async () => 'fourth')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    first.end('first');
    expect(await Promise.all(runs)).toEqual(['first', 'second', 'third']);
    expect(await semaphore.run(async () => 'fifth')).toBe('fifth');
  });

  it('rejects a call that has waited longer than the limit, and never runs it', async () => {
    const semaphore = new Semaphore({ ...limits, waitMsMax: 100 });
    const first = pending();
    const running = semaphore.run(first.work);
    const work = jest.fn();
    const waiting = semaphore.run(work).catch((error: unknown) => error);
    jest.advanceTimersByTime(101);
    expect(await waiting).toMatchObject({ code: 'UNAVAILABLE' });
    first.end('first');
    expect(await running).toBe('first');
    expect(await semaphore.run(async () => 'next')).toBe('next');
    expect(work).not.toHaveBeenCalled();
  });

  it('rejects a call at its time limit, and starts the next one only when its work has ended', async () => {
    const semaphore = new Semaphore({ ...limits, runMsMax: 100 });
    const first = pending();
    const running = semaphore.run(first.work).catch((error: unknown) => error);
    const next = jest.fn(async () => 'next');
    const waiting = semaphore.run(next);
    jest.advanceTimersByTime(101);
    expect(await running).toMatchObject({ code: 'UNAVAILABLE' });
    expect(next).not.toHaveBeenCalled();
    first.end('late');
    expect(await waiting).toBe('next');
  });

  it('G4 serves owners in turn, so that none waits behind all the work of another', async () => {
    const semaphore = new Semaphore({ ...limits, waitingMax: 100 });
    const first = pending();
    const order: string[] = [];
    const run = (owner: string, name: string) => semaphore.run(async () => order.push(name), owner);
    const runs = [
      semaphore.run(first.work, 'greedy'),
      ...['g1', 'g2', 'g3', 'g4'].map((name) => run('greedy', name)),
      run('modest', 'm1'),
      run('third', 't1'),
      run('modest', 'm2'),
    ];
    first.end('first');
    await Promise.all(runs);
    expect(order).toEqual(['g1', 'm1', 't1', 'g2', 'm2', 'g3', 'g4']);
  });

  it('forgets an owner whose waiting calls were rejected, and gives their place to the next call', async () => {
    const semaphore = new Semaphore({ ...limits, waitingMax: 1, waitMsMax: 100 });
    const first = pending();
    const running = semaphore.run(first.work);
    const gaveUp = semaphore.run(async () => 'never', 'impatient').catch((error: unknown) => error);
    jest.advanceTimersByTime(101);
    expect(await gaveUp).toMatchObject({ code: 'UNAVAILABLE' });
    const next = semaphore.run(async () => 'next', 'another');
    first.end('first');
    expect(await Promise.all([running, next])).toEqual(['first', 'next']);
    // A timer would keep the process running after its last statement.
    await semaphore.close();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('closes once all calls have ended, and refuses further ones', async () => {
    const semaphore = new Semaphore(limits);
    const ended: string[] = [];
    const first = pending();
    void semaphore.run(first.work).then(() => ended.push('first'));
    void semaphore.run(async () => ended.push('second'));
    const closed = Promise.all([semaphore.close(), semaphore.close()]).then(() => ended.push('closed'));
    await expect(semaphore.run(async () => 'late')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    first.end('first');
    await closed;
    expect(ended).toEqual(['first', 'second', 'closed']);
    await new Semaphore(limits).close();
  });
});
