/** Characters that are invisible, or that change how text is displayed: names must not contain them, and a terminal must not receive them. */

/**
 * Control characters (C0, DEL, C1), lone surrogates, line and paragraph separators, and the embeddings, overrides and
 * isolates that reverse text. Joiners and direction marks are allowed: emoji and mixed scripts need them.
 */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
const everyUnprintable = new RegExp(unprintable, 'gu');

const hexOf = (character: string) => (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');

/** Returns the first character of `text` that cannot be printed, as U+001B; undefined if all can. */
export function firstUnprintable(text: string): string | undefined {
  const [character] = unprintable.exec(text) ?? [];
  return character === undefined ? undefined : `U+${hexOf(character).toUpperCase()}`;
}

/** Returns `text` with each character that cannot be printed as `\u001b`, which means the same inside a JSON string. */
export function escapeUnprintable(text: string): string {
  return text.replace(everyUnprintable, (character) => `\\u${hexOf(character)}`);
}
