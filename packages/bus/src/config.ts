/** The settings that select the bus and its location. */
import { countSetting } from '@footfall/process/settings';
import { sharedSettings } from '@footfall/process/shared-settings';
import { z } from 'zod';

const brokerPattern = /^(\[[0-9A-Fa-f:.]+\]|[\w.-]+):\d{1,5}$/;

export const busSettingsSchema = z.object({
  DATA_DIR: sharedSettings.DATA_DIR,
  /** Comma-separated; the embedded log if unset. */
  KAFKA_BROKERS: z
    .string()
    .refine((list) => brokerList(list).every((broker) => brokerPattern.test(broker)), {
      error: 'must be one or more host:port, separated by commas',
    })
    .optional(),
  KAFKA_TOPIC: z
    .string()
    .regex(/^[\w.-]{1,200}$/, 'must be 1 to 200 letters, digits, dots, underscores and hyphens')
    .default('events'),
  /** The number of partitions if Footfall creates the topic; 6 if unset. */
  KAFKA_PARTITIONS: countSetting.optional(),
});

export type BusSettings = z.output<typeof busSettingsSchema>;

/** Returns the brokers in KAFKA_BROKERS. */
export function brokerList(list: string): string[] {
  return list.split(',').map((broker) => broker.trim());
}
