/** A contender that computes the results of a screen: the product, or a design to compare with. */
import type { Reader, Statement } from '@footfall/warehouse';
import { type Endpoint, type Range, readDesign, type Requests } from '../designs/design.ts';
import { createFootfall, type Params } from '../footfall.ts';

/** The total cost of responses to requests that are sent at once. */
export interface ScreenCost {
  statements: number;
  bytesRead: number;
  /** Parts of tables, counted once per statement that reads them. */
  partsRead: number;
  /** The memory of each statement; undefined if the engine does not report it. */
  memoryBytes: number[] | undefined;
}

export interface Contender {
  name: string;
  /** Resolves with the milliseconds until all have a response, requested at once. */
  time(endpoints: readonly Endpoint[]): Promise<number>;
  cost(endpoints: readonly Endpoint[]): Promise<ScreenCost>;
}

/** The part of the data that a contender reads. */
interface Scope {
  workspaceId: string;
  range: Range;
}

type Read = (endpoint: Endpoint) => Promise<unknown>;

/** Returns the product as a contender; `params` are further parameters of each request. */
export function footfallContender(reader: Reader, { workspaceId, range }: Scope, params: Params = {}): Contender {
  return createContender('Footfall', reader, (from) => {
    const footfall = createFootfall(from);
    return (endpoint) => footfall.read(endpoint, workspaceId, range, params);
  });
}

/** Returns a design as a contender, with its statements for each endpoint. */
export function designContender(
  name: string,
  requests: Requests,
  reader: Reader,
  { workspaceId, range }: Scope,
): Contender {
  return createContender(
    name,
    reader,
    (from) => (endpoint) => readDesign(from, requests, endpoint, workspaceId, range),
  );
}

/** `readFrom` returns a function that computes results with statements of its reader. */
function createContender(name: string, reader: Reader, readFrom: (reader: Pick<Reader, 'read'>) => Read): Contender {
  const running = new Set<Promise<unknown>>();
  const read = readFrom({
    read<Row>(statement: Statement) {
      const rows = reader.read<Row>(statement);
      running.add(rows);
      return rows;
    },
  });
  return {
    name,
    async time(endpoints) {
      const began = performance.now();
      try {
        await Promise.all(endpoints.map(read));
        return performance.now() - began;
      } finally {
        // After a failure, other statements still run. They must not use the store during the next contender's turn.
        await Promise.allSettled(running);
        running.clear();
      }
    },
    async cost(endpoints) {
      const seen: { statement: Statement; bytesRead: number; memoryBytes: number | null }[] = [];
      const counted = readFrom({
        async read<Row>(statement: Statement) {
          const { rows, bytesRead, memoryBytes } = await reader.measure<Row>(statement);
          seen.push({ statement, bytesRead, memoryBytes });
          return rows;
        },
      });
      // Data that is cached for some seconds, such as a choice of tables, is not a cost of each screen.
      await Promise.all(endpoints.map(counted));
      seen.length = 0;
      await Promise.all(endpoints.map(counted));
      const parts = await Promise.all(seen.map(({ statement }) => partsOf(reader, statement)));
      const memoryBytes = seen.flatMap((one) => one.memoryBytes ?? []);
      return {
        statements: seen.length,
        bytesRead: seen.reduce((sum, one) => sum + one.bytesRead, 0),
        partsRead: parts.reduce((sum, each) => sum + each, 0),
        memoryBytes: memoryBytes.length === seen.length ? memoryBytes : undefined,
      };
    },
  };
}

async function partsOf(reader: Reader, statement: Statement): Promise<number> {
  const tables = await reader.read<{ parts: number }>({ ...statement, sql: `EXPLAIN ESTIMATE ${statement.sql}` });
  return tables.reduce((sum, { parts }) => sum + parts, 0);
}
