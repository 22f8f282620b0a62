/** The check of an enriched event, field by field. Every event that is stored passes through it, so it copies nothing. */
import { type EnrichedEvent, eventFields } from './enriched-event.ts';
import { shownName, shownValue } from './shown.ts';

const fields = Object.entries(eventFields).map(([name, { allows, rule }]) => ({ name, allows, rule }));
const fieldsByName = new Map(fields.map((field) => [field.name, field]));

/** `value` comes from JSON. */
export function isEnrichedEvent(value: unknown): value is EnrichedEvent {
  return findEventProblem(value) === undefined;
}

/** Returns what is wrong with `value`, which comes from JSON, by the name of the field; undefined if it is an enriched event. */
export function findEventProblem(value: unknown): string | undefined {
  if (!isObject(value)) return `it must be an object, got ${shownValue(value)}`;
  let count = 0;
  for (const name in value) {
    // Fields nearly always come in the order in which they are written, and looking each of them up takes longer than checking it.
    const next = fields[count];
    const field = next?.name === name ? next : fieldsByName.get(name);
    if (field === undefined) return `${shownName(name)} is not a field`;
    if (!field.allows(value[name])) return `${name} must be ${field.rule}, got ${shown(value[name])}`;
    count += 1;
  }
  return count === fields.length ? undefined : findMissing(value);
}

/** Not part of the loop's function: a closure over `value` there would make the loop a third slower. */
function findMissing(value: object): string {
  const missing = fields.find(({ name }) => !Object.hasOwn(value, name));
  return `${missing?.name} must be ${missing?.rule}, got nothing`;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The problem is logged, and texts can contain what visitors typed: of those only the length is shown. */
function shown(value: unknown): string {
  return typeof value === 'string' ? `a string of length ${value.length}` : shownValue(value);
}
