/** Dead letters: records that can never be inserted, in the form in which the bus keeps them for the operator. */
import type { Bus, BusRecord } from '@footfall/bus';
import { z } from 'zod';

export interface DeadLetter {
  record: BusRecord;
  reason: string;
}

export const storedDeadLetter = z.object({
  reason: z.string(),
  /** The partition and offset of the record in the topic of events. */
  partition: z.int(),
  offset: z.int(),
  /** The unchanged bytes, in base64. */
  value: z.string(),
});
export type StoredDeadLetter = z.output<typeof storedDeadLetter>;

/** Returns the record for the dead-letter topic: the reason, the origin, and the unchanged bytes. */
export function deadLetterValue(partition: number, { record: { offset, value }, reason }: DeadLetter): Uint8Array {
  const stored: StoredDeadLetter = { reason, partition, offset, value: Buffer.from(value).toString('base64') };
  return Buffer.from(JSON.stringify(stored));
}

/** Resolves with the newest dead letters of `bus`, at most `max` of each partition, oldest first. */
export async function readDeadLetters(bus: Pick<Bus, 'deadLetters'>, max: number): Promise<StoredDeadLetter[]> {
  const values = await bus.deadLetters(max);
  return values.map((value) => storedDeadLetter.parse(JSON.parse(Buffer.from(value).toString())));
}
