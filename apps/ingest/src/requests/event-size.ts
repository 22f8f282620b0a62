/** The size of an event as JSON, without blanks: first a cheap upper bound, because most events are far below their limit. */
import { eventLimits } from '@footfall/schemas';

/** The bytes of the longest escape of a character, `\u0000`; UTF-8 is shorter. */
const bytesPerCharMax = 6;
/** Quotes, a colon and a comma. */
const marksMax = 4;
const numberBytesMax = 25;

/** Returns the bytes of `event`, or a bound on them that is within `eventBytesMax`; infinite if it is nested deeper than `eventDepthMax`. */
export function eventBytes(event: unknown): number {
  const bound = bytesBound(event, eventLimits.eventDepthMax);
  return bound > eventLimits.eventBytesMax && bound !== Infinity ? Buffer.byteLength(JSON.stringify(event)) : bound;
}

/** A value within an event, and the names that lead to it. */
interface Nested {
  path: string[];
  value: unknown;
}

/** Returns the first object or list in `event` that is nested deeper than `depth`; undefined if there is none. */
export function firstTooDeep(event: unknown, depth: number): Nested | undefined {
  if (typeof event !== 'object' || event === null) return undefined;
  if (depth === 0) return { path: [], value: event };
  for (const [name, inner] of Object.entries(event)) {
    const found = firstTooDeep(inner, depth - 1);
    if (found) return { path: [name, ...found.path], value: found.value };
  }
  return undefined;
}

/** Looks no deeper than `depth`, so that no input can exhaust the stack. */
function bytesBound(value: unknown, depth: number): number {
  if (typeof value === 'string') return value.length * bytesPerCharMax + marksMax;
  if (typeof value !== 'object' || value === null) return numberBytesMax + marksMax;
  if (depth === 0) return Infinity;
  let bytes = marksMax;
  // Objects from JSON have no inherited properties.
  for (const name in value) {
    bytes += name.length * bytesPerCharMax + marksMax + bytesBound(Reflect.get(value, name), depth - 1);
  }
  return bytes;
}
