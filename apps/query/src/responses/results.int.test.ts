/** The effects that the cache may and may not have on a response. */
import assert from 'node:assert/strict';
import type { Cache } from '@footfall/state';
import { queries } from '@footfall/warehouse';
import { createResults } from './results.ts';
import { createInstruments } from './instruments.ts';
import { Registry } from '@footfall/process';
import { gatedQuery } from './gated-query.fixture.ts';
import { startHost, type TestHost } from '../host.fixture.ts';
import { storeTraffic } from '../traffic.fixture.ts';

const mine = { workspaceId: 'ws_mine', fixedFilters: [] };
const other = { workspaceId: 'ws_other', fixedFilters: [] };

let host: TestHost;
beforeAll(async () => {
  host = await startHost([]);
});
afterAll(() => host.stop());

/** Returns the state's own cache, which records the keys that are set. */
function watched(cache: Cache): Cache & { keys: string[] } {
  const keys: string[] = [];
  return {
    keys,
    get: (key) => cache.get(key),
    set(key, value, ttlMs) {
      keys.push(key);
      return cache.set(key, value, ttlMs);
    },
    lock: (key, ttlMs) => cache.lock(key, ttlMs),
    unlock: (key) => cache.unlock(key),
  };
}

function newResults() {
  const cache = watched(host.state.cache);
  const registry = new Registry();
  const deps = {
    warehouse: host.warehouse,
    state: { cache },
    goals: host.goals,
    settings: { EVENTS_READ_MAX: 200_000 },
    now: () => host.now(),
  };
  return { cache, registry, results: createResults(deps, createInstruments(registry)) };
}

it('D7 ignores, counts and replaces an entry that is not what was stored', async () => {
  const { results, cache, registry } = newResults();
  const gated = gatedQuery('poisoned');
  gated.open();
  const first = await results.read(gated.query, {}, mine);
  await results.read(gated.query, {}, other);
  const [key = '', otherKey = ''] = cache.keys;
  const good = (await cache.get(key)) ?? '';
  const poisons = [
    (await cache.get(otherKey)) ?? '',
    good.slice(0, -1),
    good.replace('ws_mine', 'ws_else'),
    good.replace(/^1:/, '0:'),
    `${good} `,
    '{"success":true}',
    '',
  ];
  let run = gated.runs.length;
  for (const poison of poisons) {
    await host.state.cache.set(key, poison, 60_000);
    const result = await results.read(gated.query, {}, mine);
    run += 1;
    expect(result.fromCache).toBe(false);
    const body: unknown = JSON.parse(String(await result.body.in('identity')));
    expect(body).toMatchObject({ fromCache: false, workspaceId: 'ws_mine', workspace: 'ws_mine', run, data: [] });
  }
  expect(await registry.metrics()).toContain(
    `footfall_query_cache_total{endpoint="poisoned",outcome="poisoned"} ${poisons.length}`,
  );
  await host.state.cache.set(key, good, 60_000);
  expect(await results.read(gated.query, {}, mine)).toEqual({ ...first, fromCache: true });
});

it('caches results separately for each set of fixed filters', async () => {
  const { results } = newResults();
  const gated = gatedQuery('confined');
  gated.open();
  const confined = (...fixedFilters: string[]) => results.read(gated.query, {}, { ...mine, fixedFilters });
  for (const fixed of [[], ['country:is:DE'], ['country:is:DE', 'path:is:/'], ['country:is:FR']]) {
    expect(await confined(...fixed)).toMatchObject({ fromCache: false });
    expect(await confined(...fixed)).toMatchObject({ fromCache: true });
  }
});

it('F12 keeps 10,001 distinct responses within the limit of the cache, which evicts the oldest', async () => {
  const { results } = newResults();
  const { query } = gatedQuery('ranges');
  let runs = 0;
  const large = { ...query, run: async () => ({ workspace: 'x'.repeat(8_192), run: (runs += 1) }) };
  for (let start = 0; start < 10_001; start += 1) await results.read(large, { start }, mine);
  expect(await results.read(large, { start: 10_000 }, mine)).toMatchObject({ fromCache: true });
  expect(await results.read(large, { start: 0 }, mine)).toMatchObject({ fromCache: false });
  expect(runs).toBe(10_002);
});

it('returns the same ETag for the same result of a workspace, and a different one for any other', async () => {
  const { results } = newResults();
  const { query } = gatedQuery('tags');
  const constant = { ...query, run: async () => ({ workspace: 'same', run: 1, data: [] }) };
  const first = await results.read(constant, {}, mine);
  host.passSeconds(61);
  const again = await results.read(constant, {}, mine);
  const others = await results.read(constant, {}, other);
  expect(again).toMatchObject({ fromCache: false, etag: first.etag });
  expect(others.etag).not.toBe(first.etag);
});

it('caches nothing that counted no event, whatever it was compared with', async () => {
  const { results } = newResults();
  const compared = { workspaceId: 'ws_compared', fixedFilters: [] };
  await storeTraffic(host.warehouse, compared.workspaceId, host.now() - 2_700_000);
  await host.goals.create(compared.workspaceId, { name: 'Sign-up', type: 'signup' });
  const start = new Date(host.now() - 1_800_000).toISOString();
  for (const name of ['overview', 'series', 'goals']) {
    const query = queries.find((each) => each.name === name);
    assert(query !== undefined);
    const params = { start, end: new Date(host.now()).toISOString(), compare: 'previous' };
    const read = query.params.parse(params);
    const first = await results.read(query, read, compared);
    expect(first.resultJson).toMatch(/"previous":[^}]*[1-9]/);
    expect(await results.read(query, read, compared)).toMatchObject({ fromCache: false });
  }
  const realtime = queries.find((each) => each.name === 'realtime');
  assert(realtime !== undefined);
  for (let reading = 0; reading < 2; reading += 1) {
    const { fromCache, resultJson } = await results.read(realtime, realtime.params.parse({ minutes: '5' }), compared);
    expect({ fromCache, resultJson }).toEqual({
      fromCache: false,
      resultJson: expect.stringContaining('"minutesAgo":1'),
    });
  }
});
