/** How messages show names and values that somebody has sent: quoted, escaped, and cut when they are long. */
import { escapeUnprintable } from './printable.ts';

const shownCharsMax = 40;

/** A name as a message shows it. */
export function shownName(name: string): string {
  return quoted(name.slice(0, shownCharsMax));
}

/** A value as a message shows it. Of objects and lists only the size is shown: what is in them is not what is wrong. */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') {
    return value.length <= shownCharsMax
      ? quoted(value)
      : `${quoted(`${value.slice(0, shownCharsMax)}…`)} (${value.length} characters)`;
  }
  // JSON has no word for Infinity, which is what `1e400` becomes.
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  const fields = Object.keys(value).length;
  return `an object with ${fields} ${fields === 1 ? 'field' : 'fields'}`;
}

/** As zod accepts it. */
export interface SchemaError {
  error: (issue: { input?: unknown }) => string;
}

/** The error of a schema: the rule, and what was sent. */
export function must(rule: string): SchemaError {
  return { error: ({ input }) => `${rule}, got ${shownValue(input)}` };
}

function quoted(text: string): string {
  return escapeUnprintable(JSON.stringify(text.toWellFormed()));
}
