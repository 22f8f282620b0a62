/** The product as benchmarks of queries use it: the computation of an endpoint, uncached. */
import {
  createQueryRunner,
  createSourceChooser,
  eventsReadMaxDefault,
  queries,
  type Query,
  type Warehouse,
} from '@footfall/warehouse';
import type { Endpoint, Range } from './designs/design.ts';

type Reader = Pick<Warehouse, 'read'>;

/** Parameters as in a query string. */
export type Params = Record<string, string | readonly string[]>;

export interface Footfall {
  /** Computes an endpoint's result for a range that ends now; `params` are further parameters. */
  read(endpoint: Endpoint, workspaceId: string, range: Range, params?: Params): Promise<Record<string, unknown>>;
}

const registry: readonly Query[] = queries;

/** Workspaces with more events than `eventsReadMax` are read from rollups. Queries sent together are read together. */
export function createFootfall(warehouse: Reader, eventsReadMax = eventsReadMaxDefault): Footfall {
  const chooseSource = createSourceChooser({ reader: warehouse, eventsReadMax, now: Date.now });
  const run = createQueryRunner({ reader: warehouse, chooseSource });
  return {
    async read(endpoint, workspaceId, range, params = {}) {
      const query = registry.find(({ name }) => name === endpoint);
      if (!query) throw new Error(`There is no endpoint ${endpoint}`);
      const nowMs = range.endMs;
      const requested = query.resolve(query.params.parse({ ...parameters(endpoint, range), ...params }), {
        nowMs,
        goals: [],
        fixedFilters: [],
      });
      return (await run(query, requested, workspaceId, nowMs)).result;
    },
  };
}

function parameters(endpoint: Endpoint, { startMs, endMs }: Range): Record<string, string> {
  if (endpoint === 'realtime') return {};
  if (endpoint === 'ux-insights') return { days: String(Math.round((endMs - startMs) / 86_400_000)) };
  return { start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() };
}
