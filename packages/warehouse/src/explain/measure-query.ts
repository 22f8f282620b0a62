/** Runs a query on the store and reports its cost: the source of its result and the reason for it, and what each statement reads. */
import type { z } from 'zod';
import type { Measured, Reader, Statement } from '../driver/port.ts';
import { readGoals } from '../stores/goals.ts';
import { type Pruned, readPruning } from './measure-pruning.ts';
import { createQueries, type Query } from '../queries/query.ts';
import { type Choice, createSourceChooser, type Source } from '../queries/source.ts';

export interface MeasuredStatement extends Omit<Measured<unknown>, 'rows'> {
  /** Either the choice of the source or the query. */
  by: 'choice' | 'query';
  sql: string;
  params: NonNullable<Statement['params']>;
  /** Rows of the result. */
  rows: number;
  /** The tables that it reads, and how far their sorting keys prune them. */
  tables: readonly Pruned[];
}

export interface QueryReport {
  endpoint: string;
  workspaceId: string;
  source: Source;
  /** The choice for the workspace, which the request may not be able to use; null if the endpoint never reads rollups. */
  choice: Choice | null;
  statements: readonly MeasuredStatement[];
  /** Sums over the statements. */
  elapsedMs: number;
  rowsRead: number;
  bytesRead: number;
  result: unknown;
}

/** Rejects with BAD_REQUEST for parameters that contradict each other, and with UNAVAILABLE if a statement exceeds its limits. `eventsReadMax` is that of `createSourceChooser`. */
export async function measureQuery(
  warehouse: Reader,
  query: Query,
  params: z.output<Query['params']>,
  workspaceId: string,
  eventsReadMax: number,
): Promise<QueryReport> {
  const taken: MeasuredStatement[] = [];
  const recording = (by: MeasuredStatement['by']): Pick<Reader, 'read'> => ({
    async read<Row>(statement: Statement) {
      const { rows, ...figures } = await warehouse.measure<Row>(statement);
      const { sql, params: values = {} } = statement;
      taken.push({ by, sql, params: values, rows: rows.length, ...figures, tables: [] });
      return rows;
    },
  });
  const sources = createSourceChooser({ reader: recording('choice'), eventsReadMax, now: Date.now });
  const measured = createQueries({ reader: recording('query'), sources });
  const nowMs = Date.now();
  const goals = (await readGoals(warehouse)).filter((goal) => goal.workspaceId === workspaceId);
  const resolved = query.resolve(params, { nowMs, goals, fixedFilters: [] });
  const { result, source, choice } = await measured.run(query, resolved, workspaceId, nowMs);
  // Afterwards, so that it does not affect the times above.
  const statements: MeasuredStatement[] = [];
  for (const one of taken) statements.push({ ...one, tables: await readPruning(warehouse, one) });
  const sum = (figure: 'elapsedMs' | 'rowsRead' | 'bytesRead') =>
    statements.reduce((total, statement) => total + statement[figure], 0);
  return {
    endpoint: query.name,
    workspaceId,
    source,
    choice,
    statements,
    elapsedMs: sum('elapsedMs'),
    rowsRead: sum('rowsRead'),
    bytesRead: sum('bytesRead'),
    result,
  };
}
