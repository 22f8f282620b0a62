/** The product as benchmarks of queries use it: the computation of an endpoint, uncached. */
import {
  createQueries,
  createSourceChooser,
  eventsReadMaxDefault,
  queries,
  type Query,
  type Statement,
  type Warehouse,
} from '@footfall/warehouse';
import type { Endpoint, Range } from './designs/design.ts';

type Reader = Pick<Warehouse, 'read'>;

export interface ReadOptions {
  /** Replaces the store for the statements of the result. */
  reader?: Reader;
  /** Further parameters, as in a query string. */
  params?: Record<string, string | readonly string[]>;
}

export interface Footfall {
  /** Computes an endpoint's result for a range that ends now. */
  read(endpoint: Endpoint, workspaceId: string, range: Range, options?: ReadOptions): Promise<Record<string, unknown>>;
}

const registry: readonly Query[] = queries;

/** Workspaces with more events than `eventsReadMax` are read from rollups. Queries sent together through one reader are read together. */
export function createFootfall(warehouse: Reader, eventsReadMax = eventsReadMaxDefault): Footfall {
  const sources = createSourceChooser({ reader: warehouse, eventsReadMax, now: Date.now });
  const ofWarehouse = createQueries({ reader: warehouse, sources });
  return {
    async read(endpoint, workspaceId, range, { reader = warehouse, params = {} } = {}) {
      const query = registry.find(({ name }) => name === endpoint);
      if (!query) throw new Error(`There is no endpoint ${endpoint}`);
      const nowMs = range.endMs;
      const requested = query.resolve(query.params.parse({ ...parameters(endpoint, range), ...params }), {
        nowMs,
        goals: [],
        fixedFilters: [],
      });
      const computed = reader === warehouse ? ofWarehouse : createQueries({ reader, sources });
      return (await computed.run(query, requested, workspaceId, nowMs)).result;
    },
  };
}

function parameters(endpoint: Endpoint, { startMs, endMs }: Range): Record<string, string> {
  if (endpoint === 'realtime') return {};
  if (endpoint === 'ux-insights') return { days: String(Math.round((endMs - startMs) / 86_400_000)) };
  return { start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() };
}

/** The cost of a result. */
export interface Cost {
  bytesRead: number;
  /** The memory of each of its statements, which run at the same time; undefined if the engine does not report it. */
  memoryBytes: number[] | undefined;
}

/** Returns the total cost of the statements of one result. */
export async function costOfResult(
  footfall: Footfall,
  warehouse: Pick<Warehouse, 'measure'>,
  endpoint: Endpoint,
  workspaceId: string,
  range: Range,
): Promise<Cost> {
  const total: Cost = { bytesRead: 0, memoryBytes: [] };
  const reader: Reader = {
    async read<Row>(statement: Statement) {
      const { rows, bytesRead, memoryBytes } = await warehouse.measure<Row>(statement);
      total.bytesRead += bytesRead;
      if (memoryBytes === null) total.memoryBytes = undefined;
      else total.memoryBytes?.push(memoryBytes);
      return rows;
    },
  };
  await footfall.read(endpoint, workspaceId, range, { reader });
  return total;
}
