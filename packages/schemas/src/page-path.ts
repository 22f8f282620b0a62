/** The canonical form of a path: browsers percent-encode characters that servers and people write as they are, and accents can be characters of their own. */
import { firstUnprintable } from './printable.ts';

/** A character in percent-encoded UTF-8, any other escape, or a character that cannot stay as it is. */
const parts =
  /%f[0-7](?:%[89ab][\da-f]){3}|%e[\da-f](?:%[89ab][\da-f]){2}|%[cd][\da-f]%[89ab][\da-f]|%[\da-f]{2}|[\s\p{C}\p{Z}]/giu;
/** Matches paths that are already canonical, as most are. */
const plain = /^[\w\-./~!$&'()*+,;=:@]*$/;
/** Characters with a meaning in URLs, and invisible ones except joiners, which emoji and some scripts need. */
const kept = /[/?#%\s]|(?![\u200C\u200D])\p{Cf}/u;

/** Returns `path` with every escape decoded that is UTF-8 for printable text other than `/`, `?`, `#`, `%` and blanks. Everything else that is not printable is percent-encoded, in upper case. The text is in normalization form C. */
export function canonicalPath(path: string): string {
  if (plain.test(path)) return path;
  const decoded = path.replace(parts, (part) => {
    const text = decode(part);
    if (text === undefined) return part.toUpperCase();
    return kept.test(text) || firstUnprintable(text) !== undefined ? encodeURIComponent(text) : text;
  });
  return decoded.normalize('NFC');
}

/** Returns the decoded text; undefined if `part` is not UTF-8. */
function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
