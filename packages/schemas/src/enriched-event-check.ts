/** The check of an enriched event, field by field. Every event that is stored passes through it, so it copies nothing. */
import { type EnrichedEvent, eventFields } from './enriched-event.ts';
import { shownName, shownValue } from './shown.ts';

const fields = Object.entries(eventFields).map(([name, { allows, rule }]) => ({ name, allows, rule }));

export function isEnrichedEvent(value: unknown): value is EnrichedEvent {
  return findEventProblem(value) === undefined;
}

/** Returns what is wrong with `value`, by the name of the first field in question; undefined if it is an enriched event. */
export function findEventProblem(value: unknown): string | undefined {
  if (!isObject(value)) return `it must be an object, got ${shownValue(value)}`;
  for (const { name, allows, rule } of fields) {
    if (!allows(value[name])) return `${name} must be ${rule}, got ${shown(value[name])}`;
  }
  const names = Object.keys(value);
  if (names.length === fields.length) return undefined;
  const unknown = names.find((name) => !Object.hasOwn(eventFields, name)) ?? '';
  return `${shownName(unknown)} is not a field`;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The problem is logged, and texts can contain what visitors typed: of those only the length is shown. */
function shown(value: unknown): string {
  return typeof value === 'string' ? `a string of length ${value.length}` : shownValue(value);
}
