/** The settings that every server has. */
import { tokenSetting } from '@footfall/process/settings';
import { z } from 'zod';

export const operationsSettingsSchema = z.object({
  /** If unset, `/metrics` is open to everyone who reaches the port. */
  METRICS_TOKEN: tokenSetting.optional(),
});
