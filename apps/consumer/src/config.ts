/** The settings of the consumer as a separate process. */
import { mustShowing, portSetting } from '@footfall/process/settings';
import { sharedSettings } from '@footfall/process/shared-settings';
import { sourceSettingsSchema } from '@footfall/warehouse';
import { z } from 'zod';

export const consumerSettingsSchema = z.object({
  HOST: sharedSettings.HOST,
  /** The port for health, readiness and metrics. */
  CONSUMER_PORT: portSetting.default(4002),
  /** Continues with the oldest available record if records that were never stored are gone from the log; if unset, the consumer refuses. */
  KAFKA_OFFSET_RESET: z.enum(['earliest'], mustShowing('must be earliest, or unset')).optional(),
  METRICS_TOKEN: sharedSettings.METRICS_TOKEN,
  ...sourceSettingsSchema.shape,
});
