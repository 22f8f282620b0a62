/** Results of queries: from the cache, or computed once for all concurrent callers. */
import { hash } from 'node:crypto';
import { unavailable } from '@footfall/errors';
import type { Goal } from '@footfall/schemas';
import { ReadThrough, type State } from '@footfall/state';
import {
  resultBytesMax,
  createQueryRunner,
  createSourceChooser,
  type GoalStore,
  type Period,
  type Query,
  resultTooLarge,
  type Warehouse,
} from '@footfall/warehouse';
import type { QuerySettings } from '../config.ts';
import type { Readable } from '../requests/callers.ts';
import type { Instruments } from './instruments.ts';
import { type Opened, openedFrom, OpenedResults } from './opened.ts';
import type { Params } from './params.ts';
import { seal } from './seal.ts';
import { SharedLimit } from './shared-limit.ts';

/** Part of every cache key. Increment it when the meaning of an entry changes, so that older ones are not used. */
const cacheVersion = 8;

/** The most results that are computed or wait for the store; beyond it, 503. A workspace may use a quarter: enough for its dashboards that load at once, and all of them end before the deadline of a wait for the store. */
export const resultsAtOnceMax = 128;

export interface QueryResult extends Opened {
  fromCache: boolean;
  /** The time for which the response may be cached, from its computation on. */
  lifetimeMs: number;
  /** Epoch milliseconds. */
  expiresAtMs: number;
}

export interface Results {
  /** Rejects with BAD_REQUEST for parameters that are invalid together or at this time, with UNAVAILABLE if too many queries run, the result is too large or the warehouse does not respond. */
  read(query: Query, params: Params, readable: Readable): Promise<QueryResult>;
}

interface ResultsDeps {
  warehouse: Pick<Warehouse, 'queries'>;
  state: Pick<State, 'cache'>;
  goals: Pick<GoalStore, 'listOf'>;
  settings: Pick<QuerySettings, 'EVENTS_READ_MAX'>;
  now: () => number;
}

export function createResults(deps: ResultsDeps, instruments: Instruments): Results {
  const { settings, state, now } = deps;
  const reader = deps.warehouse.queries;
  const chooseSource = createSourceChooser({ reader, eventsReadMax: settings.EVENTS_READ_MAX, now });
  const run = createQueryRunner({ reader, chooseSource });
  const computations = new SharedLimit(resultsAtOnceMax);
  const cached = new ReadThrough<Opened>(state.cache, now);
  const openedResults = new OpenedResults();

  /** Runs `work`. It counts until it has ended, even if its client has disconnected, because the engine is busy until then. Rejects with UNAVAILABLE over the limit. */
  const admit = async <Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> => {
    if (!computations.take(workspaceId, 1)) throw unavailable('Too many queries are running; try again shortly');
    instruments.running(computations.used);
    try {
      return await work();
    } finally {
      computations.release(workspaceId, 1);
      instruments.running(computations.used);
    }
  };

  return {
    async read(query, params, readable) {
      const { workspaceId, fixedFilters } = readable;
      const goals = await deps.goals.listOf(workspaceId);
      const key = cacheKey(query, params, readable, goals);
      const lifetimeMs = query.cacheTtlSeconds * 1000;
      // Before the cache and admission control: invalid parameters are an error however busy the server is.
      const nowMs = now();
      const resolved = query.resolve(params, { nowMs, goals, fixedFilters });
      const compute = async () => {
        const { result, period, comparedPeriod } = await admit(workspaceId, () =>
          run(query, resolved, workspaceId, nowMs),
        );
        const resultJson = JSON.stringify(result);
        // The store limits the same without the names of fields and without escapes.
        if (Buffer.byteLength(resultJson) > resultBytesMax) throw unavailable(resultTooLarge);
        const text = {
          period: interval(period),
          comparedPeriod: comparedPeriod && interval(comparedPeriod),
          resultJson,
        };
        return {
          value: openedFrom(text, key, workspaceId, false),
          // A response that counted nothing is not cached, so that the first visit is visible at once.
          entry: countsSomething(result) ? seal(key, text) : undefined,
        };
      };
      const { value, fromCache, expiresAtMs } = await cached.read({
        key,
        ttlMs: lifetimeMs,
        compute,
        open: (entry) => openedResults.open(key, entry, workspaceId),
        onPoisoned: () => instruments.cacheLookup(query.name, 'poisoned'),
      });
      instruments.cacheLookup(query.name, fromCache ? 'hit' : 'miss');
      return { ...value, fromCache, lifetimeMs, expiresAtMs };
    },
  };
}

/** Writes a period as ISO 8601 writes an interval. */
const interval = ({ start, end }: Period) => `${start}/${end}`;

/** The fields of results that count nothing in the requested range: counts of the range that it is compared with, and ages. */
const uncountedFields: readonly string[] = ['comparison', 'previous', 'minutesAgo', 'secondsAgo'];

/** Returns true if any number of a result, apart from those in `uncountedFields`, is not 0. */
function countsSomething(part: unknown): boolean {
  if (typeof part === 'number') return part !== 0;
  if (typeof part !== 'object' || part === null) return false;
  return Object.entries(part).some(([field, inner]) => !uncountedFields.includes(field) && countsSomething(inner));
}

/**
 * Returns the cache key. It contains only the caller's parameters and fixed filters: a default range means "now", and shares its entry for the lifetime of that entry. If the
 * workspace has goals, the key contains their IDs, because a response may list them; IDs are enough, because a goal never changes.
 */
function cacheKey(
  query: Query,
  params: Params,
  { workspaceId, fixedFilters }: Readable,
  goals: readonly Goal[],
): string {
  const ofGoals = goals.length > 0 ? `:${hash('sha256', goals.map(({ goalId }) => goalId).join())}` : '';
  const fixed = fixedFilters.length > 0 ? `:${JSON.stringify(fixedFilters)}` : '';
  return `response:${cacheVersion}:${workspaceId}:${query.name}:${JSON.stringify(params)}${fixed}${ofGoals}`;
}
