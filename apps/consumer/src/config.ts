/** The settings of the consumer as a process of its own. */
import { portSetting } from '@footfall/process/settings';
import { operationsSettingsSchema } from '@footfall/http';
import { sourceSettingsSchema } from '@footfall/warehouse';
import { z } from 'zod';

export const consumerSettingsSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  /** Where health, readiness and numbers are asked for. */
  CONSUMER_PORT: portSetting.default(4002),
  /** Goes on with the oldest record there is when records that were never stored are gone from the log; without it the consumer refuses. */
  KAFKA_OFFSET_RESET: z.enum(['earliest'], 'must be earliest, or unset').optional(),
  ...operationsSettingsSchema.shape,
  ...sourceSettingsSchema.shape,
});
