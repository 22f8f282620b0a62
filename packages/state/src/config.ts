/** The settings that choose and place the state. */
import { z } from 'zod';

export const stateSettingsSchema = z.object({
  /** Where open sessions and salts live, in a folder of their own. */
  DATA_DIR: z.string().default('./data'),
  /** Absent: this process and DATA_DIR. */
  REDIS_URL: z.string().optional(),
});

export type StateSettings = z.output<typeof stateSettingsSchema>;
