/** Text in commands that the user copies into a shell. */

/** Returns `text` in quotes, so that a shell reads it as one word, unchanged. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
