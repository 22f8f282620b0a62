/** Reads lines that are JSON objects. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns the object; undefined if `text` is not a JSON object. */
export function parseObject(text: string): JsonObject | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Returns the first of `names` whose value in `object` is a string or a number, as text. */
export function textOf(object: JsonObject, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = object[name];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}

/** Parses an HTTP status; undefined if it is not one. */
export function statusOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{3}$/.test(text) ? Number(text) : undefined;
}

/** The largest number that is read as seconds, in the year 5138; larger ones are in milliseconds. */
const secondsMax = 1e11;

/** Parses ISO 8601 with an offset, or seconds or milliseconds since 1970, into epoch milliseconds; undefined for anything else. */
export function timeOf(text: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) < secondsMax ? Number(text) * 1000 : Number(text));
  const epochMs = /^\d{4}-\d\d-\d\d[T ].*(Z|[+-]\d\d:?\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(epochMs) ? undefined : epochMs;
}
