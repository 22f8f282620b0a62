/** Runs a query on the store and tells what it took: from where it answers and why, and what each statement reads. */
import type { z } from 'zod';
import { createPlanner, type Plan } from './planner.ts';
import type { Measured, Statement, Warehouse } from './port.ts';
import { type Pruned, readPruning } from './measure-pruning.ts';
import type { Query } from './query.ts';

export interface MeasuredStatement extends Omit<Measured<unknown>, 'rows'> {
  /** Of the planner, or of the query itself. */
  by: 'planner' | 'query';
  sql: string;
  params: NonNullable<Statement['params']>;
  /** Rows of the result. */
  rows: number;
  /** The tables it reads, with what of them their order prunes. */
  tables: readonly Pruned[];
}

export interface QueryReport {
  endpoint: string;
  workspaceId: string;
  /** One for each range that the query asked the planner about; none for a query that always reads `events`. */
  plans: readonly Plan[];
  statements: readonly MeasuredStatement[];
  /** Sums over the statements. */
  elapsedMs: number;
  rowsRead: number;
  bytesRead: number;
  result: unknown;
}

export interface MeasureOptions {
  warehouse: Pick<Warehouse, 'read' | 'measure'>;
  query: Query;
  params: z.output<Query['params']>;
  workspaceId: string;
  /** As in `createPlanner`. */
  thresholdEvents: number;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Rejects with BAD_REQUEST for parameters that are wrong together, with UNAVAILABLE when a statement is over its limits. */
export async function measureQuery(options: MeasureOptions): Promise<QueryReport> {
  const { warehouse, query, params, workspaceId, thresholdEvents, now } = options;
  const taken: MeasuredStatement[] = [];
  const recording = (by: MeasuredStatement['by']): Pick<Warehouse, 'read'> => ({
    async read<Row>(statement: Statement) {
      const { rows, ...figures } = await warehouse.measure<Row>(statement);
      const { sql, params: values = {} } = statement;
      taken.push({ by, sql, params: values, rows: rows.length, ...figures, tables: [] });
      return rows;
    },
  });
  const planner = createPlanner({ warehouse: recording('planner'), thresholdEvents, now });
  const plans: Plan[] = [];
  const result = await query.run(query.resolve(params, now()), {
    warehouse: recording('query'),
    workspaceId,
    async plan(range) {
      const plan = await planner.plan(workspaceId, range);
      plans.push(plan);
      return plan;
    },
  });
  // Afterwards, so that it changes nothing about the times above.
  const statements: MeasuredStatement[] = [];
  for (const one of taken) statements.push({ ...one, tables: await readPruning(warehouse, one) });
  const sum = (figure: 'elapsedMs' | 'rowsRead' | 'bytesRead') =>
    statements.reduce((total, statement) => total + statement[figure], 0);
  return {
    endpoint: query.name,
    workspaceId,
    plans,
    statements,
    elapsedMs: sum('elapsedMs'),
    rowsRead: sum('rowsRead'),
    bytesRead: sum('bytesRead'),
    result,
  };
}
