import { escapeUnprintable, firstUnprintable } from './printable.ts';

const unprintable: [string, string][] = [
  ['\0', 'U+0000'],
  ['\t', 'U+0009'],
  ['\n', 'U+000A'],
  ['\u001b', 'U+001B'],
  ['\u007f', 'U+007F'],
  ['\u0085', 'U+0085'],
  ['\u009b', 'U+009B'],
  ['\u2028', 'U+2028'],
  ['\u202a', 'U+202A'],
  ['\u202e', 'U+202E'],
  ['\u2066', 'U+2066'],
  ['\u2069', 'U+2069'],
  ['\ud83d', 'U+D83D'],
  ['\ude00', 'U+DE00'],
];

describe('text that people read', () => {
  it.each(unprintable)('G13 must not contain %j', (character, named) => {
    expect(firstUnprintable(`a${character}b${character}`)).toBe(named);
    const escaped = escapeUnprintable(`a${character}b${character}`);
    expect(escaped).toMatch(/^a\\u[0-9a-f]{4}b\\u[0-9a-f]{4}$/);
    expect(JSON.parse(`"${escaped}"`)).toBe(`a${character}b${character}`);
  });

  it.each(['Shop & Söhne', 'שלום', '\u200fשלום', 'می\u200cخواهم', '👩‍👩‍👧', '😀', '日本', ' '])('G13 may be %j', (text) => {
    expect(firstUnprintable(text)).toBeUndefined();
    expect(escapeUnprintable(text)).toBe(text);
  });
});
