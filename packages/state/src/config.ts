/** The settings that choose the driver of the state and where it is stored. */
import { sharedSettings } from '@footfall/process/shared-settings';
import { z } from 'zod';
import { readRedisUrl } from './redis/url.ts';

export const stateSettingsSchema = z.object({
  DATA_DIR: sharedSettings.DATA_DIR,
  /** The URL of Redis; if unset, this process and DATA_DIR are used. */
  REDIS_URL: z
    .string()
    .refine((url) => readRedisUrl(url) !== undefined, {
      error:
        'must be redis:// or rediss://, with user:password@, host:port, /database and ?keyPrefix= as needed, and special characters of the password as %XX',
    })
    .optional(),
});

export type StateSettings = z.output<typeof stateSettingsSchema>;
