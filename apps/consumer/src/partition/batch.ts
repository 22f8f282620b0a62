/** Decodes records of the bus into rows: a pure function of their bytes. */
import type { BusRecord } from '@footfall/bus';
import { mapInSlices } from '@footfall/process';
import { decodeEvent } from '@footfall/schemas';
import type { EventRow } from '@footfall/warehouse';
import type { DeadLetter } from './dead-letters.ts';

/** The result of decoding one record. */
export type Decoded = { kind: 'row'; row: EventRow } | { kind: 'dead-letter'; deadLetter: DeadLetter };

/** Resolves with the result for each of `records`, in order. */
export function decodeRecords(records: readonly BusRecord[], topicId: string): Promise<Decoded[]> {
  return mapInSlices(records, (record): Decoded => {
    const event = decodeEvent(record.value, record.offset);
    if (typeof event === 'string') return { kind: 'dead-letter', deadLetter: { record, reason: event } };
    const { partition, offset } = record;
    // Assigned in place: copying an object with so many fields takes longer than parsing it.
    return { kind: 'row', row: Object.assign(event, { topicId, partition, offset }) };
  });
}
