/** Runs the query of an endpoint on the store and reports its cost: the source of its result and the reason for it, and what each statement reads. */
import { AppError } from '@footfall/errors';
import { choiceOf } from '@footfall/schemas';
import { z } from 'zod';
import type { Reader, Statement } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import { queries } from '../queries/endpoints/index.ts';
import { createQueryRunner, type Query } from '../queries/query.ts';
import { createSourceChooser } from '../queries/source.ts';
import { ofWorkspace } from '../queries/sql/events.ts';
import { readGoals } from '../stores/goals.ts';
import { readPruning } from './measure-pruning.ts';
import type { MeasuredStatement, QueryReport } from './query-report.ts';

export interface ExplainOptions {
  warehouse: Reader;
  /** The name as in the path. */
  endpoint: string;
  /** The workspace with the most events if unset. */
  workspaceId?: string | undefined;
  /** Values as in the query string. */
  params: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The limit of `createSourceChooser`. */
  eventsReadMax: number;
}

/**
 * Rejects with BAD_REQUEST for an unknown endpoint or parameter, or for wrong values, with NOT_FOUND for a workspace without events, and with
 * UNAVAILABLE if a statement exceeds its limits.
 */
export async function explainEndpoint(options: ExplainOptions): Promise<QueryReport> {
  const { warehouse, eventsReadMax } = options;
  const query = findQuery(options.endpoint);
  const params = parseParams(query, options.params);
  const workspaceId = await findWorkspace(warehouse, options.workspaceId);
  const taken: Omit<MeasuredStatement, 'tables'>[] = [];
  const recording = (by: MeasuredStatement['by']): Pick<Reader, 'read'> => ({
    async read<Row>(statement: Statement) {
      const { rows, ...figures } = await warehouse.measure<Row>(statement);
      const { sql, params: values = {} } = statement;
      taken.push({ by, sql, params: values, rows: rows.length, ...figures });
      return rows;
    },
  });
  const chooseSource = createSourceChooser({ reader: recording('choice'), eventsReadMax, now: Date.now });
  const run = createQueryRunner({ reader: recording('query'), chooseSource });
  const nowMs = Date.now();
  const goals = (await readGoals(warehouse)).filter((goal) => goal.workspaceId === workspaceId);
  const resolved = query.resolve(params, { nowMs, goals, fixedFilters: [] });
  const { result, source, choice } = await run(query, resolved, workspaceId, nowMs);
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

function parseParams(query: Query, given: ExplainOptions['params']): z.output<Query['params']> {
  const names = Object.keys(query.params.shape);
  const unknown = Object.keys(given).find((name) => given[name] !== undefined && !names.includes(name));
  if (unknown !== undefined) {
    throw new AppError('BAD_REQUEST', `the parameters of ${query.name} are ${names.join(', ')}, got "${unknown}"`);
  }
  const params = query.params.safeParse(given);
  if (params.success) return params.data;
  throw new AppError('BAD_REQUEST', params.error.issues.map(({ message }) => message).join('; '));
}

function findQuery(endpoint: string): Query {
  const all: readonly Query[] = queries;
  const query = all.find(({ name }) => name === endpoint);
  if (query) return query;
  const names = choiceOf(all.map(({ name }) => name));
  throw new AppError('BAD_REQUEST', `the endpoint must be ${names}, got "${endpoint}"`);
}

async function findWorkspace(warehouse: Reader, given: string | undefined): Promise<string> {
  const [found] = await readRows(warehouse, z.object({ id: z.string() }), given === undefined ? largest : named(given));
  if (found) return found.id;
  throw new AppError(
    'NOT_FOUND',
    given === undefined ? 'no events are stored yet' : `workspace ${given} has no events`,
  );
}

const largest: Statement = {
  sql: 'SELECT workspace_id AS id FROM events GROUP BY id ORDER BY count() DESC, id LIMIT 1',
};

const named = (workspaceId: string): Statement => ({
  sql: `SELECT workspace_id AS id FROM events WHERE ${ofWorkspace} LIMIT 1`,
  params: { workspaceId },
});
