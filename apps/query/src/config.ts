/** The settings of the query app; those of its ports stand beside the ports. */
import { countSetting, portSetting } from '@footfall/config';
import { z } from 'zod';

/** Results computed at one time: enough for a few dashboards that load at once, few enough that none waits for minutes. */
const queriesAtOnceDefault = 32;

export const querySettingsSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  API_PORT: portSetting.default(4000),
  INGEST_PORT: portSetting.default(4001),
  ADMIN_TOKEN: z.string().optional(),
  TRUST_PROXY: z.string().optional(),
  QUERIES_AT_ONCE: countSetting.default(queriesAtOnceDefault),
});

export type QuerySettings = z.output<typeof querySettingsSchema>;
