/** The check of an enriched event, value by value. Every event that is stored passes through it, so it copies nothing. */
import { eventFields, fieldNames } from './enriched-event.ts';
import { shownValue } from './shown.ts';

const fields = fieldNames.map((name) => ({ name, ...eventFields[name] }));

/** Returns the problem of values from JSON, one for each field in the order of `eventFields`; undefined if they form an enriched event. */
export function findEventProblem(values: readonly unknown[]): string | undefined {
  for (const [index, { name, allows, rule }] of fields.entries()) {
    if (!allows(values[index])) return `${name} must be ${rule}, got ${shownForLog(values[index])}`;
  }
  return undefined;
}

/** Returns a value as shown in a problem. Problems are logged, and texts can contain what visitors typed: of those only the length is shown. */
export function shownForLog(value: unknown): string {
  return typeof value === 'string' ? `a string of length ${value.length}` : shownValue(value);
}
