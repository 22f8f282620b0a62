/** Decodes records of the bus into rows: a pure function of their bytes. */
import type { BusRecord, TopicPartition } from '@footfall/bus';
import { mapInSlices } from '@footfall/process';
import { decodeEvent } from '@footfall/schemas';
import type { EventRow } from '@footfall/warehouse';
import type { DeadLetter } from './dead-letters.ts';

/** The contents of records, each kind in the order of the records. */
export interface Decoded {
  rows: EventRow[];
  deadLetters: DeadLetter[];
}

/** Resolves with the contents of `records`, which are of one partition. */
export async function decodeRecords(
  records: readonly BusRecord[],
  { topicId, partition }: TopicPartition,
): Promise<Decoded> {
  const rows: EventRow[] = [];
  const deadLetters: DeadLetter[] = [];
  await mapInSlices(records, (record) => {
    const event = decodeEvent(record.value, record.offset);
    if (typeof event === 'string') deadLetters.push({ record, reason: event });
    // Assigned in place: copying an object with so many fields takes longer than parsing it.
    else rows.push(Object.assign(event, { topicId, partition, offset: record.offset }));
  });
  return { rows, deadLetters };
}
