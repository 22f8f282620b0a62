/** Copies a text that is kept. */

/** Returns a copy of `text`: a text that was cut out of a longer one keeps all of that in memory. */
export function copyOf(text: string): string {
  return Buffer.from(text).toString();
}
