/** `footfall explain`: measures an endpoint's query on the real store. */
import {
  measureQuery,
  sourceSettingsSchema,
  type Query,
  queries,
  type QueryReport,
  type Warehouse,
  warehouseSettingsSchema,
} from '@footfall/warehouse';
import type { z } from 'zod';
import { CommandError } from '../terminal/command-error.ts';
import { withWarehouse } from './own-parts.ts';

export const explainSettings = warehouseSettingsSchema.extend(sourceSettingsSchema.shape);
type Settings = z.output<typeof explainSettings>;

interface Options {
  endpoint: string;
  workspace?: string | undefined;
  /** Written as in the query string. */
  params: Readonly<Record<string, string | undefined>>;
}

/** Rejects with a CommandError that names the endpoint, the parameter or the workspace that is wrong. */
export async function runExplain(settings: Settings, { endpoint, workspace, params }: Options): Promise<QueryReport> {
  const query = findQuery(endpoint);
  const parsed = query.params.safeParse(params);
  if (!parsed.success) throw new CommandError(parsed.error.issues.map((issue) => issue.message).join('; '));
  return withWarehouse(settings, async (warehouse) =>
    measureQuery({
      warehouse,
      query,
      params: parsed.data,
      workspaceId: await findWorkspace(warehouse, workspace),
      eventsReadMax: settings.EVENTS_READ_MAX,
      now: Date.now,
    }),
  );
}

function findQuery(endpoint: string): Query {
  const all: readonly Query[] = queries;
  const query = all.find(({ name }) => name === endpoint);
  if (query) return query;
  throw new CommandError(`there is no endpoint ${endpoint}: it is one of ${all.map(({ name }) => name).join(', ')}`);
}

/** Returns `given`, else the workspace with most events. */
async function findWorkspace(warehouse: Warehouse, given: string | undefined): Promise<string> {
  const [found] = await warehouse.read<{ id: string }>({
    sql: `SELECT workspace_id AS id FROM events WHERE {given:String} IN ('', workspace_id)
      GROUP BY id ORDER BY count() DESC, id LIMIT 1`,
    params: { given: given ?? '' },
  });
  if (found) return found.id;
  throw new CommandError(given === undefined ? 'nothing is stored yet' : `workspace ${given} has no events`);
}
