/** Whoever answers the requests of a screen: a version of the product, or a design to compare with. */
import type { Reader, Statement } from '@footfall/warehouse';
import type { Endpoint } from '../designs/design.ts';

/** What the responses to requests that are sent at once take together. */
export interface ScreenCost {
  statements: number;
  bytesRead: number;
  /** Parts of tables, counted once for each time that a statement reads them. */
  partsRead: number;
}

export interface Contender {
  name: string;
  /** Milliseconds until all are answered, requested at once. */
  time(endpoints: readonly Endpoint[]): Promise<number>;
  cost(endpoints: readonly Endpoint[]): Promise<ScreenCost>;
}

type Answer = (endpoint: Endpoint) => Promise<unknown>;

/** `answerFrom` returns what answers requests by statements of its reader. */
export function createContender(
  name: string,
  reader: Reader,
  answerFrom: (reader: Pick<Reader, 'read'>) => Answer,
): Contender {
  const answer = answerFrom(reader);
  return {
    name,
    async time(endpoints) {
      const began = performance.now();
      await Promise.all(endpoints.map(answer));
      return performance.now() - began;
    },
    async cost(endpoints) {
      const seen: Statement[] = [];
      let bytesRead = 0;
      const counted = answerFrom({
        async read<Row>(statement: Statement) {
          seen.push(statement);
          const { rows, bytesRead: bytes } = await reader.measure<Row>(statement);
          bytesRead += bytes;
          return rows;
        },
      });
      // What is kept for some seconds, such as a choice of tables, is not a cost of each screen.
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
