/** `footfall explain`: measures an endpoint's query on the real store. */
import { explainEndpoint, type QueryReport, sourceSettingsSchema, warehouseSettingsSchema } from '@footfall/warehouse';
import { z } from 'zod';
import { runLocalJob } from '../clients/local-work.ts';
import { findHolder } from './holder.ts';
import { withWarehouse } from './own-parts.ts';

export const explainSettings = warehouseSettingsSchema.extend(sourceSettingsSchema.shape);
type Settings = z.output<typeof explainSettings>;

const reportSchema = z.custom<QueryReport>((value) => Array.isArray(Object(value).statements));

interface Options {
  endpoint: string;
  workspaceId?: string | undefined;
  /** Values as in a query string. */
  params: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Rejects with a CommandError that names the invalid endpoint, parameter or workspace. */
export async function runExplain(settings: Settings, options: Options): Promise<QueryReport> {
  const socket = await findHolder(settings, { clickhouse: settings.CLICKHOUSE_URL });
  if (socket) return runLocalJob(socket, { name: 'explain', input: options, report: reportSchema });
  return withWarehouse(settings, (warehouse) =>
    explainEndpoint({ ...options, warehouse, eventsReadMax: settings.EVENTS_READ_MAX }),
  );
}
