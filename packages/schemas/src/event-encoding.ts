/**
 * Enriched events as bytes on the bus: JSON in UTF-8, a list of the version of this form and the values of all fields in the order of
 * `eventFields`. With the names of the fields a record would be twice as long. Version 1 has them, in an object; logs may still contain it.
 */
import { findEventProblem, shownForLog } from './enriched-event-check.ts';
import { type EnrichedEvent, fieldNames, isEventField } from './enriched-event.ts';
import { requestIndexMax } from './field-kinds.ts';
import { shownName } from './shown.ts';

const version = 2;

const decoder = new TextDecoder('utf-8', { fatal: true });

// Literals of all fields, because V8 needs up to twice as long to add them one by one. Compiled from the names of the fields alone.
/* oxlint-disable typescript/no-implied-eval, typescript/no-unsafe-type-assertion */
const listOf = new Function(
  'event',
  `return [${version}, ${fieldNames.map((name) => `event.${name}`).join(', ')}]`,
) as (event: EnrichedEvent) => readonly unknown[];
const eventOf = new Function(
  'values',
  `return { ${fieldNames.map((name, index) => `${name}: values[${index}]`).join(', ')} }`,
) as (values: readonly unknown[]) => EnrichedEvent;
/* oxlint-enable typescript/no-implied-eval, typescript/no-unsafe-type-assertion */

export function encodeEvent(event: EnrichedEvent): Buffer {
  return Buffer.from(JSON.stringify(listOf(event)));
}

/** Returns the event of a record, or the reason why it has none: a function of nothing but the record's bytes and its offset. */
export function decodeEvent(bytes: Uint8Array, offset: number): EnrichedEvent | string {
  let json: unknown;
  try {
    json = JSON.parse(decoder.decode(bytes));
  } catch {
    return bytes.length === 0 ? 'empty value' : 'not JSON in UTF-8';
  }
  const values = Array.isArray(json) ? valuesOfList(json) : valuesOfVersion1(json, offset);
  const problem = typeof values === 'string' ? values : findEventProblem(values);
  if (typeof values === 'string' || problem !== undefined) return `not an enriched event: ${problem}`;
  return eventOf(values);
}

/** Returns the values of a record, or the reason why it has none. */
function valuesOfList(list: readonly unknown[]): readonly unknown[] | string {
  if (list[0] !== version) return `the version must be ${version}, got ${shownForLog(list[0])}`;
  const values = list.slice(1);
  return values.length === fieldNames.length
    ? values
    : `there must be ${fieldNames.length} values, got ${values.length}`;
}

function valuesOfVersion1(json: unknown, offset: number): readonly unknown[] | string {
  if (typeof json !== 'object' || json === null) return `it must be a list or an object, got ${shownForLog(json)}`;
  const { v, ...fields }: Record<string, unknown> = { ...json };
  const unknown = Object.keys(fields).find((name) => !isEventField(name));
  if (unknown !== undefined) return `${shownName(unknown)} is not a field`;
  if (v !== 1) return `v must be 1, got ${shownForLog(v)}`;
  // The earliest records have neither of these.
  const all: Record<string, unknown> = { requestIndex: offset % (requestIndexMax + 1), derived: false, ...fields };
  return fieldNames.map((name) => all[name]);
}
