/** Short texts with a checksum, for what LMDB keeps besides the records. */
import { crc32 } from 'node:zlib';

const checksumChars = 8;

/** `text` behind its checksum, which covers `name` too. */
export function sealText(name: string, text: string): string {
  return checksum(name, text) + text;
}

/** The text that was sealed under `name`. Throws when it is another one. */
export function unsealText(name: string, sealed: string): string {
  const text = sealed.slice(checksumChars);
  if (sealed.slice(0, checksumChars) !== checksum(name, text)) throw new Error(`${name} does not match its checksum`);
  return text;
}

function checksum(name: string, text: string): string {
  return crc32(text, crc32(name)).toString(16).padStart(checksumChars, '0');
}
