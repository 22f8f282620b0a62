/** The settings that every server has. */
import { tokenSetting } from '@footfall/process/settings';
import { z } from 'zod';

export const operationsSettingsSchema = z.object({
  /** The token for `/metrics`; if unset, every client that can reach the port can read them. */
  METRICS_TOKEN: tokenSetting.optional(),
});
