/** A query's answer: from the cache or computed, once however many ask; kept as text. */
import { readThrough, type State } from '@footfall/state';
import { createPlanner, type Query, type Range, type Warehouse } from '@footfall/warehouse';
import type { Instruments } from './instruments.ts';
import { open, type Opened, OpenedResults } from './opened.ts';
import type { Params } from './params.ts';
import { seal } from './seal.ts';
import { Slots } from './slots.ts';

/** Part of every cache key: count it up when a result's meaning changes, so that entries of the version before are not used. */
const cacheVersion = 1;

export interface Answer extends Opened {
  fromCache: boolean;
  /** How long the answer may be kept from when it was computed. */
  lifetimeMs: number;
  /** Epoch milliseconds. */
  expiresAtMs: number;
}

export interface Answerer {
  /** Rejects with BAD_REQUEST for parameters that are wrong together or now, with UNAVAILABLE when too much runs or the warehouse does not answer. */
  answer(query: Query, params: Params, workspaceId: string): Promise<Answer>;
}

interface AnswererDeps {
  warehouse: Pick<Warehouse, 'read'>;
  state: Pick<State, 'cache'>;
  queriesAtOnceMax: number;
  eventsReadMax: number;
  now: () => number;
}

export function createAnswerer(deps: AnswererDeps, instruments: Instruments): Answerer {
  const { warehouse, state, now } = deps;
  const planner = createPlanner({ warehouse, thresholdEvents: deps.eventsReadMax, now });
  const slots = new Slots(deps.queriesAtOnceMax, (taken) => instruments.running(taken));
  const openedResults = new OpenedResults();

  return {
    async answer(query, params, workspaceId) {
      const key = cacheKey(query, params, workspaceId);
      const lifetimeMs = query.cacheTtlSeconds * 1000;
      // In front of cache and slots: what is wrong is wrong however busy the host is.
      const asked = query.resolve(params, now());
      const compute = async () => {
        const context = { warehouse, workspaceId, plan: (range: Range) => planner.plan(workspaceId, range) };
        const result = await slots.run(() => query.run(asked, context));
        return seal(key, JSON.stringify(result));
      };
      let cached: Opened | undefined;
      const { text, fromCache, expiresAtMs } = await readThrough({
        cache: state.cache,
        key,
        ttlMs: lifetimeMs,
        compute,
        isUsable: (sealed) => (cached = openedResults.open(key, sealed, workspaceId)) !== undefined,
        now,
        onPoisoned: () => instruments.cacheLookup(query.name, 'poisoned'),
      });
      instruments.cacheLookup(query.name, fromCache ? 'hit' : 'miss');
      const opened = fromCache && cached !== undefined ? cached : open(text, workspaceId, fromCache);
      return { ...opened, fromCache, lifetimeMs, expiresAtMs };
    },
  };
}

/** Only what the caller gave is in the key: a range by default means "now" and shares its entry for as long as that lives. */
function cacheKey(query: Query, params: Params, workspaceId: string): string {
  return `answer:${cacheVersion}:${workspaceId}:${query.name}:${JSON.stringify(params)}`;
}
