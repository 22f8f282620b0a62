/** Turns records of the bus into rows: a pure function of their bytes. */
import type { BusRecord } from '@footfall/bus';
import { type EnrichedEvent, enrichedEventSchema, isEnrichedEvent, requestIndexMax } from '@footfall/schemas';
import type { EventRow } from '@footfall/warehouse';

/** A record that can never be inserted. */
export interface DeadLetter {
  record: BusRecord;
  reason: string;
}

/** What became of one record. */
export type Decoded = { kind: 'row'; row: EventRow } | { kind: 'dead-letter'; deadLetter: DeadLetter };

const decoder = new TextDecoder('utf-8', { fatal: true });

/** What each of `records` becomes, in order. */
export function decodeRecords(records: readonly BusRecord[], incarnation: string): Decoded[] {
  return records.map((record) => {
    const event = decodeEvent(record);
    if (typeof event === 'string') return { kind: 'dead-letter', deadLetter: { record, reason: event } };
    const place = { incarnation, partition: record.partition, offset: record.offset };
    // Not a copy: copying an object of so many fields takes longer than reading it did.
    return { kind: 'row', row: Object.assign(event, place) };
  });
}

/** The event, or why the bytes are none. */
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

/** Fills in fields that records of earlier versions lack, with the defaults of the columns. Records of one request lie next to each other. */
function withDefaults(json: unknown, offset: number): unknown {
  if (typeof json !== 'object' || json === null) return json;
  return { requestIndex: offset % (requestIndexMax + 1), derived: false, ...json };
}

/** The record for the dead-letter topic: why, from where, and the bytes as they were. */
export function deadLetterValue({ record, reason }: DeadLetter): Uint8Array {
  const { partition, offset, value } = record;
  return Buffer.from(JSON.stringify({ reason, partition, offset, value: Buffer.from(value).toString('base64') }));
}
