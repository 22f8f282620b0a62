/** A contender that computes the results of a screen: the product, or a design to compare with. */
import type { Reader, Statement } from '@footfall/warehouse';
import type { Endpoint } from '../designs/design.ts';

/** The total cost of responses to requests that are sent at once. */
export interface ScreenCost {
  statements: number;
  bytesRead: number;
  /** Parts of tables, counted once per statement that reads them. */
  partsRead: number;
}

export interface Contender {
  name: string;
  /** Resolves with the milliseconds until all have a response, requested at once. */
  time(endpoints: readonly Endpoint[]): Promise<number>;
  cost(endpoints: readonly Endpoint[]): Promise<ScreenCost>;
}

type Read = (endpoint: Endpoint) => Promise<unknown>;

/** `readFrom` returns a function that computes results with statements of its reader. */
export function createContender(
  name: string,
  reader: Reader,
  readFrom: (reader: Pick<Reader, 'read'>) => Read,
): Contender {
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
      const seen: Statement[] = [];
      let bytesRead = 0;
      const counted = readFrom({
        async read<Row>(statement: Statement) {
          seen.push(statement);
          const { rows, bytesRead: bytes } = await reader.measure<Row>(statement);
          bytesRead += bytes;
          return rows;
        },
      });
      // Data that is cached for some seconds, such as a choice of tables, is not a cost of each screen.
      await Promise.all(endpoints.map(counted));
      [seen.length, bytesRead] = [0, 0];
      await Promise.all(endpoints.map(counted));
      const statements = seen.length;
      const parts = await Promise.all(seen.map((statement) => partsOf(reader, statement)));
      return { statements, bytesRead, partsRead: parts.reduce((sum, each) => sum + each, 0) };
    },
  };
}

async function partsOf(reader: Reader, statement: Statement): Promise<number> {
  const tables = await reader.read<{ parts: number }>({ ...statement, sql: `EXPLAIN ESTIMATE ${statement.sql}` });
  return tables.reduce((sum, { parts }) => sum + parts, 0);
}
