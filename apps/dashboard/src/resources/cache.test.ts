import { ApiError } from './api.ts';
import { clearCache, unlessInFlight, onAccessEnded, peek, refresh, subscribe } from './cache.ts';
import type { Dated, Resource } from './resource.ts';

/** Returns a resource, and the functions that resolve its requests. */
function resourceOf(key: string) {
  const resolvers: ((dated: Dated<string>) => void)[] = [];
  const resource: Resource<string> = { key, load: () => new Promise((resolve) => resolvers.push(resolve)) };
  return { resource, resolvers };
}

/** Returns a resource that the server refuses. */
function refused(key: string, status: number): Resource<string> {
  return { key, load: () => Promise.reject(new ApiError(new Response(null, { status }), undefined)) };
}

const dated = (result: string) => ({ result, asOfMs: 0 });

describe('results that are cleared', () => {
  it('are not restored by a response that was in flight', async () => {
    const { resource, resolvers } = resourceOf('in flight');
    const requested = refresh(resource);
    clearCache();
    resolvers[0]?.(dated('of the person before'));
    await requested;
    expect(peek(resource).last).toBeUndefined();
  });

  it('are requested again instead of awaiting the request that was in flight', async () => {
    const { resource, resolvers } = resourceOf('in flight, requested again');
    const before = refresh(resource);
    clearCache();
    const after = refresh(resource);
    resolvers[0]?.(dated('of the person before'));
    await before;
    void refresh(resource);
    expect(resolvers).toHaveLength(2);
    resolvers[1]?.(dated('of the person now'));
    await after;
    expect(peek(resource).last?.result).toBe('of the person now');
  });

  it('have no fault of a request that was in flight', async () => {
    const resource = refused('fails in flight', 503);
    const requested = refresh(resource);
    clearCache();
    await requested;
    expect(peek(resource).fault).toBeUndefined();
  });
});

it('a result that could not be refreshed is requested again at once, and has no fault afterwards', async () => {
  const responses = ['first', '', 'second'];
  const resource: Resource<string> = {
    key: 'fails once',
    async load() {
      const result = responses.shift();
      if (!result) throw new Error('cut');
      return dated(result);
    },
  };
  await refresh(resource);
  await refresh(resource, 0);
  expect(peek(resource)).toMatchObject({ last: { result: 'first' }, fault: { message: 'cut' } });
  await refresh(resource);
  expect(peek(resource)).toMatchObject({ last: { result: 'second' }, fault: undefined, retryAtMs: undefined });
});

it('access has ended only if a resource is refused with 401; the one that is requested then is requested once, even if it is refused', async () => {
  const ended: string[] = [];
  const person = refused('the person', 401);
  const requested: Promise<void>[] = [];
  const stop = onAccessEnded(({ key }) => {
    ended.push(key);
    requested.push(refresh(person, unlessInFlight));
  });
  await refresh(refused('figures without permission', 403));
  expect(ended).toEqual([]);
  await refresh(refused('figures', 401));
  await Promise.all(requested);
  stop();
  expect(ended).toEqual(['figures', 'the person']);
});

it('a result is requested again once it is older than the accepted age', async () => {
  const { resource, resolvers } = resourceOf('aged');
  const first = refresh(resource, 60_000);
  resolvers[0]?.(dated('first'));
  await first;
  await refresh(resource, 60_000);
  expect(resolvers).toHaveLength(1);
  void refresh(resource, 0);
  expect(resolvers).toHaveLength(2);
});

it('a result is requested again after the clock was set back', async () => {
  const { resource, resolvers } = resourceOf('from the future');
  const first = refresh(resource);
  resolvers[0]?.(dated('first'));
  await first;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  void refresh(resource);
  clock.mockRestore();
  expect(resolvers).toHaveLength(2);
});

it('a result that must be newer than the request in flight is requested after it, once', async () => {
  const { resource, resolvers } = resourceOf('in flight before a change');
  void refresh(resource);
  const changed = [refresh(resource, 0), refresh(resource, 0)];
  expect(resolvers).toHaveLength(1);
  resolvers[0]?.(dated('before the change'));
  await refresh(resource);
  resolvers[1]?.(dated('after the change'));
  await Promise.all(changed);
  expect(resolvers).toHaveLength(2);
  expect(peek(resource).last?.result).toBe('after the change');
  void refresh(resource, 0);
  const changedAgain = refresh(resource, 0);
  resolvers[2]?.(dated('before the second change'));
  await refresh(resource);
  resolvers[3]?.(dated('after the second change'));
  await changedAgain;
  expect(peek(resource).last?.result).toBe('after the second change');
});

describe('after many other results', () => {
  /** Requests so many results that no view shows, one after the other, like a page that is open for days. */
  const requestOthers = async (prefix: string) => {
    for (let number = 0; number < 1_000; number += 1) {
      const key = `${prefix} ${number}`;
      await refresh({ key, load: async () => dated(key) });
    }
  };
  const requested = async (key: string) => {
    const resource = { key, load: async () => dated(key) };
    await refresh(resource);
    return resource;
  };

  it('a result that no view shows is forgotten, and the latest ones are not', async () => {
    const first = await requested('shown no more');
    subscribe(first, () => {})();
    await requestOthers('later');
    expect(peek(first).last).toBeUndefined();
    const recent = Array.from({ length: 50 }, (_, index) => `later ${999 - index}`);
    expect(recent.map((key) => peek({ key, load: async () => dated('') }).last?.result)).toEqual(recent);
  });

  it('a result that a view shows, and a request in flight, are kept', async () => {
    const shown = await requested('shown');
    const hide = subscribe(shown, () => {});
    const { resource: slow, resolvers } = resourceOf('slow');
    const loaded = refresh(slow);
    await requestOthers('meanwhile');
    resolvers[0]?.(dated('at last'));
    await loaded;
    expect(peek(shown).last?.result).toBe('shown');
    expect(peek(slow).last?.result).toBe('at last');
    hide();
  });
});
