/** The settings that choose and place the bus. */
import { countSetting } from '@footfall/process/settings';
import { z } from 'zod';

const brokerPattern = /^(\[[0-9A-Fa-f:.]+\]|[\w.-]+):\d{1,5}$/;

export const busSettingsSchema = z.object({
  /** Where the embedded log lives, in a folder of its own. */
  DATA_DIR: z.string().default('./data'),
  /** Comma-separated; absent: the embedded log. */
  KAFKA_BROKERS: z
    .string()
    .refine((list) => brokerList(list).every((broker) => brokerPattern.test(broker)), {
      error: 'must be host:port, or several separated by commas',
    })
    .optional(),
  KAFKA_TOPIC: z
    .string()
    .regex(/^[\w.-]{1,200}$/, 'must have 1 to 200 letters, digits, dots, underscores and hyphens')
    .default('events'),
  /** Of the topic when Footfall makes it; absent: 6. */
  KAFKA_PARTITIONS: countSetting.optional(),
});

export type BusSettings = z.output<typeof busSettingsSchema>;

/** The brokers that KAFKA_BROKERS names. */
export function brokerList(list: string): string[] {
  return list.split(',').map((broker) => broker.trim());
}
