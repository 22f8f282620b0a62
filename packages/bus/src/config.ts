/** The settings that choose and place the bus. */
import { z } from 'zod';

export const busSettingsSchema = z.object({
  /** Where the embedded log lives, in a folder of its own. */
  DATA_DIR: z.string().default('./data'),
  /** Comma-separated; absent: the embedded log. */
  KAFKA_BROKERS: z.string().optional(),
  KAFKA_TOPIC: z.string().default('events'),
});

export type BusSettings = z.output<typeof busSettingsSchema>;
