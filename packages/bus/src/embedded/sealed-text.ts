/** Short texts with a checksum, for everything that LMDB stores except the records. */
import { crc32 } from 'node:zlib';

const checksumChars = 8;

/** Returns `text` after its checksum, which includes `name`. */
export function sealText(name: string, text: string): string {
  return checksum(name, text) + text;
}

/** Returns the text that was sealed under `name`. Throws if it does not match its checksum. */
export function unsealText(name: string, sealed: string): string {
  const text = sealed.slice(checksumChars);
  if (sealed.slice(0, checksumChars) !== checksum(name, text)) throw new Error(`${name} does not match its checksum`);
  return text;
}

function checksum(name: string, text: string): string {
  return crc32(text, crc32(name)).toString(16).padStart(checksumChars, '0');
}
