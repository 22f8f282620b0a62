/** Characters that people cannot see, and that change what they see: what a name must not contain and a terminal must not be sent. */

/**
 * Control characters (C0, DEL, C1), lone surrogates, line and paragraph separators, and the embeddings, overrides and
 * isolates that turn text around. Joiners and direction marks stay: emoji and mixed scripts need them.
 */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
const everyUnprintable = new RegExp(unprintable, 'gu');

const hexOf = (character: string) => (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');

/** The first character of `text` that cannot be printed, as U+001B; undefined when all can. */
export function firstUnprintable(text: string): string | undefined {
  const [character] = unprintable.exec(text) ?? [];
  return character === undefined ? undefined : `U+${hexOf(character).toUpperCase()}`;
}

/** `text` with each character that cannot be printed as `\u001b`, which inside a JSON string means the same. */
export function escapeUnprintable(text: string): string {
  return text.replace(everyUnprintable, (character) => `\\u${hexOf(character)}`);
}
