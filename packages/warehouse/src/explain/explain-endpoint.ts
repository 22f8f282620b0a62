/** Measures the query of an endpoint, with its name as in the path and its parameters as in the query string. */
import { AppError } from '@footfall/errors';
import { choiceOf } from '@footfall/schemas';
import { z } from 'zod';
import type { Reader, Statement } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import { queries } from '../queries/endpoints/index.ts';
import type { Query } from '../queries/query.ts';
import { ofWorkspace } from '../queries/sql/events.ts';
import { measureQuery } from './measure-query.ts';
import type { QueryReport } from './query-report.ts';

export interface ExplainOptions {
  warehouse: Reader;
  endpoint: string;
  /** The workspace with the most events if unset. */
  workspaceId?: string | undefined;
  params: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The limit of `createSourceChooser`. */
  eventsReadMax: number;
}

/** Rejects with BAD_REQUEST for an unknown endpoint or parameter, or a wrong value, with NOT_FOUND for a workspace without events. */
export async function explainEndpoint(options: ExplainOptions): Promise<QueryReport> {
  const { warehouse, endpoint, workspaceId, eventsReadMax } = options;
  const query = findQuery(endpoint);
  const names = Object.keys(query.params.shape);
  const unknown = Object.keys(options.params).find(
    (name) => options.params[name] !== undefined && !names.includes(name),
  );
  if (unknown !== undefined) {
    throw new AppError('BAD_REQUEST', `the parameters of ${endpoint} are ${names.join(', ')}, got "${unknown}"`);
  }
  const params = query.params.safeParse(options.params);
  if (!params.success) {
    throw new AppError('BAD_REQUEST', params.error.issues.map(({ message }) => message).join('; '));
  }
  return measureQuery(warehouse, query, params.data, await findWorkspace(warehouse, workspaceId), eventsReadMax);
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
