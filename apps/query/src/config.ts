/** The settings of the query app; those of its ports are next to the ports. */
import { tokenSetting } from '@footfall/process/settings';
import { sharedSettings } from '@footfall/process/shared-settings';
import { sourceSettingsSchema } from '@footfall/warehouse';
import { z } from 'zod';

/** Long enough that it cannot be guessed, however many attempts are made. */
const adminTokenCharsMin = 16;

const { HOST, API_PORT, INGEST_PORT, INGEST_URL, TRUST_PROXY, METRICS_TOKEN } = sharedSettings;

export const querySettingsSchema = z.object({
  HOST,
  API_PORT,
  INGEST_PORT,
  INGEST_URL,
  TRUST_PROXY,
  /** The token of the admin API; people with a session use it without. */
  ADMIN_TOKEN: tokenSetting.min(adminTokenCharsMin, `must have at least ${adminTokenCharsMin} characters`).optional(),
  METRICS_TOKEN,
  ...sourceSettingsSchema.shape,
});

export type QuerySettings = z.output<typeof querySettingsSchema>;
