/** Turns records of the bus into rows: a pure function of their bytes. */
import type { BusRecord } from '@footfall/bus';
import { type EnrichedEvent, enrichedEventSchema, isEnrichedEvent, requestIndexMax } from '@footfall/schemas';
import type { EventRow } from '@footfall/warehouse';

/** A record that can never be inserted. */
export interface DeadLetter {
  record: BusRecord;
  reason: string;
}

/** The result of decoding one record. */
export type Decoded = { kind: 'row'; row: EventRow } | { kind: 'dead-letter'; deadLetter: DeadLetter };

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Returns the result for each of `records`, in order. */
export function decodeRecords(records: readonly BusRecord[], incarnation: string): Decoded[] {
  return records.map((record) => {
    const event = decodeEvent(record);
    if (typeof event === 'string') return { kind: 'dead-letter', deadLetter: { record, reason: event } };
    const place = { incarnation, partition: record.partition, offset: record.offset };
    // Not a copy: copying an object with so many fields takes longer than parsing it.
    return { kind: 'row', row: Object.assign(event, place) };
  });
}

/** Returns the event, or the reason why the bytes are not one. */
function decodeEvent({ value, offset }: BusRecord): EnrichedEvent | string {
  let json: unknown;
  try {
    json = JSON.parse(decoder.decode(value));
  } catch {
    return value.length === 0 ? 'empty value' : 'not JSON in UTF-8';
  }
  if (isEnrichedEvent(json)) return json;
  const parsed = enrichedEventSchema.safeParse(withDefaults(json, offset));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  return `not an enriched event: ${issue?.path.join('.') || 'value'}: ${issue?.message ?? 'invalid'}`;
}

/** Fills in fields that records of earlier versions lack, with the defaults of the columns. Records of one request are adjacent. */
function withDefaults(json: unknown, offset: number): unknown {
  if (typeof json !== 'object' || json === null) return json;
  return { requestIndex: offset % (requestIndexMax + 1), derived: false, ...json };
}

/** Returns the record for the dead-letter topic: the reason, the origin, and the unchanged bytes. */
export function deadLetterValue({ record, reason }: DeadLetter): Uint8Array {
  const { partition, offset, value } = record;
  return Buffer.from(JSON.stringify({ reason, partition, offset, value: Buffer.from(value).toString('base64') }));
}
