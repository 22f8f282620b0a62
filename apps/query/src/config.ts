/** The settings of the query app; those of its ports stand beside the ports. */
import { baseUrlSetting, countSetting, portSetting, tokenSetting } from '@footfall/config';
import { operationsSettingsSchema } from '@footfall/http';
import { plannerSettingsSchema } from '@footfall/warehouse';
import { z } from 'zod';

/** Results computed at one time: enough for a few dashboards that load at once, few enough that none waits for minutes. */
const queriesAtOnceDefault = 32;

export const querySettingsSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  API_PORT: portSetting.default(4000),
  INGEST_PORT: portSetting.default(4001),
  /** Where clients reach the ingest app, when that is not HOST and INGEST_PORT: behind a proxy, in a container. */
  INGEST_URL: baseUrlSetting.optional(),
  ADMIN_TOKEN: tokenSetting.optional(),
  TRUST_PROXY: z.string().optional(),
  QUERIES_AT_ONCE: countSetting.default(queriesAtOnceDefault),
  ...operationsSettingsSchema.shape,
  ...plannerSettingsSchema.shape,
});

export type QuerySettings = z.output<typeof querySettingsSchema>;
