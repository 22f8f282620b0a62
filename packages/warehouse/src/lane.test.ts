import { Lane } from './lane.ts';

const limits = { waitingMax: 2, waitMsMax: 60_000, turnMsMax: 60_000 };

/** Work that ends when it is told. */
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

describe('a lane', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('runs one thing at a time, in order, past failures', async () => {
    const lane = new Lane(limits);
    const started: string[] = [];
    const first = pending();
    const runs = [
      lane.run(() => first.work().finally(() => started.push('first ended'))),
      lane.run(async () => started.push('second')),
      lane.run(async () => started.push('third')),
    ];
    first.fail(new Error('broken'));
    const ended = await Promise.allSettled(runs);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(started).toEqual(['first ended', 'second', 'third']);
  });

  it('runs as many things at once as it may', async () => {
    const lane = new Lane({ ...limits, atOnceMax: 2 });
    const [first, second] = [pending(), pending()];
    const third = jest.fn(async () => 'third');
    const runs = [lane.run(first.work), lane.run(second.work), lane.run(third)];
    await Promise.resolve();
    expect(third).not.toHaveBeenCalled();
    second.end('second');
    expect(await runs[2]).toBe('third');
    first.end('first');
    expect(await Promise.all(runs)).toEqual(['first', 'second', 'third']);
    await lane.close();
  });

  it('turns away what comes when too many wait', async () => {
    const lane = new Lane(limits);
    const first = pending();
    const runs = [lane.run(first.work), lane.run(async () => 'second'), lane.run(async () => 'third')];
    await expect(lane.run(async () => 'fourth')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    first.end('first');
    expect(await Promise.all(runs)).toEqual(['first', 'second', 'third']);
    expect(await lane.run(async () => 'fifth')).toBe('fifth');
  });

  it('lets nothing wait longer than its limit, and never runs what gave up', async () => {
    const lane = new Lane({ ...limits, waitMsMax: 100 });
    const first = pending();
    const running = lane.run(first.work);
    const work = jest.fn();
    const waiting = lane.run(work).catch((error: unknown) => error);
    jest.advanceTimersByTime(101);
    expect(await waiting).toMatchObject({ code: 'UNAVAILABLE' });
    first.end('first');
    expect(await running).toBe('first');
    expect(await lane.run(async () => 'next')).toBe('next');
    expect(work).not.toHaveBeenCalled();
  });

  it('answers the caller of an endless turn, and begins the next turn only when that one has ended', async () => {
    const lane = new Lane({ ...limits, turnMsMax: 100 });
    const first = pending();
    const running = lane.run(first.work).catch((error: unknown) => error);
    const next = jest.fn(async () => 'next');
    const waiting = lane.run(next);
    jest.advanceTimersByTime(101);
    expect(await running).toMatchObject({ code: 'UNAVAILABLE' });
    expect(next).not.toHaveBeenCalled();
    first.end('late');
    expect(await waiting).toBe('next');
  });

  it('closes once all it took has ended, and takes nothing more', async () => {
    const lane = new Lane(limits);
    const ended: string[] = [];
    const first = pending();
    void lane.run(first.work).then(() => ended.push('first'));
    void lane.run(async () => ended.push('second'));
    const closed = Promise.all([lane.close(), lane.close()]).then(() => ended.push('closed'));
    await expect(lane.run(async () => 'late')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    first.end('first');
    await closed;
    expect(ended).toEqual(['first', 'second', 'closed']);
    await new Lane(limits).close();
  });
});
