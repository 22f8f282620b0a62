/** Enriched events as bytes on the bus: JSON in UTF-8 with every field, so that consumers of the previous version can read it. */
import { findEventProblem, isEnrichedEvent, isObject } from './enriched-event-check.ts';
import { type EnrichedEvent, eventFields } from './enriched-event.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The fields that records of earlier versions lack. */
const addedFields = Object.entries(eventFields).flatMap(([name, field]) =>
  'earlier' in field ? [{ name, earlier: field.earlier }] : [],
);

export function encodeEvent(event: EnrichedEvent): Buffer {
  return Buffer.from(JSON.stringify(event));
}

/** Returns the event of a record, or the reason why it has none: a function of nothing but the record's bytes and its offset. */
export function decodeEvent(bytes: Uint8Array, offset: number): EnrichedEvent | string {
  let json: unknown;
  try {
    json = JSON.parse(decoder.decode(bytes));
  } catch {
    return bytes.length === 0 ? 'empty value' : 'not JSON in UTF-8';
  }
  if (isObject(json)) {
    for (const { name, earlier } of addedFields) if (!Object.hasOwn(json, name)) json[name] = earlier(offset);
  }
  return isEnrichedEvent(json) ? json : `not an enriched event: ${findEventProblem(json)}`;
}
