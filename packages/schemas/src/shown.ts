/** Names and values from callers as messages show them: quoted, escaped, and truncated if they are long. */
import { escapeUnprintable } from './printable.ts';

const shownCharsMax = 40;

/** Returns a name as shown in a message. */
export function shownName(name: string): string {
  return quoted(name.slice(0, shownCharsMax));
}

/** Returns a field as shown in a message, by the names that lead to it: `props["colour"]`. */
export function shownField([field = '', ...inner]: readonly string[]): string {
  const first = /^\w{1,40}$/.test(field) ? field : shownName(field);
  return first + inner.map((name) => `[${shownName(name)}]`).join('');
}

/** Returns a value as shown in a message. Of objects and lists only the size is shown, because their content is not the problem. */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') {
    return value.length <= shownCharsMax
      ? quoted(value)
      : `${quoted(`${value.slice(0, shownCharsMax)}…`)} (${value.length} characters)`;
  }
  // JSON cannot express Infinity, which is the result of `1e400`.
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  const fields = Object.keys(value).length;
  return `an object with ${fields} ${fields === 1 ? 'field' : 'fields'}`;
}

/** Returns the allowed values of a rule, as in `must be one of a, b`: `one of a, b`, or the only one. They are separated by semicolons if one contains a comma. */
export function choiceOf(values: readonly string[]): string {
  const [only, another] = values;
  if (only !== undefined && another === undefined) return only;
  return `one of ${values.join(values.some((value) => value.includes(',')) ? '; ' : ', ')}`;
}

/** The form of errors that zod accepts. */
export interface SchemaError {
  error: (issue: { input?: unknown }) => string;
}

/** Returns the error of a schema: the rule, and the received value. */
export function must(rule: string): SchemaError {
  return { error: ({ input }) => `${rule}, got ${shownValue(input)}` };
}

function quoted(text: string): string {
  return escapeUnprintable(JSON.stringify(text.toWellFormed()));
}
