/** The settings of the standalone process: those of its ports and apps, each declared next to its part. */
import { consumerSettingsSchema } from '@footfall/consumer';
import { ingestSettingsSchema } from '@footfall/ingest';
import { querySettingsSchema } from '@footfall/query';
import { busSettingsSchema } from '@footfall/bus';
import { stateSettingsSchema } from '@footfall/state';
import { sharedSettings } from '@footfall/process/shared-settings';
import { warehouseSettingsSchema } from '@footfall/warehouse';
import { z } from 'zod';

const schema = z.object({
  ...warehouseSettingsSchema.shape,
  ...busSettingsSchema.shape,
  ...stateSettingsSchema.shape,
  ...ingestSettingsSchema.shape,
  ...querySettingsSchema.shape,
  API_URL: sharedSettings.API_URL,
  // The port is needed only if the consumer is a separate process.
  ...consumerSettingsSchema.omit({ CONSUMER_PORT: true }).shape,
});

export const standaloneSettingsSchema = schema.refine(
  ({ API_PORT, INGEST_PORT }) => API_PORT === 0 || API_PORT !== INGEST_PORT,
  { path: ['INGEST_PORT'], error: ({ input }) => `must differ from API_PORT, got "${Object(input).INGEST_PORT}"` },
);

export type StandaloneSettings = z.output<typeof standaloneSettingsSchema>;
